<?php
defined( 'ABSPATH' ) || exit;

/** What becomes of a delivery if its order is edited, refunded, cancelled, put into the trash or restored. Staff are asked, once for each change. */
class Ship_Elements_Changes {
	public static function register(): void {
		$on = function ( array $events, string $step, int $place = 0 ) {
			foreach ( $events as $event ) {
				$work = function ( ...$given ) use ( $step, $place ) {
					$order = $given[ $place ];
					Ship_Elements_Orders::attempt( array( self::class, $step ), $order instanceof WC_Order ? $order->get_id() : (int) $order );
				};
				add_action( $event, $work, 10, $place + 1 );
			}
		};
		$on( array( 'woocommerce_order_status_cancelled', 'woocommerce_order_status_refunded', 'woocommerce_order_fully_refunded', 'woocommerce_trash_order', 'woocommerce_before_delete_order', 'wp_trash_post', 'before_delete_post' ), 'note_unwanted' );
		$on( array( 'woocommerce_order_status_cancelled', 'woocommerce_order_status_refunded', 'woocommerce_order_refunded' ), 'note_copy' );
		$on( array( 'woocommerce_order_status_failed', 'woocommerce_order_status_on-hold', 'woocommerce_order_status_pending' ), 'note_unpaid' );
		$on( array( 'woocommerce_order_refunded', 'woocommerce_saved_order_items' ), 'note_edited' );
		$on( array( 'woocommerce_refund_deleted', 'woocommerce_ajax_order_items_added' ), 'note_edited', 1 );
		$on( array( 'woocommerce_ajax_order_items_removed' ), 'note_edited', 3 );
		// The block checkout saves a draft with each change. It has no delivery.
		$saved = fn ( $id, $order = null ) => $order instanceof WC_Order && $order->has_status( 'checkout-draft' ) ? null : Ship_Elements_Orders::attempt( array( self::class, 'note_edited' ), (int) $id );
		add_action( 'woocommerce_update_order', $saved, 10, 2 );
		foreach ( array( 'woocommerce_untrash_order', 'untrashed_post' ) as $event ) {
			add_action( $event, fn ( $id, $status ) => Ship_Elements_Orders::attempt( fn ( $id ) => self::restored( $id, (string) $status ), (int) $id ), 10, 2 );
		}
	}

	/** An order that was cancelled, refunded in full or put into the trash. It is read again before it is sent, and after it was placed. */
	public static function note_unwanted( int $id ): void {
		$order = doing_action( 'woocommerce_order_status_cancelled' ) ? wc_get_order( $id ) : false;
		// Payment plugins cancel a paid order, too, at the late message of an earlier try to pay, or as its shopper comes back from their page.
		$cancelled = $order && ( current_user_can( 'edit_shop_orders' ) || ! $order->get_date_paid() || (float) $order->get_total_refunded() );
		$unwanted  = function ( $row ) use ( $cancelled ) {
			if ( in_array( $row['state'], array( 'held', 'waiting', 'refused' ), true ) && ! Ship_Elements_Ledger::is_busy( $row ) ) {
				return array( 'state' => 'cancelled', 'data' => array( 'reason' => 'with-order' ) );
			}
			$is_over = 'cancelled' === $row['state'] || ( 'placed' === $row['state'] && in_array( $row['status'], Ship_Elements_Tracking::ENDED, true ) );
			// A cancelled order needs no delivery. After a refund or in the trash it may, so staff are asked.
			return $is_over ? null : array( 'data' => array( 'unwanted' => $cancelled ? 'cancel' : 'ask' ) );
		};
		foreach ( self::numbers( $id ) as $number ) {
			if ( Ship_Elements_Ledger::change( $number, $unwanted ) && $cancelled ) {
				Ship_Elements_Orders::soon( $number );
			}
		}
	}

