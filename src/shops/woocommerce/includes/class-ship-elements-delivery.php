<?php
defined( 'ABSPATH' ) || exit;

/** The steps of one delivery at the service: it is ordered once, and cancelled. */
class Ship_Elements_Delivery {
	/** What the order says of a parcel now, without the price of its delivery. */
	private static function fields( WC_Order $order, int $parcel ): array {
		$terms  = Ship_Elements_Terms::of( $order, $parcel );
		$vendor = $terms['vendor'] ?? '';
		$due    = Ship_Elements_Orders::due_of( $order, $parcel );
		$items  = Ship_Elements_Parcel::items_of( $order, $parcel );
		$body   = array( 'origin_postal_code' => Ship_Elements_Parcel::origin( $vendor )['postcode'] )
			+ (array) Ship_Elements_Parcel::destination_of( $order ) + Ship_Elements_Parcel::contacts( $order, $vendor )
			+ array( 'items' => $items, 'delivery_type' => 'now' );
		if ( $terms['insured'] && Ship_Elements_Parcel::declared( $items ) ) {
			$body['courier_insurance'] = Ship_Elements_Parcel::declared( $items );
		}
		if ( $due ) {
			$body['destination_cash_on_delivery']      = $due;
			$body['destination_cash_on_delivery_type'] = '7_days';
		}
		return $body;
	}

	/** Asks for the price again, writes the reference and the body down, and sends the order. */
	public static function begin( array $row ): void {
		$order = Ship_Elements_Orders::fresh( $row['order_id'] );
		$terms = $order ? Ship_Elements_Terms::of( $order, $row['parcel'] ) : array();
		$is_erased = isset( $row['data']['erased'] );
		if ( ! $terms || $is_erased || Ship_Elements_Orders::is_over( $order ) ) {
			Ship_Elements_Ledger::record( $row, fn () => array( 'state' => 'cancelled', 'data' => array( 'reason' => $is_erased ? 'erased' : 'with-order' ) ) );
			return;
		}
		$doubt = self::doubt( $order, $row );
		if ( $doubt ) {
			Ship_Elements_Ledger::record( $row, fn () => array( 'state' => 'held', 'data' => array( 'reason' => $doubt ) ) );
			return;
		}
		$agreed = $row['data']['agreed'] ?? array();
		$sold   = ( $agreed['service'] ?? '' ) ? $agreed : array_intersect_key( $terms, array_flip( array( 'service', 'name', 'price' ) ) );
		$fields = self::fields( $order, $row['parcel'] );
		$cod    = isset( $fields['destination_cash_on_delivery'] );
		list( $courier, $service ) = explode( '/', $sold['service'] . '/' );
		$couriers = '' === $courier ? Ship_Elements_Settings::couriers() : $courier;
		$asked    = Ship_Elements_Quotes::of_order( $order, $row['parcel'], $terms['insured'], $cod, $couriers, (int) $terms['subsidy'], Ship_Elements_Service::SEND );
		if ( 'no-proof' === $asked['kind'] ) {
			Ship_Elements_Ledger::record( $row, fn ( $row ) => array( 'attempts' => $row['attempts'] + 1, 'due' => Ship_Elements_Ledger::later( $row['attempts'] ), 'data' => array( 'reason' => $asked['reason'] ) ) );
			return;
		}
		$choices = '' === $courier ? Ship_Elements_Orders::choices( $order, $row['parcel'], $asked['rows'], $cod ) : array();
		if ( $choices ) {
			self::refuse( $row, array( 'reason' => 'not-sold', 'choices' => $choices ) );
			return;
		}
		$found = array_values( array_filter( $asked['rows'], fn ( $found ) => $found['service'] === $sold['service'] ) )[0] ?? null;
		if ( ! $found ) {
			self::refuse( $row, 'accepted' === $asked['kind'] ? array( 'reason' => '' === $courier ? 'no-courier' : 'service-gone' ) : $asked );
			return;
		}
		$price = $found['price'];
		$most  = max( $terms['price'], $agreed['price'] ?? 0 );
		// A payment that staff have changed is theirs to confirm: nobody may pay twice.
		$paid_otherwise = $cod !== $terms['cod'] && ( $agreed['cod'] ?? null ) !== $cod;
		$collects       = $fields['destination_cash_on_delivery'] ?? 0;
		if ( $cod && ! Ship_Elements_Pricing::is_collected( $found['rate'], $collects ) ) {
			self::refuse( $row, array( 'reason' => 'cod-limit', 'courier' => $courier, 'collects' => $collects ) );
			return;
		}
		if ( $price > $most || $paid_otherwise ) {
			self::refuse( $row, array( 'reason' => $price > $most ? 'price-changed' : 'other-payment', 'asked' => $price, 'paid' => $terms['price'], 'cod' => $cod, 'collects' => $collects ) );
			return;
		}
		$collection = Ship_Elements_Pricing::collection( $found['rate'] );
		$body       = $fields + array( 'courier_company' => $courier, 'courier_type' => $service, 'reference_id' => sprintf( 'woo-%d-%s', $row['order_id'], bin2hex( random_bytes( 12 ) ) ) )
			+ ( $collection ? array( 'origin_collection_method' => $collection ) : array() );
		$order      = Ship_Elements_Orders::fresh( $row['order_id'] );
		if ( ! $order || self::fields( $order, $row['parcel'] ) !== $fields || Ship_Elements_Orders::is_over( $order ) || self::doubt( $order, $row ) ) {
			// Staff have changed the order while the price was asked: it begins again.
			Ship_Elements_Ledger::record( $row, fn () => array( 'due' => time() ) );
			Ship_Elements_Orders::soon( $row['id'] );
			return;
		}
		// Who has paid later than the dates hold gets those of the payment.
		$promise = Ship_Elements_Terms::is_in_time( $order, $row['parcel'] ) ? null : Ship_Elements_Settings::promise( $found['rate'], Ship_Elements_Terms::counts_from( $order ) );
		$dates   = $promise ? array( 'arrival' => Ship_Elements_Pricing::arrival_text( $promise ), 'last' => $promise['last'] ) : array( 'arrival' => $terms['arrival'] ?? '', 'last' => $terms['last'] ?? '' );
		$data    = $dates + array( 'reason' => null, 'clicked' => null, 'label' => Ship_Elements_Changes::label( $order, $row['parcel'] ), 'name' => $sold['name'], 'service' => $sold['service'], 'paid' => $terms['price'], 'charged' => $found['price'] + $found['subsidy'], 'collection' => $collection, 'insured' => $body['courier_insurance'] ?? null, 'collects' => $body['destination_cash_on_delivery'] ?? null, 'choices' => null );
		$sending = Ship_Elements_Ledger::change(
			$row['id'],
			fn ( $now ) => $now['lease'] === $row['lease'] && 'waiting' === $now['state']
				? array( 'state' => 'sending', 'attempts' => 1, 'lease' => time() + Ship_Elements_Ledger::LEASE, 'due' => Ship_Elements_Ledger::later( 1 ), 'reference' => $body['reference_id'], 'body' => $body, 'data' => $data )
				: null
		);
		if ( $sending ) {
			self::send( $sending );
		}
	}

