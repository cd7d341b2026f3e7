<?php
defined( 'ABSPATH' ) || exit;

/** Orders the delivery of a paid order, once, and cancels it. */
class Ship_Elements_Orders {
	const ADVANCE = 'ship_elements_advance';

	const SETTLE = 'ship_elements_settle';

	/** What is known of one delivery. The next one of the same order begins without it. */
	const OF_ONE = array( 'reason', 'unwanted', 'owed', 'kept', 'edited', 'label', 'kept_label', 'accepted', 'again', 'sentence', 'tracking', 'link', 'price', 'charged', 'collects', 'insured', 'collection', 'placed_at', 'status_at' );

	public static function register(): void {
		$class = self::class;
		foreach ( array( 'processing', 'completed' ) as $status ) {
			add_action( "woocommerce_order_status_$status", fn ( $id ) => self::attempt( array( $class, 'paid' ), (int) $id ) );
		}
		add_action( 'woocommerce_order_status_processing_to_completed', fn ( $id ) => self::attempt( array( $class, 'sent_by_hand' ), (int) $id ) );
		add_action( self::ADVANCE, array( $class, 'advance' ) );
		add_action( self::SETTLE, array( $class, 'settle' ) );
		add_action( 'init', array( $class, 'schedule' ), 20 );
	}

	/** Tries again need visits of the site, or a real cron job. */
	public static function schedule(): void {
		if ( ! wp_next_scheduled( self::SETTLE ) ) {
			wp_schedule_event( time(), 'ship_elements_minutes', self::SETTLE );
		}
	}

	/** Continues what is due. */
	public static function settle(): void {
		Ship_Elements_Storage::sweep();
		Ship_Elements_Privacy::settle();
		$list = Ship_Elements_Storage::get( 'couriers' );
		if ( null === Ship_Elements_Settings::problem() && ( ! $list || $list['created'] < time() - DAY_IN_SECONDS ) ) {
			Ship_Elements_Settings::fetch_couriers();
		}
		foreach ( Ship_Elements_Ledger::due() as $id ) {
			// The next run finds the row again.
			self::attempt( array( self::class, 'advance' ), $id );
		}
	}

	/** A database that keeps nothing must not end what staff, or other plugins, are doing. */
	public static function attempt( callable $step, int $id ): void {
		try {
			$step( $id );
		} catch ( Ship_Elements_Storage_Error $error ) {
			Ship_Elements_Service::log( 'error', "Order $id: " . $error->getMessage() );
			$order = wc_get_order( $id );
			if ( $order ) {
				$order->add_order_note( __( 'The delivery needs attention.', 'ship-elements' ) . ' ' . __( 'The database did not keep a change of it.', 'ship-elements' ) );
			}
		}
	}

	/** An order that is paid, or that was restored from the trash. */
	public static function paid( int $id ): void {
		$order = wc_get_order( $id );
		if ( ! $order || ! Ship_Elements_Checkout::terms( $order ) ) {
			return;
		}
		$state = Ship_Elements_Settings::is_on( 'manual' ) ? 'held' : 'waiting';
		// It may have waited because its payment was taken back. One that was cancelled with its order waits for a click.
		$again = function ( $row ) use ( $state ) {
			if ( in_array( $row['data']['unwanted'] ?? '', array( 'ask', 'unpaid' ), true ) ) {
				return array( 'data' => array( 'unwanted' => null ) );
			}
			$after = array( 'held unpaid' => $state, 'cancelled with-order' => 'held' )[ $row['state'] . ' ' . ( $row['data']['reason'] ?? '' ) ] ?? null;
			return $after ? array( 'state' => $after, 'due' => time(), 'data' => array( 'reason' => null, 'since' => time() ) ) : null;
		};
		if ( Ship_Elements_Ledger::add( $id, $state ) || Ship_Elements_Ledger::change( $id, $again ) ) {
			self::soon( $id );
		}
	}

	/** An order that staff complete before its delivery is ordered was probably brought away by hand: a person decides. */
	public static function sent_by_hand( int $id ): void {
		Ship_Elements_Ledger::change( (int) $id, fn ( $row ) => 'waiting' === $row['state'] && ! Ship_Elements_Ledger::is_busy( $row ) ? array( 'state' => 'held', 'data' => array( 'reason' => 'completed' ) ) : null );
	}