	/** A vendor's copy of an order was cancelled or refunded. The order that was paid has its delivery, and staff are asked about that. */
	public static function note_copy( int $id ): void {
		$copy = wc_get_order( $id );
		$paid = $copy instanceof WC_Order ? Ship_Elements_Terms::sold_with( $copy ) : null;
		$asks = function ( $row ) {
			if ( in_array( $row['state'], array( 'held', 'waiting' ), true ) && ! Ship_Elements_Ledger::is_busy( $row ) ) {
				return array( 'state' => 'held', 'data' => array( 'reason' => 'copy' ) );
			}
			return self::is_sent( $row ) && ! isset( $row['data']['unwanted'] ) ? array( 'data' => array( 'unwanted' => 'copy' ) ) : null;
		};
		if ( ! $paid || $paid->has_status( array( 'cancelled', 'refunded' ) ) ) {
			return;
		}
		Ship_Elements_Orders::add_others( $paid );
		foreach ( Ship_Elements_Terms::numbers_of_copy( $paid, $copy ) as $number ) {
			$row = Ship_Elements_Ledger::change( $number, $asks );
			if ( $row ) {
				Ship_Elements_Orders::tell( $paid, $row, Ship_Elements_Words::copy() );
			}
		}
	}

	/** @return int[] the deliveries of an order. None if it is something else that goes into the trash */
	private static function numbers( int $id ): array {
		$order = wc_get_order( $id );
		return $order instanceof WC_Order ? Ship_Elements_Terms::numbers( $order ) : array();
	}

	/** A payment that failed, is disputed or is awaited again. An order that was not sent yet waits for it: see `doubt` of the orders. */
	public static function note_unpaid( int $id ): void {
		foreach ( Ship_Elements_Ledger::glance( $id ) ? self::numbers( $id ) : array() as $number ) {
			Ship_Elements_Ledger::change( $number, fn ( $row ) => self::is_sent( $row ) && ! isset( $row['data']['unwanted'] ) ? array( 'data' => array( 'unwanted' => 'unpaid' ) ) : null );
		}
	}

	/** Whether the service has a delivery, or may have one, that is not over. */
	private static function is_sent( array $row ): bool {
		return in_array( $row['state'], array( 'sending', 'unknown', 'placed', 'cancelling' ), true ) && ! in_array( $row['status'], Ship_Elements_Tracking::ENDED, true );
	}

	/**
	 * Orders that are posts come out of the trash without a change of their status, and other orders are still there at this moment.
	 *
	 * @param string $status the one that the order gets back
	 */
	public static function restored( int $id, string $status ): void {
		$status = preg_replace( '/^wc-/', '', $status );
		if ( ! wc_get_order( $id ) || in_array( $status, array( 'cancelled', 'refunded', 'failed' ), true ) ) {
			return;
		}
		foreach ( self::numbers( $id ) as $number ) {
			Ship_Elements_Ledger::change( $number, fn ( $row ) => isset( $row['data']['unwanted'] ) ? array( 'data' => array( 'unwanted' => null ) ) : null );
		}
		if ( in_array( $status, array( 'processing', 'completed' ), true ) ) {
			Ship_Elements_Orders::paid( $id );
		}
	}

	/** After a refund in part, or another total, payment method, address or item, courier and label still have what they had. */
	public static function note_edited( int $id ): void {
		$row = Ship_Elements_Ledger::glance( $id );
		// WooCommerce erases the person of an order: that is no edit.
		$order = $row && ! isset( $row['data']['erased'] ) ? Ship_Elements_Orders::fresh( $id ) : null;
		foreach ( $order ? Ship_Elements_Terms::numbers( $order ) : array() as $number ) {
			self::note_parcel( $order, $number );
		}
	}

	private static function note_parcel( WC_Order $order, int $number ): void {
		$parcel = Ship_Elements_Ledger::parcel_of( $number );
		$due    = Ship_Elements_Orders::due_of( $order, $parcel );
		$label  = self::label( $order, $parcel );
		$news   = array();
		$after  = Ship_Elements_Ledger::change(
			$number,
			function ( $row ) use ( $due, $label, &$news ) {
				$data    = $row['data'];
				$is_open = in_array( $row['state'], array( 'placed', 'cancelling' ), true ) && ! in_array( $row['status'], Ship_Elements_Tracking::ENDED, true );
				$edited  = array_keys( array_diff_assoc( $data['label'] ?? $label, $label ) );
				$found   = array(
					'owed'   => in_array( $due, array( $data['collects'] ?? 0, $data['kept'] ?? null ), true ) ? null : $due,
					'edited' => $edited && ( $data['kept_label'] ?? null ) !== $label ? $edited : null,
				);
				$known   = array( 'owed' => $data['owed'] ?? null, 'edited' => $data['edited'] ?? null );
				$news    = array_filter( $found, fn ( $value, $name ) => null !== $value && $value !== $known[ $name ], ARRAY_FILTER_USE_BOTH );
				return $is_open && $found !== $known ? array( 'data' => $found ) : null;
			}
		);
		if ( $after && $news ) {
			Ship_Elements_Orders::note( $number );
		}
	}

