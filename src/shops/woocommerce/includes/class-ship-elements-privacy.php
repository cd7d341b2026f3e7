<?php
defined( 'ABSPATH' ) || exit;

/**
 * WordPress' tools for personal data. Name, phone and address stand in a delivery only until the service has answered. An open delivery keeps the
 * data of its order, because its label and its cancellation need them. They are erased when it ends.
 */
class Ship_Elements_Privacy {
	/** Days after which a delivery counts as ended although no message has said so. The gateway keeps links and cancellations for as long. */
	const LONGEST = 90;

	/** Orders that are to be erased when their delivery has ended. */
	const LATER = 'erase:';

	public static function register(): void {
		$class = self::class;
		add_filter( 'wp_privacy_personal_data_exporters', fn ( $tools ) => $tools + array( 'ship-elements' => array( 'callback' => array( $class, 'export' ), 'exporter_friendly_name' => __( 'Deliveries', 'ship-elements' ) ) ) );
		// After WooCommerce's own.
		add_filter( 'wp_privacy_personal_data_erasers', fn ( $tools ) => $tools + array( 'ship-elements' => array( 'callback' => array( $class, 'erase' ), 'eraser_friendly_name' => __( 'Deliveries', 'ship-elements' ) ) ), 20 );
		add_filter( 'woocommerce_privacy_erase_order_personal_data', array( $class, 'may_erase' ), 20, 2 );
		add_action( 'woocommerce_privacy_before_remove_order_personal_data', array( $class, 'erase_order' ) );
		add_filter( 'woocommerce_privacy_remove_order_personal_data_meta', array( $class, 'erase_fields' ) );
		add_filter( 'woocommerce_privacy_export_customer_personal_data', array( $class, 'export_customer' ), 10, 2 );
		add_filter( 'woocommerce_privacy_erase_personal_data_customer', array( $class, 'erase_customer' ), 10, 2 );
		add_action( 'admin_init', array( $class, 'add_policy' ) );
	}

	/** @return int[] ten orders of a page, by the address or by the account that has it */
	private static function orders( string $email, int $page ): array {
		$user = get_user_by( 'email', $email );
		return array_map( 'intval', wc_get_orders( array( 'customer' => array_merge( array( $email ), $user ? array( $user->ID ) : array() ), 'limit' => 10, 'page' => $page, 'return' => 'ids' ) ) );
	}

	public static function export( $email, $page = 1 ): array {
		$ids  = self::orders( (string) $email, (int) $page );
		$data = array();
		foreach ( array_merge( array(), ...array_map( array( self::class, 'rows' ), $ids ) ) as $row ) {
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
			$data[] = array( 'group_id' => 'ship-elements', 'group_label' => __( 'Deliveries', 'ship-elements' ), 'item_id' => "delivery-$row[id]", 'data' => $item );
		}
		return array( 'data' => $data, 'done' => count( $ids ) < 10 );
	}

	/** Says of which orders the data are kept, and until when. WooCommerce erases the others. */
	public static function erase( $email, $page = 1 ): array {
		$ids      = self::orders( (string) $email, (int) $page );
		$messages = array();
		foreach ( $ids as $id ) {
			$until = (int) Ship_Elements_Storage::value( self::LATER . $id );
			if ( $until ) {
				/* translators: 1: number of an order, 2: a date */
				$messages[] = sprintf( __( 'Order %1$d has a delivery that is not over. Its data are erased when it is, at the latest on %2$s.', 'ship-elements' ), $id, wp_date( 'j F Y', $until ) );
			}
		}
		return array( 'items_removed' => false, 'items_retained' => (bool) $messages, 'messages' => $messages, 'done' => count( $ids ) < 10 );
	}

	/** @return array[] the deliveries of an order */
	private static function rows( int $id ): array {
		$order = wc_get_order( $id );
		return $order instanceof WC_Order ? array_filter( array_map( array( 'Ship_Elements_Ledger', 'find' ), Ship_Elements_Terms::numbers( $order ) ) ) : array();
	}

	/** Until when the deliveries of an order are open. 0 if all have ended. */
	private static function order_open_until( int $id ): int {
		return max( array( 0, ...array_map( array( self::class, 'open_until' ), array_values( self::rows( $id ) ) ) ) );
	}