	/** Outside the shopper's request. If this is lost, the scheduled work finds the row. */
	public static function soon( int $id ): void {
		if ( function_exists( 'as_enqueue_async_action' ) ) {
			as_enqueue_async_action( self::ADVANCE, array( $id ), 'ship-elements' );
		} else {
			wp_schedule_single_event( time(), self::ADVANCE, array( $id ) );
		}
	}

	/** Rupiah that are to be paid at the door, without what was refunded. */
	public static function due_of( WC_Order $order ): int {
		$cod = Ship_Elements_Checkout::is_cod( $order->get_payment_method() );
		$due = $cod ? (int) round( (float) $order->get_total() - (float) $order->get_total_refunded() ) : 0;
		/** Filters the rupiah that the courier collects, for example the rest of an order that was paid ahead in part. */
		return max( 0, (int) apply_filters( 'ship_elements_due', $due, $order ) );
	}

	/** Takes an order's delivery one step further. Call it as often as you like: the same order is placed once. */
	public static function advance( $id ): void {
		if ( null !== Ship_Elements_Settings::problem() ) {
			return;
		}
		$row = Ship_Elements_Ledger::find( (int) $id );
		if ( ! $row ) {
			return;
		}
		if ( 'placed' === $row['state'] && 'cancel' === ( $row['data']['unwanted'] ?? '' ) ) {
			$order = self::fresh( $row['order_id'] );
			if ( ! $order || $order->has_status( 'cancelled' ) ) {
				self::cancel( $row['order_id'] );
			} else {
				Ship_Elements_Ledger::change( $row['order_id'], fn () => array( 'data' => array( 'unwanted' => null ) ) );
			}
			return;
		}
		// A pause is between two tries. It must not keep a cancellation waiting.
		if ( $row['due'] > time() ) {
			return;
		}
		$steps = array( 'waiting' => 'begin', 'sending' => 'send_again', 'cancelling' => 'cancel_again' );
		$step  = $steps[ $row['state'] ] ?? null;
		$taken = $step ? Ship_Elements_Ledger::take( $row['order_id'], array( $row['state'] ) ) : null;
		if ( $taken ) {
			self::$step( $taken );
		}
	}

	/** The order as the database has it now: staff may have changed it while this process waited. */
	public static function fresh( int $id ): ?WC_Order {
		wp_cache_flush_runtime();
		Ship_Elements_Storage::forget();
		$order = wc_get_order( $id );
		return $order instanceof WC_Order && 'trash' !== $order->get_status() ? $order : null;
	}