	/** Why nothing is sent without a person's click, or another one. Null if nothing is in the way. */
	private static function doubt( WC_Order $order, array $row ): ?string {
		$clicked = ! empty( $row['data']['clicked'] );
		$reasons = array(
			// A failed payment has no button: whoever clicked did so before.
			'unpaid'         => $order->has_status( 'failed' ) || ( ! $clicked && $order->has_status( array( 'pending', 'on-hold' ) ) ),
			'other-delivery' => ! $clicked && ! Ship_Elements_Terms::delivery( $order, $row['parcel'] ),
			// After days without the service or the plugin, the parcel may have been sent by hand.
			'old'            => time() - ( $row['data']['since'] ?? 0 ) > Ship_Elements_Ledger::LONGEST,
		);
		return array_keys( array_filter( $reasons ) )[0] ?? null;
	}

	public static function send_again( array $row ): void {
		$again = Ship_Elements_Ledger::next_try( $row, 'no-answer' );
		if ( $again ) {
			self::send( $again );
		}
	}

	/** Sends the body that was written down, and keeps what the answer proves. */
	private static function send( array $row ): void {
		if ( ! Ship_Elements_Ledger::is_ours( $row ) ) {
			return;
		}
		$answer = Ship_Elements_Service::send( 'POST', '/v1/orders', $row['body'] );
		$json   = $answer['json'];
		$own    = ( $json['reference_id'] ?? $row['reference'] ) === $row['reference'];
		$id     = is_string( $json['id'] ?? null ) ? $json['id'] : '';
		if ( 'accepted' === $answer['kind'] && '' !== $id && $own ) {
			$courier = (array) ( $json['courier'] ?? array() );
			self::placed( $row, $id, array( 'waybill' => $courier['waybill_id'] ?? '', 'status' => $json['status'] ?? '' ), array_filter( array( 'tracking' => $courier['tracking_id'] ?? null, 'link' => $courier['link'] ?? null, 'price' => $json['price'] ?? null ), 'is_scalar' ) );
			return;
		}
		$held_by = is_string( $json['details']['order_id'] ?? null ) ? $json['details']['order_id'] : '';
		if ( 'reference-used' === $answer['reason'] && $row['attempts'] > 1 && '' !== $held_by ) {
			// After a send without an answer, a used reference proves that our order was placed.
			self::placed( $row, (string) $held_by, array( 'waybill' => $json['details']['waybill_id'] ?? '' ), array() );
			return;
		}
		if ( 'reference-used' === $answer['reason'] && 1 === $row['attempts'] ) {
			// A proxy has sent it twice, or the number belongs to another order. The answer cannot tell which.
			Ship_Elements_Ledger::record( $row, fn ( $now ) => 'sending' === $now['state'] ? array( 'state' => 'unknown', 'data' => array( 'reason' => 'reference-used', 'held_by' => $held_by ) ) : null );
			Ship_Elements_Orders::note( $row['id'] );
			return;
		}
		if ( 'refused' === $answer['kind'] && 1 === $row['attempts'] ) {
			self::refuse( $row, $answer );
			return;
		}
		$due = Ship_Elements_Ledger::later( $row['attempts'] );
		Ship_Elements_Ledger::record( $row, fn ( $now ) => 'sending' === $now['state'] ? array( 'due' => $due, 'data' => array( 'reason' => 'no-answer' ) ) : null );
	}

