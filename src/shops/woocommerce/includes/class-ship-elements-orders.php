<?php
defined( 'ABSPATH' ) || exit;

/** When the delivery of an order is ordered: by its payment, by a click of staff, or by the schedule. */
class Ship_Elements_Orders {
	const ADVANCE = 'ship_elements_advance';

	const SETTLE = 'ship_elements_settle';

	/** What is known of one delivery. The next one of the same order begins without it. */
	const OF_ONE = array( 'reason', 'unwanted', 'owed', 'kept', 'edited', 'label', 'kept_label', 'accepted', 'again', 'sentence', 'tracking', 'link', 'price', 'charged', 'collects', 'insured', 'collection', 'placed_at', 'status_at', 'heard' );

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

	/**
	 * A database that keeps nothing must not end what staff, or other plugins, are doing.
	 *
	 * @param int $id of an order, or the number of a delivery.
	 */
	public static function attempt( callable $step, int $id ): void {
		try {
			$step( $id );
		} catch ( Ship_Elements_Storage_Error $error ) {
			$order_id = Ship_Elements_Ledger::order_of( $id );
			Ship_Elements_Service::log( 'error', "Order $order_id: " . $error->getMessage() );
			$order = wc_get_order( $order_id );
			if ( $order ) {
				$order->add_order_note( __( 'The delivery needs attention.', 'ship-elements' ) . ' ' . __( 'The database did not keep a change of it.', 'ship-elements' ) );
			}
		}
	}

	/** An order that is paid, or that was restored from the trash. */
	public static function paid( int $id ): void {
		$order = wc_get_order( $id );
		// Of an order that was refunded whole nothing is owed, whatever a late message of a payment says.
		if ( ! $order || ! Ship_Elements_Terms::of( $order ) || self::is_refunded( $order ) ) {
			return;
		}
		// What staff are asked, staff answer. A payment that had failed answers for itself.
		$answered = current_user_can( 'edit_shop_orders' ) ? array( 'ask', 'cancel', 'unpaid' ) : array( 'unpaid' );
		$state    = Ship_Elements_Settings::is_on( 'manual' ) ? 'held' : 'waiting';
		// It may have waited because its payment was taken back. One that was cancelled with its order waits for a click.
		$again = function ( $row ) use ( $state, $answered ) {
			$after = array( 'held unpaid' => array( $state, null ), 'cancelled with-order' => array( 'held', 'paid-again' ) )[ $row['state'] . ' ' . ( $row['data']['reason'] ?? '' ) ] ?? null;
			if ( $after ) {
				// Its order may have changed while the price was asked: then it has a question, too.
				return array( 'state' => $after[0], 'due' => time(), 'data' => array( 'reason' => $after[1], 'since' => time(), 'unwanted' => null ) );
			}
			return in_array( $row['data']['unwanted'] ?? '', $answered, true ) ? array( 'data' => array( 'unwanted' => null ) ) : null;
		};
		foreach ( Ship_Elements_Terms::numbers( $order ) as $number ) {
			$is_new = Ship_Elements_Ledger::add( $number, $state );
			$row    = $is_new ? null : Ship_Elements_Ledger::change( $number, $again );
			if ( $is_new || $row ) {
				self::soon( $number );
			}
			if ( 'paid-again' === ( $row['data']['reason'] ?? '' ) ) {
				self::tell( $order, $row, Ship_Elements_Words::sentence( $row ) );
			}
		}
	}

	private static function is_refunded( WC_Order $order ): bool {
		$total = (float) $order->get_total();
		return $total > 0 && round( $total - (float) $order->get_total_refunded() ) <= 0;
	}

	/** Whether nothing of it is sent any more: it was cancelled, or refunded whole, whatever its status is by now. */
	public static function is_over( WC_Order $order ): bool {
		return $order->has_status( array( 'cancelled', 'refunded' ) ) || self::is_refunded( $order );
	}

