<?php
defined( 'ABSPATH' ) || exit;

/**
 * Orders the delivery of a paid order, once.
 *
 * What is kept with the order: state (unpaid, waiting, placed, needs-attention, cancelled), reason, accepted, price_max, reference,
 * attempt, body, tries, id, waybill, price.
 */
class Ship_Elements_Orders {
	const META = '_ship_elements';

	const PLACE = 'ship_elements_place';

	const CANCEL = 'ship_elements_cancel';

	/** Minutes until the next try. The gateway itself goes on in between. */
	const PAUSES = array( 1, 2, 5, 15, 60, 180, 360, 720 );

	/** Seconds after which the lock of a process that has ended is taken over. */
	const LOCK = 120;

	public static function register(): void {
		$class = self::class;
		add_action( 'woocommerce_order_status_processing', array( $class, 'paid' ) );
		add_action( 'woocommerce_order_status_completed', array( $class, 'paid' ) );
		add_action( 'woocommerce_order_status_cancelled', array( $class, 'cancelled_in_shop' ) );
		add_action( self::PLACE, array( $class, 'place' ) );
		add_action( self::CANCEL, array( $class, 'cancel' ) );
	}

	public static function data( WC_Order $order ): array {
		$data = $order->get_meta( self::META );
		return is_array( $data ) ? $data : array();
	}

	public static function save( WC_Order $order, array $changes, bool $persist = true ): void {
		$order->update_meta_data( self::META, $changes + self::data( $order ) );
		if ( $persist ) {
			$order->save();
		}
	}

	public static function paid( $id ): void {
		$order = wc_get_order( $id );
		if ( $order && 'unpaid' === ( self::data( $order )['state'] ?? '' ) ) {
			// The action is scheduled first, so that no order waits for a missing action.
			self::schedule( self::PLACE, (int) $id, 0 );
			self::save( $order, array( 'state' => 'waiting' ) );
		}
	}

	public static function cancelled_in_shop( $id ): void {
		$order = wc_get_order( $id );
		if ( $order && self::data( $order ) ) {
			self::schedule( self::CANCEL, (int) $id, 0 );
		}
	}

	/** Runs the action soon, outside the shopper's request. */
	private static function schedule( string $action, int $id, int $minutes ): void {
		$when = time() + 60 * $minutes;
		if ( function_exists( 'as_schedule_single_action' ) ) {
			as_schedule_single_action( $when, $action, array( $id ), 'ship-elements' );
		} else {
			wp_schedule_single_event( $when, $action, array( $id ) );
		}
	}

	/** Sends the order to the gateway. Call it as often as you like: the same order is placed once. */
	public static function place( $id ): void {
		self::locked(
			(int) $id,
			function ( WC_Order $order ) {
				$data = self::data( $order );
				if ( ! in_array( $data['state'], array( 'unpaid', 'waiting' ), true ) ) {
					return;
				}
				// An order that was sent is finished first, and cancelled then.
				if ( empty( $data['reference'] ) ) {
					if ( $order->has_status( array( 'cancelled', 'refunded' ) ) ) {
						self::save( $order, array( 'state' => 'cancelled' ) );
						return;
					}
					$reason = self::why_not( $order, $data );
					if ( $reason ) {
						self::attention( $order, $reason );
						return;
					}
					$attempt   = ( $data['attempt'] ?? 0 ) + 1;
					$reference = sprintf( 'woo-%s-%d-%d', substr( md5( home_url() ), 0, 8 ), $order->get_id(), $attempt );
					// The body is written down before it is sent: another body under the same reference would be refused.
					$body = Ship_Elements_Tokens::order( $data['accepted'], Ship_Elements_Parcel::contacts( $order ) );
					self::save( $order, compact( 'reference', 'attempt', 'body' ) + array( 'state' => 'waiting', 'tries' => 0 ) );
				}
				// The next try is scheduled first, because this process may end before the answer.
				$tries = (int) self::data( $order )['tries'];
				if ( isset( self::PAUSES[ $tries ] ) ) {
					self::schedule( self::PLACE, $order->get_id(), self::PAUSES[ $tries ] );
				}
				self::save( $order, array( 'tries' => $tries + 1 ) );
				self::settle( $order, Ship_Elements_Gateway::order( self::grant( $order ) ) );
			}
		);
	}

