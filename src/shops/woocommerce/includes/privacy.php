<?php
defined( 'ABSPATH' ) || exit;

/** WordPress' tools for personal data. Name, phone and address stand in a delivery only until the service has answered. */
class Ship_Elements_Privacy {
	public static function register(): void {
		$tool = fn ( $callback ) => array( 'callback' => array( self::class, $callback ), ( 'export' === $callback ? 'exporter' : 'eraser' ) . '_friendly_name' => __( 'Deliveries', 'ship-elements' ) );
		add_filter( 'wp_privacy_personal_data_exporters', fn ( $tools ) => $tools + array( 'ship-elements' => $tool( 'export' ) ) );
		add_filter( 'wp_privacy_personal_data_erasers', fn ( $tools ) => $tools + array( 'ship-elements' => $tool( 'erase' ) ) );
		add_action( 'woocommerce_remove_order_personal_data', array( self::class, 'erase_order' ) );
		add_action( 'admin_init', array( self::class, 'add_policy' ) );
	}

	/** @return int[] ten orders of a page */
	private static function orders( string $email, int $page ): array {
		return array_map( 'intval', wc_get_orders( array( 'billing_email' => $email, 'limit' => 10, 'page' => $page, 'return' => 'ids' ) ) );
	}

	public static function export( $email, $page = 1 ): array {
		$ids  = self::orders( (string) $email, (int) $page );
		$data = array();
		foreach ( array_filter( array_map( array( 'Ship_Elements_Ledger', 'find' ), $ids ) ) as $row ) {
			$facts = array_filter(
				array(
					__( 'Courier', 'ship-elements' )  => $row['data']['name'] ?? '',
					__( 'Waybill', 'ship-elements' )  => $row['waybill'],
					__( 'Status', 'ship-elements' )   => $row['status'],
					__( 'Number', 'ship-elements' )   => $row['service_id'],
					__( 'Sent to the service, not answered yet', 'ship-elements' ) => $row['body'] ? wp_json_encode( $row['body'] ) : '',
				)
			);
			if ( ! $facts ) {
				continue;
			}
			$item   = array_map( fn ( $name, $value ) => compact( 'name', 'value' ), array_keys( $facts ), $facts );
			$data[] = array( 'group_id' => 'ship-elements', 'group_label' => __( 'Deliveries', 'ship-elements' ), 'item_id' => "delivery-$row[order_id]", 'data' => $item );
		}
		return array( 'data' => $data, 'done' => count( $ids ) < 10 );
	}

	public static function erase( $email, $page = 1 ): array {
		$ids  = self::orders( (string) $email, (int) $page );
		$kept = false;
		foreach ( $ids as $id ) {
			$kept = ! self::erase_order( $id ) || $kept;
		}
		$messages = $kept ? array( __( 'A delivery that the service has not answered yet is kept until it has.', 'ship-elements' ) ) : array();
		return array( 'items_removed' => (bool) $ids, 'items_retained' => $kept, 'messages' => $messages, 'done' => count( $ids ) < 10 );
	}

	/**
	 * @param int|WC_Order $order
	 * @return bool whether nothing personal is left
	 */
	public static function erase_order( $order ): bool {
		$id  = $order instanceof WC_Order ? $order->get_id() : (int) $order;
		$row = Ship_Elements_Ledger::find( $id );
		if ( $row && 'sending' === $row['state'] ) {
			return false;
		}
		if ( $row ) {
			Ship_Elements_Ledger::change( $id, fn () => array( 'body' => null, 'waybill' => '', 'data' => array( 'link' => null, 'tracking' => null, 'sentence' => null ) ) );
			Ship_Elements_Storage::delete( "tracking:$id" );
		}
		return true;
	}

	public static function add_policy(): void {
		wp_add_privacy_policy_content( 'Ship Elements', '<p>' . esc_html__( 'For a delivery we send name, phone number, address and the ordered goods to our shipping service and its couriers. For prices we send the postal code, the district and the goods.', 'ship-elements' ) . '</p>' );
	}
}