	/** An order that staff complete before its delivery is ordered was probably brought away by hand: a person decides. */
	public static function sent_by_hand( int $id ): void {
		foreach ( Ship_Elements_Terms::numbers( wc_get_order( $id ) ) as $number ) {
			Ship_Elements_Ledger::change( $number, fn ( $row ) => 'waiting' === $row['state'] && ! Ship_Elements_Ledger::is_busy( $row ) ? array( 'state' => 'held', 'data' => array( 'reason' => 'completed' ) ) : null );
		}
	}

	/** Outside the shopper's request. If this is lost, the scheduled work finds the row. */
	public static function soon( int $id ): void {
		if ( function_exists( 'as_enqueue_async_action' ) ) {
			as_enqueue_async_action( self::ADVANCE, array( $id ), 'ship-elements' );
		} else {
			wp_schedule_single_event( time(), self::ADVANCE, array( $id ) );
		}
	}

	/** Rupiah that are to be paid at the door for a parcel, without what was refunded. */
	public static function due_of( WC_Order $order, int $parcel = 0 ): int {
		$cod = Ship_Elements_Checkout::is_cod( $order->get_payment_method() );
		$due = $cod ? (int) round( (float) $order->get_total() - (float) $order->get_total_refunded() ) : 0;
		/** Filters the rupiah that the courier collects, for example the rest of an order that was paid ahead in part. */
		$due = max( 0, (int) apply_filters( 'ship_elements_due', $due, $order ) );
		return Ship_Elements_Terms::shares( $order, $due )[ $parcel ] ?? 0;
	}