	/** What a label says of a parcel: hashes, because the name and the address are not kept. */
	public static function label( WC_Order $order, int $parcel ): array {
		$hash = fn ( $value ) => substr( wp_hash( wp_json_encode( $value ) ), 0, 16 );
		return array_map( $hash, self::facts( $order, $parcel ) );
	}

	/** What a label and its order must agree on. */
	private static function facts( WC_Order $order, int $parcel ): array {
		$place   = (array) Ship_Elements_Parcel::destination_of( $order );
		$contact = array_filter( Ship_Elements_Parcel::contacts( $order ), fn ( $name ) => 0 === strpos( $name, 'destination_' ), ARRAY_FILTER_USE_KEY );
		return array(
			'address' => array_diff_key( $contact, array( 'destination_contact_phone' => 1 ) ) + array( 'postal_code' => $place['destination_postal_code'] ?? '' ),
			'phone'   => array( $contact['destination_contact_phone'] ?? '' ),
			'items'   => array_map( fn ( $item ) => array( $item['name'], $item['quantity'] ), Ship_Elements_Parcel::items_of( $order, $parcel ) ),
		);
	}

	/** Staff leave the delivery as it is. They are asked again after another change. */
	public static function keep( int $id ): void {
		$order = wc_get_order( Ship_Elements_Ledger::order_of( $id ) );
		$label = $order ? self::label( $order, Ship_Elements_Ledger::parcel_of( $id ) ) : null;
		Ship_Elements_Ledger::change(
			$id,
			function ( $row ) use ( $label ) {
				$data = $row['data'];
				return array( 'data' => array( 'unwanted' => null, 'owed' => null, 'edited' => null, 'kept' => $data['owed'] ?? $data['kept'] ?? null, 'kept_label' => $label, 'accepted' => $data['price'] ?? null ) );
			}
		);
	}

	/**
	 * The lines of a label beside those of its order. The service is asked what is on the label.
	 *
	 * @return array[] label and order, for each part that differs; label is null if the service does not say
	 */
	public static function compared( WC_Order $order, array $row ): array {
		$answer = Ship_Elements_Service::read( 'GET', '/v1/orders/' . rawurlencode( $row['service_id'] ) );
		$json   = 'accepted' === $answer['kind'] ? $answer['json'] : null;
		$facts  = self::facts( $order, $row['parcel'] );
		$text   = fn ( $value ) => is_scalar( $value ) ? sanitize_text_field( (string) $value ) : '';
		$lines  = fn ( $items ) => array_map( fn ( $item ) => $text( $item[1] ?? '' ) . ' × ' . $text( $item[0] ?? '' ), $items );
		$there  = array_filter( (array) ( $json['items'] ?? array() ), 'is_array' );
		$to     = (array) ( $json['destination'] ?? array() );
		$parts  = array(
			'address' => array(
				'label' => array_map( $text, array( $to['contact_name'] ?? '', $to['address'] ?? '', $to['postal_code'] ?? '', $to['note'] ?? '' ) ),
				'order' => array_map( fn ( $name ) => (string) ( $facts['address'][ $name ] ?? '' ), array( 'destination_contact_name', 'destination_address', 'postal_code', 'destination_note' ) ),
			),
			'phone'   => array( 'label' => array( $text( $to['contact_phone'] ?? '' ) ), 'order' => $facts['phone'] ),
			'items'   => array(
				'label' => $lines( array_map( fn ( $item ) => array( $item['name'] ?? '', $item['quantity'] ?? '' ), $there ) ),
				'order' => $lines( $facts['items'] ),
			),
		);
		$shown  = array_intersect_key( $parts, array_flip( $row['data']['edited'] ?? array() ) );
		return array_map( fn ( $part ) => array( 'label' => $json ? array_filter( $part['label'] ) : null, 'order' => array_filter( $part['order'] ) ), $shown );
	}
}