	private static function grant( WC_Order $order ): string {
		$data = self::data( $order );
		return Ship_Elements_Settings::tokens()->sign_grant( $data['body'], $data['accepted'], $data['reference'], $data['price_max'] );
	}

	/** Why an order that was changed after the checkout must not go out as it is. */
	private static function why_not( WC_Order $order, array $data ): ?string {
		$accepted = $data['accepted'];
		if ( Ship_Elements_Checkout::is_cod( $order->get_payment_method() ) !== (bool) $accepted['cod'] ) {
			return 'other-payment';
		}
		return $accepted['cod'] && (int) round( (float) $order->get_total() ) !== $accepted['pay_at_door'] ? 'other-total' : null;
	}

	/** Keeps what the gateway says of an order. */
	private static function settle( WC_Order $order, array $answer ): void {
		$body   = $answer['body'];
		$reason = $body['reason'] ?? '';
		$last   = self::data( $order )['tries'] > count( self::PAUSES );
		if ( $answer['status'] >= 200 && $answer['status'] < 300 && ! empty( $body['id'] ) ) {
			self::placed( $order, $body );
		} elseif ( 'price-changed' === $reason ) {
			// Nothing was ordered. The merchant may bear the difference.
			self::attention( $order, $reason, array( 'asked' => (int) ceil( $body['details']['price'] ?? 0 ) ) );
		} elseif ( 'needs-attention' !== $reason && ( 0 === $answer['status'] || 429 === $answer['status'] || $answer['status'] >= 500 ) && ! $last ) {
			self::save( $order, array( 'reason' => $reason ? $reason : 'gateway-unreachable' ) );
		} else {
			self::attention( $order, $reason ? $reason : 'gateway-unreachable', array( 'sentence' => Ship_Elements_Gateway::problem( $answer ) ) );
		}
	}

	public static function placed( WC_Order $order, array $answer ): void {
		$waybill = $answer['courier']['waybill_id'] ?? $answer['waybill_id'] ?? '';
		$known   = array_filter( array( 'id' => $answer['id'], 'waybill' => (string) $waybill, 'price' => $answer['price'] ?? null ) );
		$news    = 'placed' !== self::data( $order )['state'];
		self::save( $order, array( 'state' => 'placed', 'reason' => '' ) + $known );
		if ( ! $news ) {
			return;
		}
		/* translators: %s: number of the delivery at the service, and its waybill */
		$order->add_order_note( sprintf( __( 'Delivery ordered: %s', 'ship-elements' ), trim( $answer['id'] . ' ' . $waybill ) ) );
		if ( $order->has_status( 'cancelled' ) ) {
			self::schedule( self::CANCEL, $order->get_id(), 0 );
		}
	}

	public static function attention( WC_Order $order, string $reason, array $more = array() ): void {
		self::save( $order, array( 'state' => 'needs-attention', 'reason' => $reason ) + $more );
		$order->add_order_note( __( 'The delivery was not ordered.', 'ship-elements' ) . ' ' . self::sentence( self::data( $order ) ) );
	}

	/** Tries once more, after the merchant has looked. */
	public static function retry( WC_Order $order, bool $at_new_price ): void {
		$data = self::data( $order );
		if ( empty( $data['accepted'] ) || ! in_array( $data['state'], array( 'waiting', 'needs-attention', 'cancelled' ), true ) ) {
			return;
		}
		$changes = array( 'state' => 'waiting', 'tries' => 0 );
		if ( $at_new_price && 'price-changed' === $data['reason'] ) {
			$changes['price_max'] = $data['asked'];
		}
		if ( 'cancelled' === $data['state'] ) {
			// The service has used the reference.
			$changes += array( 'reference' => '', 'id' => '', 'waybill' => '' );
		} elseif ( self::is_refused( $data['reason'] ) ) {
			// Nothing was ordered, so the merchant's changes of the address count.
			$changes['body'] = Ship_Elements_Tokens::order( $data['accepted'], Ship_Elements_Parcel::contacts( $order ) );
		}
		self::save( $order, $changes );
		self::place( $order->get_id() );
	}

	/** Whether it is certain that nothing was ordered. */
	private static function is_refused( string $reason ): bool {
		return ! in_array( $reason, array( '', 'unconfirmed', 'needs-attention', 'gateway-unreachable', 'gateway-failed', 'reference-used' ), true );
	}

