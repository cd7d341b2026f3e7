<?php
defined( 'ABSPATH' ) || exit;

/** WordPress' tools for personal data. Name, phone and address stand in a delivery only until the service has answered. */
class Ship_Elements_Privacy {
	public static function register(): void {
		add_filter( 'wp_privacy_personal_data_exporters', fn ( $tools ) => $tools + array( 'ship-elements' => array( 'callback' => array( self::class, 'export' ), 'exporter_friendly_name' => __( 'Deliveries', 'ship-elements' ) ) ) );
		add_filter( 'woocommerce_privacy_erase_order_personal_data', array( self::class, 'may_erase' ), 20, 2 );
		add_action( 'woocommerce_privacy_remove_order_personal_data', array( self::class, 'erase_order' ) );
		add_filter( 'woocommerce_privacy_remove_order_personal_data_meta', array( self::class, 'erase_fields' ) );
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

	/** Whether the delivery is still to be sent, waits for its answer, or needs a person. */
	private static function is_open( ?array $row ): bool {
		return $row && in_array( $row['state'], array( 'waiting', 'sending', 'unknown', 'cancelling' ), true );
	}

	/** WooCommerce keeps the data of an order whose delivery is open, and tells the shop's staff that it has kept them. */
	public static function may_erase( $may, $order ): bool {
		return $may && ! self::is_open( Ship_Elements_Ledger::find( $order->get_id() ) );
	}

	/** WooCommerce removes what is personal from an order: it was asked to, or the time is over. */
	public static function erase_order( WC_Order $order ): void {
		$id  = $order->get_id();
		$row = Ship_Elements_Ledger::find( $id );
		// What is open is kept until it is not: the address of a delivery that was sent and not answered goes with its answer.
		if ( $row && ! self::is_open( $row ) ) {
			Ship_Elements_Ledger::change( $id, fn () => array( 'body' => null, 'waybill' => '', 'data' => array_fill_keys( array( 'link', 'tracking', 'sentence', 'mailed', 'label', 'kept_label' ), null ) ) );
			Ship_Elements_Storage::delete( "tracking:$id" );
		}
	}

	/** The district stands in fields of its own, one for each checkout and side. */
	public static function erase_fields( array $fields ): array {
		foreach ( array( 'billing', 'shipping' ) as $side ) {
			$fields += array( "_wc_$side/" . Ship_Elements_District::FIELD => 'text', "_{$side}_ship_elements_district" => 'text' );
		}
		return $fields;
	}

	public static function add_policy(): void {
		wp_add_privacy_policy_content( 'Ship Elements', '<p>' . esc_html__( 'For a delivery we send name, phone number, address and the ordered goods to our shipping service and its couriers. For prices we send the postal code, the district and the goods.', 'ship-elements' ) . '</p>' . ( Ship_Elements_Promise::is_on() ? '<p>' . esc_html__( 'The district that you choose on the page of a product is kept in your browser for 90 days, so that the checkout knows it.', 'ship-elements' ) . '</p>' : '' ) );
	}
}