	/** Takes a delivery one step further. Call it as often as you like: the same one is placed once. */
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
				Ship_Elements_Delivery::cancel( $row['id'] );
			} else {
				// A late message of a payment came first. Staff who set it to paid have answered by that: see `paid`.
				Ship_Elements_Ledger::change( $row['id'], fn ( $row ) => 'cancel' === ( $row['data']['unwanted'] ?? '' ) ? array( 'data' => array( 'unwanted' => 'ask' ) ) : null );
			}
			return;
		}
		// A pause is between two tries. It must not keep a cancellation waiting.
		if ( $row['due'] > time() ) {
			return;
		}
		$steps = array( 'waiting' => 'begin', 'sending' => 'send_again', 'cancelling' => 'cancel_again' );
		$step  = $steps[ $row['state'] ] ?? null;
		$taken = $step ? Ship_Elements_Ledger::take( $row['id'], array( $row['state'] ) ) : null;
		if ( $taken ) {
			Ship_Elements_Delivery::$step( $taken );
		}
	}

	/** The order as the database has it now: staff may have changed it while this process waited. */
	public static function fresh( int $id ): ?WC_Order {
		wp_cache_flush_runtime();
		Ship_Elements_Storage::forget();
		$order = wc_get_order( $id );
		return $order instanceof WC_Order && 'trash' !== $order->get_status() ? $order : null;
	}

	/** @param int $id number of a delivery */
	public static function note( int $id ): void {
		$order = wc_get_order( Ship_Elements_Ledger::order_of( $id ) );
		$row   = Ship_Elements_Ledger::find( $id );
		if ( $order && $row && ( $row['attention'] || isset( $row['data']['edited'] ) ) ) {
			self::tell( $order, $row, ltrim( ( $row['attention'] ? __( 'The delivery needs attention.', 'ship-elements' ) : '' ) . ' ' . Ship_Elements_Words::sentence( $row ) ) );
		}
	}

	/** A note of the order about one of its parcels. */
	public static function tell( WC_Order $order, array $row, string $text ): void {
		$name = Ship_Elements_Words::parcel( $order, $row['parcel'] );
		$order->add_order_note( '' === $name ? $text : "$name: $text" );
	}

	/** @return array[] service, name, price and cod of the few rates from which staff choose */
	public static function choices( WC_Order $order, int $parcel, array $rows, bool $cod ): array {
		$rows = $cod ? Ship_Elements_Quotes::collected( $rows, Ship_Elements_Parcel::goods_of( $order, $parcel ) ) : $rows;
		return array_map( fn ( $row ) => array( 'service' => $row['service'], 'name' => Ship_Elements_Terms::name( $row['rate'] ), 'price' => $row['price'], 'cod' => $cod ), $rows ? Ship_Elements_Pricing::short_list( $rows ) : array() );
	}

	/** Asks for the prices of all couriers, at the order's own data, for staff to choose from. Returns a sentence if there are none. */
	public static function ask( int $id ): ?string {
		$order   = wc_get_order( Ship_Elements_Ledger::order_of( $id ) );
		$parcel  = Ship_Elements_Ledger::parcel_of( $id );
		$terms   = Ship_Elements_Terms::of( $order, $parcel ) + Ship_Elements_Terms::unsold( $order );
		$cod     = Ship_Elements_Checkout::is_cod( $order->get_payment_method() );
		$asked   = Ship_Elements_Quotes::of_order( $order, $parcel, $terms['insured'], $cod, Ship_Elements_Settings::couriers() );
		$choices = self::choices( $order, $parcel, $asked['rows'], $cod );
		if ( ! $choices ) {
			return Ship_Elements_Words::sentence( array( 'state' => 'refused', 'data' => array( 'reason' => 'accepted' === $asked['kind'] ? 'no-courier' : $asked['reason'] ) + $asked ) );
		}
		if ( ! Ship_Elements_Ledger::add( $id, 'held', array( 'reason' => 'not-sold', 'choices' => $choices ) ) ) {
			Ship_Elements_Ledger::change( $id, fn () => array( 'data' => array( 'choices' => $choices ) ) );
		}
		self::add_others( $order );
		return null;
	}

	/** The other parcels of an order wait for its payment, or for clicks of their own. What looks for changes of an order looks for its first one. */
	public static function add_others( WC_Order $order ): void {
		foreach ( Ship_Elements_Terms::numbers( $order ) as $number ) {
			Ship_Elements_Ledger::add( $number, 'held', $order->is_paid() ? array() : array( 'reason' => 'unpaid' ) );
		}
	}

	/** Staff choose one of these prices. An order that no checkout has sold gets it as its delivery, and one that is not paid yet waits for that. */
	public static function choose( int $id, string $service ): void {
		$row    = Ship_Elements_Ledger::find( $id );
		$choice = array_values( array_filter( $row['data']['choices'] ?? array(), fn ( $each ) => $each['service'] === $service ) )[0] ?? null;
		$order  = $choice ? wc_get_order( $row['order_id'] ) : null;
		if ( ! $order ) {
			return;
		}
		$is_sold = '' !== ( Ship_Elements_Terms::of( $order, $row['parcel'] )['service'] ?? '' );
		if ( ! $is_sold ) {
			Ship_Elements_Terms::sell( $order, $choice );
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
		$order = wc_get_order( Ship_Elements_Ledger::order_of( $id ) );
		if ( ! $order || ! Ship_Elements_Terms::of( $order, Ship_Elements_Ledger::parcel_of( $id ) ) ) {
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
		self::add_others( $order );
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
			Ship_Elements_Delivery::placed( $row, $service_id, array(), array() );
		} elseif ( '' === $service_id && $row['changed'] > time() - 600 ) {
			return __( 'What was sent may still arrive. Look again ten minutes after it was sent.', 'ship-elements' );
		} else {
			$state = '' === $row['service_id'] ? 'refused' : ( '' === $service_id ? 'cancelled' : 'placed' );
			Ship_Elements_Ledger::change( $id, fn () => array( 'state' => $state, 'body' => null, 'data' => array( 'reason' => 'refused' === $state ? 'not-placed' : null ) ) );
		}
		return null;
	}
}