	/** Cancels the delivery at the service. Returns a sentence if that was not possible. */
	public static function cancel( $id ): ?string {
		$problem = null;
		$worked  = self::locked(
			(int) $id,
			function ( WC_Order $order ) use ( &$problem ) {
				$data = self::data( $order );
				if ( 'cancelled' === $data['state'] ) {
					return;
				}
				if ( 'placed' !== $data['state'] ) {
					if ( empty( $data['reference'] ) ) {
						self::save( $order, array( 'state' => 'cancelled' ) );
					} else {
						$problem = self::not_known();
					}
					return;
				}
				// The same grant places nothing new: its answer brings a fresh token that cancels the order.
				$answer = Ship_Elements_Gateway::order( self::grant( $order ) );
				$token  = $answer['body']['cancel'] ?? null;
				if ( 'cancelled' === ( $answer['body']['status'] ?? '' ) ) {
					self::cancelled( $order );
				} elseif ( ! $token ) {
					$problem = $answer['status'] >= 200 && $answer['status'] < 300
						? __( 'The gateway does not cancel orders. Set “cancels: true” in ship-gateway.config.mjs.', 'ship-elements' )
						: Ship_Elements_Gateway::problem( $answer );
				} else {
					$answer = Ship_Elements_Gateway::cancel( $data['id'], $token );
					if ( 200 === $answer['status'] ) {
						self::cancelled( $order );
					} else {
						$problem = Ship_Elements_Gateway::problem( $answer );
					}
				}
				if ( $problem ) {
					$order->add_order_note( __( 'The delivery was not cancelled.', 'ship-elements' ) . ' ' . $problem );
				}
			}
		);
		return $worked ? $problem : self::not_known();
	}

	private static function not_known(): string {
		return __( 'It is not known yet whether the delivery was ordered. Try again once it is.', 'ship-elements' );
	}

	public static function cancelled( WC_Order $order ): void {
		if ( 'cancelled' !== self::data( $order )['state'] ) {
			self::save( $order, array( 'state' => 'cancelled', 'reason' => '' ) );
			$order->add_order_note( __( 'Delivery cancelled.', 'ship-elements' ) );
		}
	}

	/** What an order needs, in a sentence for the merchant. */
	public static function sentence( array $data ): string {
		$reason    = $data['reason'] ?? '';
		$sentences = array(
			'no-courier'      => __( 'The gateway could not be reached at the checkout, so no courier was chosen. Order the delivery in the dashboard of the service.', 'ship-elements' ),
			'other-payment'   => __( 'The payment method was changed after the checkout. The courier would collect another amount.', 'ship-elements' ),
			'other-total'     => __( 'The order’s total was changed after the checkout. The courier would collect another amount.', 'ship-elements' ),
			'needs-attention' => __( 'Nobody could find out whether it was ordered. Look for the reference in the dashboard of the service, then run “ship-gateway orders settle”.', 'ship-elements' ),
			'unconfirmed'     => __( 'It was sent and not confirmed. The gateway goes on by itself.', 'ship-elements' ),
		);
		if ( 'price-changed' === $reason ) {
			/* translators: 1: new price, 2: price that the shopper has paid */
			return sprintf( __( 'The delivery costs %1$s by now, and the shopper has paid %2$s.', 'ship-elements' ), self::rupiah( $data['asked'] ), self::rupiah( $data['accepted']['price'] ) );
		}
		return $sentences[ $reason ] ?? trim( ( $data['sentence'] ?? '' ) . ( $reason ? " ($reason)" : '' ) );
	}

	public static function rupiah( int $amount ): string {
		return 'Rp ' . number_format( $amount, 0, ',', '.' );
	}

	/** One process at a time works on an order. INSERT IGNORE is atomic, as in WP_Upgrader::create_lock. */
	private static function locked( int $id, callable $work ): bool {
		global $wpdb;
		$name = "ship_elements_lock_$id";
		$wpdb->query( $wpdb->prepare( "DELETE FROM `$wpdb->options` WHERE option_name = %s AND option_value < %s", $name, time() - self::LOCK ) );
		if ( ! $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO `$wpdb->options` (option_name, option_value, autoload) VALUES (%s, %s, 'no')", $name, time() ) ) ) {
			return false;
		}
		try {
			$order = wc_get_order( $id );
			if ( $order && self::data( $order ) ) {
				$work( $order );
			}
		} finally {
			$wpdb->delete( $wpdb->options, array( 'option_name' => $name ) );
		}
		return true;
	}
}