	/** Proof counts in each state that does not know yet. */
	public static function placed( array $row, string $service_id, array $changes, array $data ): void {
		$texts  = array_filter( array_map( fn ( $text ) => is_scalar( $text ) ? sanitize_text_field( (string) $text ) : '', $changes ) );
		$placed = Ship_Elements_Ledger::change(
			$row['id'],
			fn ( $now ) => in_array( $now['state'], array( 'sending', 'unknown' ), true )
				? array( 'state' => 'placed', 'service_id' => sanitize_text_field( $service_id ), 'body' => null, 'lease' => 0, 'data' => array( 'reason' => null, 'held_by' => null, 'placed_at' => time() ) + $data ) + $texts
				: null
		);
		if ( ! $placed ) {
			return;
		}
		$order = Ship_Elements_Orders::fresh( $row['order_id'] );
		if ( $order ) {
			/* translators: 1: courier, 2: number of the delivery at the service, and its waybill */
			Ship_Elements_Orders::tell( $order, $placed, sprintf( __( 'Delivery ordered: %1$s, %2$s', 'ship-elements' ), $placed['data']['name'] ?? '', trim( "$placed[service_id] $placed[waybill]" ) ) );
		}
		Ship_Elements_Charges::note( null, $placed );
		Ship_Elements_Tracking::tell( $placed );
		// Messages that arrived before the number was known.
		Ship_Elements_Webhooks::apply_kept( $placed );
		if ( ( ! $order || $order->has_status( 'cancelled' ) ) && 'placed' === $placed['state'] ) {
			Ship_Elements_Ledger::change( $row['id'], fn () => array( 'data' => array( 'unwanted' => $order ? $placed['data']['unwanted'] ?? 'cancel' : 'ask' ) ) );
			Ship_Elements_Orders::soon( $row['id'] );
		}
		Ship_Elements_Orders::attempt( array( 'Ship_Elements_Changes', 'note_edited' ), $row['order_id'] );
	}

	private static function refusal( array $answer ): array {
		$about = array_intersect_key( $answer, array_flip( array( 'reason', 'asked', 'paid', 'cod', 'collects', 'country', 'courier', 'lines', 'item', 'grams', 'choices' ) ) );
		return array( 'state' => 'refused', 'body' => null, 'data' => $about + array( 'sentence' => isset( $answer['json']['error'] ) ? sanitize_text_field( $answer['json']['error'] ) : null ) );
	}

	/** Nothing exists at the service, and a person decides. */
	private static function refuse( array $row, array $answer ): void {
		Ship_Elements_Ledger::record( $row, fn ( $now ) => in_array( $now['state'], array( 'waiting', 'sending' ), true ) ? self::refusal( $answer ) : null );
		Ship_Elements_Orders::note( $row['id'] );
	}

	/** Cancels the delivery at the service. Returns a sentence if that was not possible. */
	public static function cancel( int $id ): ?string {
		$row = Ship_Elements_Ledger::find( $id );
		if ( $row && in_array( $row['state'], array( 'held', 'waiting', 'refused' ), true ) ) {
			$row = Ship_Elements_Ledger::change( $id, fn ( $now ) => $now['state'] === $row['state'] && ! Ship_Elements_Ledger::is_busy( $now ) ? array( 'state' => 'cancelled' ) : null );
			return $row ? null : Ship_Elements_Words::not_known();
		}
		if ( ! $row || 'cancelled' === $row['state'] ) {
			return null;
		}
		if ( 'cancelling' === $row['state'] ) {
			$taken = Ship_Elements_Ledger::take( $id, array( 'cancelling' ) );
			return $taken ? self::cancel_again( $taken ) : Ship_Elements_Words::not_known();
		}
		$taken = Ship_Elements_Ledger::take( $id, array( 'placed' ), array( 'state' => 'cancelling', 'attempts' => 1, 'due' => Ship_Elements_Ledger::later( 1 ) ) );
		return $taken ? self::send_cancel( $taken ) : Ship_Elements_Words::not_known();
	}