	/** Until when a delivery is open: it is still to be sent, waits for its answer, is on its way, or needs a person. 0 if it has ended. */
	private static function open_until( array $row ): int {
		if ( 'cancelled' === $row['state'] || in_array( $row['status'], Ship_Elements_Tracking::ENDED, true ) ) {
			return 0;
		}
		$until = ( $row['data']['placed_at'] ?? $row['data']['since'] ?? $row['changed'] ) + DAY_IN_SECONDS * self::LONGEST;
		return $until > time() ? $until : 0;
	}

	/** WooCommerce keeps the data of an order whose delivery is open, and tells the shop's staff that it has kept them. */
	public static function may_erase( $may, $order ): bool {
		$until = $may ? self::order_open_until( $order->get_id() ) : 0;
		if ( $until ) {
			Ship_Elements_Storage::set( self::LATER . $order->get_id(), $until, $until - time() + MONTH_IN_SECONDS );
		}
		return $may && ! $until;
	}

	/** Whether an order is to be erased when its delivery ends. */
	public static function is_asked( int $id ): bool {
		return null !== Ship_Elements_Storage::get( self::LATER . $id );
	}

	/** Erases what had to wait for the end of its delivery. */
	public static function settle(): void {
		foreach ( array_keys( Ship_Elements_Storage::all( self::LATER ) ) as $name ) {
			$id    = (int) substr( $name, strlen( self::LATER ) );
			$order = wc_get_order( $id );
			if ( $order && self::order_open_until( $id ) ) {
				continue;
			}
			if ( $order ) {
				do_action( 'woocommerce_remove_order_personal_data', $order );
			}
			Ship_Elements_Storage::delete( $name );
		}
	}

	/**
	 * WooCommerce removes what is personal from an order: it was asked to, or the time is over, or staff have clicked. The mark stands before the
	 * order changes, so that it is no edit. What cannot be sent without an address is not sent.
	 */
	public static function erase_order( WC_Order $order ): void {
		$erased = function ( $row ) {
			$is_unsent = in_array( $row['state'], array( 'held', 'waiting', 'refused' ), true ) && ! Ship_Elements_Ledger::is_busy( $row );
			return ( $is_unsent ? array( 'state' => 'cancelled' ) : array() ) + array( 'data' => array( 'erased' => time() ) + ( $is_unsent ? array( 'reason' => 'erased' ) : array() ) );
		};
		foreach ( Ship_Elements_Terms::numbers( $order ) as $number ) {
			Ship_Elements_Ledger::change( $number, $erased );
			Ship_Elements_Storage::delete( "tracking:$number" );
		}
	}

	/** The district stands in fields of its own, one for each checkout and side. */
	public static function erase_fields( array $fields ): array {
		foreach ( array( 'billing', 'shipping' ) as $side ) {
			$fields += array( "_wc_$side/" . Ship_Elements_District::FIELD => 'text', "_{$side}_ship_elements_district" => 'text' );
		}
		return $fields;
	}

	/** @return string[] the districts of an account, by the key of its meta */
	private static function districts( WC_Customer $customer ): array {
		$keys = Ship_Elements_District::keys();
		return array_filter( array_combine( $keys, array_map( fn ( $key ) => (string) get_user_meta( $customer->get_id(), $key, true ), $keys ) ) );
	}

	public static function export_customer( $data, $customer ): array {
		foreach ( array_unique( self::districts( $customer ) ) as $value ) {
			$data[] = array( 'name' => Ship_Elements_District::label(), 'value' => $value );
		}
		return $data;
	}

	public static function erase_customer( $response, $customer ): array {
		$found = self::districts( $customer );
		foreach ( array_keys( $found ) as $key ) {
			delete_user_meta( $customer->get_id(), $key );
		}
		if ( $found ) {
			/* translators: %s: name of a field */
			$response['messages'][]    = sprintf( __( 'Removed “%s” of the account.', 'ship-elements' ), Ship_Elements_District::label() );
			$response['items_removed'] = true;
		}
		return $response;
	}

	public static function add_policy(): void {
		wp_add_privacy_policy_content( 'Ship Elements', '<p>' . esc_html__( 'For a delivery we send name, phone number, address and the ordered goods to our shipping service and its couriers. For prices we send the postal code, the district and the goods.', 'ship-elements' ) . '</p>' . ( Ship_Elements_Promise::is_on() ? '<p>' . esc_html__( 'The district that you choose on the page of a product is kept in your browser for 90 days, so that the checkout knows it.', 'ship-elements' ) . '</p>' : '' ) );
	}
}