	/** What the order says now, without the price of its delivery. */
	private static function fields( WC_Order $order ): array {
		$terms = Ship_Elements_Checkout::terms( $order );
		$due   = self::due_of( $order );
		$items = Ship_Elements_Parcel::items_of( $order );
		$body  = array( 'origin_postal_code' => Ship_Elements_Text::postcode( Ship_Elements_Settings::get( 'origin_postcode' ) ) )
			+ (array) Ship_Elements_Parcel::destination_of( $order ) + Ship_Elements_Parcel::contacts( $order )
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
	private static function begin( array $row ): void {
		$order = self::fresh( $row['order_id'] );
		$terms = $order ? Ship_Elements_Checkout::terms( $order ) : array();
		$is_erased = isset( $row['data']['erased'] );
		if ( ! $terms || $is_erased || $order->has_status( array( 'cancelled', 'refunded', 'failed' ) ) ) {
			self::record( $row, fn () => array( 'state' => 'cancelled', 'data' => array( 'reason' => $is_erased ? 'erased' : 'with-order' ) ) );
			return;
		}
		$doubt = self::doubt( $order, $row );
		if ( $doubt ) {
			self::record( $row, fn () => array( 'state' => 'held', 'data' => array( 'reason' => $doubt ) ) );
			return;
		}
		$agreed = $row['data']['agreed'] ?? array();
		$sold   = ( $agreed['service'] ?? '' ) ? $agreed : array_intersect_key( $terms, array_flip( array( 'service', 'name', 'price' ) ) );
		$fields = self::fields( $order );
		$cod    = isset( $fields['destination_cash_on_delivery'] );
		list( $courier, $service ) = explode( '/', $sold['service'] . '/' );
		$couriers = '' === $courier ? Ship_Elements_Settings::couriers() : $courier;
		$asked    = Ship_Elements_Quotes::of_order( $order, $terms['insured'], $cod, $couriers, (int) $terms['subsidy'], Ship_Elements_Service::SEND );
		if ( 'no-proof' === $asked['kind'] ) {
			self::record( $row, fn ( $row ) => array( 'attempts' => $row['attempts'] + 1, 'due' => Ship_Elements_Ledger::later( $row['attempts'] ), 'data' => array( 'reason' => $asked['reason'] ) ) );
			return;
		}
		if ( '' === $courier && $asked['rows'] ) {
			self::refuse( $row, array( 'reason' => 'not-sold', 'choices' => self::choices( $asked['rows'], $cod ) ) );
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
		if ( $price > $most || $paid_otherwise || ( $fields['destination_cash_on_delivery'] ?? 0 ) > Ship_Elements_Pricing::COD_LIMIT ) {
			self::refuse( $row, array( 'reason' => $price > $most ? 'price-changed' : 'other-payment', 'asked' => $price, 'paid' => $terms['price'], 'cod' => $cod, 'collects' => $fields['destination_cash_on_delivery'] ?? 0 ) );
			return;
		}
		$collection = Ship_Elements_Pricing::collection( $found['rate'] );
		$body       = $fields + array( 'courier_company' => $courier, 'courier_type' => $service, 'reference_id' => sprintf( 'woo-%d-%s', $row['order_id'], bin2hex( random_bytes( 12 ) ) ) )
			+ ( $collection ? array( 'origin_collection_method' => $collection ) : array() );
		$order      = self::fresh( $row['order_id'] );
		if ( ! $order || self::fields( $order ) !== $fields || $order->has_status( array( 'cancelled', 'refunded' ) ) ) {
			// Staff have changed the order while the price was asked: it begins again.
			self::record( $row, fn () => array( 'due' => time() ) );
			self::soon( $row['order_id'] );
			return;
		}
		// Who has paid later than the dates hold gets those of the payment.
		$promise = Ship_Elements_Checkout::is_in_time( $order ) ? null : Ship_Elements_Settings::promise( $found['rate'], Ship_Elements_Checkout::counts_from( $order ) );
		$dates   = $promise ? array( 'arrival' => Ship_Elements_Pricing::arrival_text( $promise ), 'last' => $promise['last'] ) : array( 'arrival' => $terms['arrival'] ?? '', 'last' => $terms['last'] ?? '' );
		$data    = $dates + array( 'reason' => null, 'clicked' => null, 'label' => Ship_Elements_Changes::label( $order ), 'name' => $sold['name'], 'service' => $sold['service'], 'paid' => $terms['price'], 'charged' => $found['price'] + $found['subsidy'], 'collection' => $collection, 'insured' => $body['courier_insurance'] ?? null, 'collects' => $body['destination_cash_on_delivery'] ?? null, 'choices' => null );
		$sending = Ship_Elements_Ledger::change(
			$row['order_id'],
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
			'unpaid'         => ! $clicked && $order->has_status( array( 'pending', 'on-hold' ) ),
			'other-delivery' => ! $clicked && ! $order->has_shipping_method( 'ship_elements' ),
			// After days without the service or the plugin, the parcel may have been sent by hand.
			'old'            => time() - ( $row['data']['since'] ?? 0 ) > Ship_Elements_Ledger::LONGEST,
		);
		return array_keys( array_filter( $reasons ) )[0] ?? null;
	}

	private static function send_again( array $row ): void {
		$again = self::next_try( $row, 'no-answer' );
		if ( $again ) {
			self::send( $again );
		}
	}

	/** The row for one more try. After too many of them, a person has to look. */
	private static function next_try( array $row, string $reason ): ?array {
		if ( $row['attempts'] >= Ship_Elements_Ledger::SENDS ) {
			self::record( $row, fn () => array( 'state' => 'unknown', 'data' => array( 'reason' => $reason ) ) );
			return null;
		}
		return Ship_Elements_Ledger::change( $row['order_id'], fn ( $now ) => $now['lease'] === $row['lease'] ? array( 'attempts' => $now['attempts'] + 1, 'due' => Ship_Elements_Ledger::later( $now['attempts'] + 1 ) ) : null );
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
			self::record( $row, fn ( $now ) => 'sending' === $now['state'] ? array( 'state' => 'unknown', 'data' => array( 'reason' => 'reference-used', 'held_by' => $held_by ) ) : null );
			self::note( $row['order_id'] );
			return;
		}
		if ( 'refused' === $answer['kind'] && 1 === $row['attempts'] ) {
			self::refuse( $row, $answer );
			return;
		}
		$due = Ship_Elements_Ledger::later( $row['attempts'] );
		self::record( $row, fn ( $now ) => 'sending' === $now['state'] ? array( 'due' => $due, 'data' => array( 'reason' => 'no-answer' ) ) : null );
	}

	/** Proof counts in each state that does not know yet. */
	public static function placed( array $row, string $service_id, array $changes, array $data ): void {
		$texts  = array_filter( array_map( fn ( $text ) => is_scalar( $text ) ? sanitize_text_field( (string) $text ) : '', $changes ) );
		$placed = Ship_Elements_Ledger::change(
			$row['order_id'],
			fn ( $now ) => in_array( $now['state'], array( 'sending', 'unknown' ), true )
				? array( 'state' => 'placed', 'service_id' => sanitize_text_field( $service_id ), 'body' => null, 'lease' => 0, 'data' => array( 'reason' => null, 'held_by' => null, 'placed_at' => time() ) + $data ) + $texts
				: null
		);
		if ( ! $placed ) {
			return;
		}
		$order = self::fresh( $row['order_id'] );
		if ( $order ) {
			/* translators: 1: courier, 2: number of the delivery at the service, and its waybill */
			$order->add_order_note( sprintf( __( 'Delivery ordered: %1$s, %2$s', 'ship-elements' ), $placed['data']['name'] ?? '', trim( "$placed[service_id] $placed[waybill]" ) ) );
		}
		Ship_Elements_Charges::note( null, $placed );
		Ship_Elements_Tracking::tell( $placed );
		// Messages that arrived before the number was known.
		Ship_Elements_Webhooks::apply_kept( $placed );
		if ( ( ! $order || $order->has_status( 'cancelled' ) ) && 'placed' === $placed['state'] ) {
			Ship_Elements_Ledger::change( $row['order_id'], fn () => array( 'data' => array( 'unwanted' => $order ? 'cancel' : 'ask' ) ) );
			self::soon( $row['order_id'] );
		}
		self::attempt( array( 'Ship_Elements_Changes', 'note_edited' ), $row['order_id'] );
	}

	private static function refusal( array $answer ): array {
		$about = array_intersect_key( $answer, array_flip( array( 'reason', 'asked', 'paid', 'cod', 'collects', 'country', 'lines', 'choices' ) ) );
		return array( 'state' => 'refused', 'body' => null, 'data' => $about + array( 'sentence' => isset( $answer['json']['error'] ) ? sanitize_text_field( $answer['json']['error'] ) : null ) );
	}

	/** Nothing exists at the service, and a person decides. */
	private static function refuse( array $row, array $answer ): void {
		self::record( $row, fn ( $now ) => in_array( $now['state'], array( 'waiting', 'sending' ), true ) ? self::refusal( $answer ) : null );
		self::note( $row['order_id'] );
	}

	/** Writes a result, and gives the row back. A message of the service may have changed it meanwhile. */
	private static function record( array $row, callable $decide ): void {
		Ship_Elements_Ledger::change(
			$row['order_id'],
			function ( $now ) use ( $row, $decide ) {
				$changes = $now['lease'] === $row['lease'] ? $decide( $now ) : null;
				return null === $changes ? null : $changes + array( 'lease' => 0 );
			}
		);
	}

	public static function note( int $id ): void {
		$order = wc_get_order( $id );
		$row   = Ship_Elements_Ledger::find( $id );
		if ( $order && $row && ( $row['attention'] || isset( $row['data']['edited'] ) ) ) {
			$order->add_order_note( ltrim( ( $row['attention'] ? __( 'The delivery needs attention.', 'ship-elements' ) : '' ) . ' ' . Ship_Elements_Words::sentence( $row ) ) );
		}
	}

	/** @return array[] service, name, price and cod of the few rates from which staff choose */
	private static function choices( array $rows, bool $cod ): array {
		return array_map( fn ( $row ) => array( 'service' => $row['service'], 'name' => Ship_Elements_Checkout::name( $row['rate'] ), 'price' => $row['price'], 'cod' => $cod ), Ship_Elements_Pricing::short_list( $rows ) );
	}

	/** Asks for the prices of all couriers, at the order's own data, for staff to choose from. Returns a sentence if there are none. */
	public static function ask( int $id ): ?string {
		$order = wc_get_order( $id );
		$terms = Ship_Elements_Checkout::terms( $order ) + Ship_Elements_Checkout::unsold( $order );
		$cod   = Ship_Elements_Checkout::is_cod( $order->get_payment_method() );
		$asked = Ship_Elements_Quotes::of_order( $order, $terms['insured'], $cod, Ship_Elements_Settings::couriers() );
		if ( ! $asked['rows'] ) {
			return Ship_Elements_Words::sentence( array( 'state' => 'refused', 'data' => array( 'reason' => 'accepted' === $asked['kind'] ? 'no-courier' : $asked['reason'] ) + $asked ) );
		}
		$choices = array( 'choices' => self::choices( $asked['rows'], $cod ) );
		if ( ! Ship_Elements_Ledger::add( $id, 'held', array( 'reason' => 'not-sold' ) + $choices ) ) {
			Ship_Elements_Ledger::change( $id, fn () => array( 'data' => $choices ) );
		}
		return null;
	}

	/** Staff choose one of these prices. An order that no checkout has sold gets it as its delivery, and one that is not paid yet waits for that. */
	public static function choose( int $id, string $service ): void {
		$row    = Ship_Elements_Ledger::find( $id );
		$choice = array_values( array_filter( $row['data']['choices'] ?? array(), fn ( $each ) => $each['service'] === $service ) )[0] ?? null;
		$order  = $choice ? wc_get_order( $id ) : null;
		if ( ! $order ) {
			return;
		}
		$is_sold = '' !== ( Ship_Elements_Checkout::terms( $order )['service'] ?? '' );
		if ( ! $is_sold ) {
			Ship_Elements_Checkout::sell( $order, $choice );
		}
		if ( ! $is_sold && ! $order->is_paid() ) {
			Ship_Elements_Ledger::change( $id, fn () => array( 'state' => 'held', 'data' => array( 'reason' => 'unpaid', 'choices' => null ) ) );
		} else {
			self::order( $id, $choice );
		}
	}

	/**
	 * A person orders it: for the first time, again after a cancellation, at another price or by another service. Price and order are asked for
	 * in the background, because a courier's answer may take many seconds.
	 *
	 * @param array $agreed service, name, price and cod that the person has agreed to, if they differ from what was sold.
	 */
	public static function order( int $id, array $agreed = array() ): void {
		$order = wc_get_order( $id );
		if ( ! $order || ! Ship_Elements_Checkout::terms( $order ) ) {
			return;
		}
		$click = array( 'clicked' => true, 'since' => time(), 'agreed' => $agreed ? $agreed : null );
		$fresh = array( 'state' => 'waiting', 'attempts' => 0, 'due' => time(), 'reference' => '', 'service_id' => '', 'waybill' => '', 'status' => '', 'body' => null );
		if ( ! Ship_Elements_Ledger::add( $id, 'waiting', $click ) ) {
			Ship_Elements_Ledger::change(
				$id,
				function ( $row ) use ( $click, $fresh ) {
					if ( Ship_Elements_Ledger::is_busy( $row ) ) {
						return null;
					}
					if ( in_array( $row['state'], array( 'held', 'refused', 'cancelled' ), true ) ) {
						return $fresh + array( 'data' => $click + array_fill_keys( self::OF_ONE, null ) );
					}
					// What waits for its next try is tried now.
					return in_array( $row['state'], array( 'waiting', 'sending' ), true ) ? array( 'due' => time(), 'data' => 'waiting' === $row['state'] ? $click : array() ) : null;
				}
			);
		}
		self::soon( $id );
	}

	/**
	 * What a person has found at the service: the number of our order, or an empty text if there is none.
	 *
	 * @return string|null why it is not taken
	 */
	public static function found( int $id, string $service_id ): ?string {
		$row = Ship_Elements_Ledger::find( $id );
		if ( ! $row || 'unknown' !== $row['state'] ) {
			return null;
		}
		if ( '' !== $service_id && '' === $row['service_id'] ) {
			if ( ! preg_match( '/^[\w-]{8,64}$/', $service_id ) || Ship_Elements_Ledger::by_service_id( $service_id ) ) {
				return __( 'This is no number of a delivery, or it belongs to another order.', 'ship-elements' );
			}
			self::placed( $row, $service_id, array(), array() );
		} elseif ( '' === $service_id && $row['changed'] > time() - 600 ) {
			return __( 'What was sent may still arrive. Look again ten minutes after it was sent.', 'ship-elements' );
		} else {
			$state = '' === $row['service_id'] ? 'refused' : ( '' === $service_id ? 'cancelled' : 'placed' );
			Ship_Elements_Ledger::change( $id, fn () => array( 'state' => $state, 'body' => null, 'data' => array( 'reason' => 'refused' === $state ? 'not-placed' : null ) ) );
		}
		return null;
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
		self::soon( $id );
	}

	private static function cancel_again( array $row ): ?string {
		$again = self::next_try( $row, 'not-cancelled' );
		if ( $again ) {
			return self::send_cancel( $again );
		}
		$now = Ship_Elements_Ledger::find( $row['order_id'] );
		return $now['attention'] ? Ship_Elements_Words::sentence( $now ) : Ship_Elements_Words::not_known();
	}

	private static function send_cancel( array $row ): ?string {
		$body   = array( 'cancellation_reason_code' => 'others', 'cancellation_reason' => 'Cancelled by the shop' );
		$answer = Ship_Elements_Service::send( 'POST', '/v1/orders/' . rawurlencode( $row['service_id'] ) . '/cancel', $body );
		$error  = (string) ( $answer['json']['error'] ?? '' );
		$worked = 'accepted' === $answer['kind'] && strtolower( (string) ( $answer['json']['id'] ?? '' ) ) === strtolower( $row['service_id'] );
		if ( $worked || ( 'not-cancellable' === $answer['reason'] && preg_match( '/already (cancell?ed|rejected|returned|disposed|courier_?not_?found)/i', $error ) ) ) {
			self::cancelled( $row['order_id'] );
			return null;
		}
		$decided = in_array( $answer['reason'], array( 'not-cancellable', 'order-not-found' ), true );
		if ( 'refused' === $answer['kind'] && ( $decided || 1 === $row['attempts'] ) ) {
			self::record( $row, fn ( $now ) => 'cancelling' === $now['state'] ? array( 'state' => 'placed', 'data' => array( 'again' => null, 'unwanted' => 'cancel' === ( $now['data']['unwanted'] ?? '' ) ? 'ask' : null ) ) : null );
			$problem = __( 'The delivery was not cancelled.', 'ship-elements' ) . ' ' . sanitize_text_field( $error );
			$order   = wc_get_order( $row['order_id'] );
			if ( $order ) {
				$order->add_order_note( $problem );
			}
			return $problem;
		}
		self::record( $row, fn ( $now ) => 'cancelling' === $now['state'] ? array( 'due' => Ship_Elements_Ledger::later( $now['attempts'] ) ) : null );
		return __( 'The service did not answer. The cancellation is sent again by itself.', 'ship-elements' );
	}

	public static function cancelled( int $id ): void {
		$again = false;
		$row   = Ship_Elements_Ledger::change(
			$id,
			function ( $now ) use ( &$again ) {
				$again = isset( $now['data']['again'] );
				return 'cancelled' === $now['state'] ? null : array( 'state' => 'cancelled', 'status' => 'cancelled', 'body' => null, 'lease' => 0, 'data' => array( 'reason' => isset( $now['data']['unwanted'] ) ? 'with-order' : null ) + array_fill_keys( array( 'unwanted', 'owed', 'edited', 'again' ), null ) );
			}
		);
		$order = $row ? wc_get_order( $id ) : null;
		if ( $order ) {
			$order->add_order_note( __( 'Delivery cancelled.', 'ship-elements' ) );
		}
		if ( $row && $again ) {
			self::order( $id, $row['data']['agreed'] ?? array() );
		}
	}
}