	/** Cancels the delivery, and orders it as the order is now. In the background, as `order` does. */
	public static function again( int $id ): void {
		Ship_Elements_Ledger::take( $id, array( 'placed' ), array( 'state' => 'cancelling', 'attempts' => 0, 'due' => time(), 'lease' => 0, 'data' => array( 'again' => true ) ) );
		Ship_Elements_Orders::soon( $id );
	}

	public static function cancel_again( array $row ): ?string {
		$again = Ship_Elements_Ledger::next_try( $row, 'not-cancelled' );
		if ( $again ) {
			return self::send_cancel( $again );
		}
		$now = Ship_Elements_Ledger::find( $row['id'] );
		return $now['attention'] ? Ship_Elements_Words::sentence( $now ) : Ship_Elements_Words::not_known();
	}

	private static function send_cancel( array $row ): ?string {
		$body   = array( 'cancellation_reason_code' => 'others', 'cancellation_reason' => 'Cancelled by the shop' );
		$answer = Ship_Elements_Service::send( 'POST', '/v1/orders/' . rawurlencode( $row['service_id'] ) . '/cancel', $body );
		$error  = (string) ( $answer['json']['error'] ?? '' );
		$worked = 'accepted' === $answer['kind'] && strtolower( (string) ( $answer['json']['id'] ?? '' ) ) === strtolower( $row['service_id'] );
		if ( $worked || ( 'not-cancellable' === $answer['reason'] && preg_match( '/already (cancell?ed|rejected|returned|disposed|courier_?not_?found)/i', $error ) ) ) {
			self::cancelled( $row['id'] );
			return null;
		}
		$decided = in_array( $answer['reason'], array( 'not-cancellable', 'order-not-found' ), true );
		if ( 'refused' === $answer['kind'] && ( $decided || 1 === $row['attempts'] ) ) {
			Ship_Elements_Ledger::record( $row, fn ( $now ) => 'cancelling' === $now['state'] ? array( 'state' => 'placed', 'data' => array( 'again' => null, 'unwanted' => 'cancel' === ( $now['data']['unwanted'] ?? '' ) ? 'ask' : null ) ) : null );
			$problem = __( 'The delivery was not cancelled.', 'ship-elements' ) . ' ' . sanitize_text_field( $error );
			$order   = wc_get_order( $row['order_id'] );
			if ( $order ) {
				Ship_Elements_Orders::tell( $order, $row, $problem );
			}
			return $problem;
		}
		Ship_Elements_Ledger::record( $row, fn ( $now ) => 'cancelling' === $now['state'] ? array( 'due' => Ship_Elements_Ledger::later( $now['attempts'] ) ) : null );
		return __( 'The service did not answer. The cancellation is sent again by itself.', 'ship-elements' );
	}

	public static function cancelled( int $id ): void {
		$again      = false;
		$with_order = false;
		$row        = Ship_Elements_Ledger::change(
			$id,
			function ( $now ) use ( &$again, &$with_order ) {
				$again      = isset( $now['data']['again'] );
				$with_order = 'cancel' === ( $now['data']['unwanted'] ?? '' );
				return 'cancelled' === $now['state'] ? null : array( 'state' => 'cancelled', 'status' => 'cancelled', 'body' => null, 'lease' => 0, 'data' => array( 'reason' => 'copy' === ( $now['data']['unwanted'] ?? 'copy' ) ? null : 'with-order' ) + array_fill_keys( array( 'unwanted', 'owed', 'edited', 'again' ), null ) );
			}
		);
		$order = $row ? wc_get_order( $row['order_id'] ) : null;
		if ( $order ) {
			Ship_Elements_Orders::tell( $order, $row, __( 'Delivery cancelled.', 'ship-elements' ) );
		}
		if ( $row && $again ) {
			Ship_Elements_Orders::order( $id, $row['data']['agreed'] ?? array() );
		} elseif ( $row && $with_order ) {
			// The order may have been paid again while the service was asked.
			$order = Ship_Elements_Orders::fresh( $row['order_id'] );
			if ( $order && $order->is_paid() ) {
				Ship_Elements_Orders::paid( $row['order_id'] );
			}
		}
	}
}
