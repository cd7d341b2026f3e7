<?php
defined( 'ABSPATH' ) || exit;

/** Where the parcel is: on the order's page of the shopper, and in e-mails. Rendered in PHP, without names or phones of anybody. */
class Ship_Elements_Tracking {
	/** Seconds that an answer is shown. */
	const FRESH = 600;

	const ENDED = array( 'delivered', ...self::FAILED );

	/** The courier has ended the delivery, and brings nothing. */
	const FAILED = array( 'rejected', 'returned', 'disposed', 'cancelled', 'courier_not_found' );

	/** How far a parcel is. A state that is not here, such as `on_hold`, may come at any time. */
	const PROGRESS = array( 'scheduled', 'confirmed', 'allocated', 'picking_up', 'picked', 'in_transit', 'dropping_off', 'return_in_transit' );

	/** Seconds in which a message without a time may be the one of before again: the service repeats it until it is answered. */
	const REPEATED = 3600;

	/** Until the courier has the parcel, the service cancels the order. */
	const CANCELLABLE = array( '', 'scheduled', 'confirmed', 'allocated', 'picking_up' );

	public static function register(): void {
		// WooCommerce shows this page to the customer, and to guests by the order's own key.
		add_action( 'woocommerce_order_details_after_order_table', array( self::class, 'show' ) );
		add_filter( 'woocommerce_order_shipping_to_display', array( self::class, 'add_arrival' ), 10, 2 );
		add_action( 'woocommerce_email_after_order_table', array( self::class, 'mail' ), 10, 3 );
		add_filter( 'woocommerce_email_actions', fn ( $actions ) => array_merge( $actions, array( 'ship_elements_waybill' ) ) );
		add_filter( 'woocommerce_email_classes', fn ( $emails ) => $emails + array( 'Ship_Elements_Waybill_Email' => new Ship_Elements_Waybill_Email() ) );
	}

	/** Has WooCommerce send the e-mail with the waybill, once for each. A courier may change it on the way. Who wants to be forgotten gets none. */
	public static function tell( array $row ): void {
		if ( Ship_Elements_Privacy::is_asked( $row['order_id'] ) ) {
			return;
		}
		$is_new = fn ( $now ) => 'placed' === $now['state'] && ! in_array( $now['waybill'], array( '', $now['data']['mailed'] ?? '' ), true );
		$mailed = $is_new( $row ) ? Ship_Elements_Ledger::change( $row['id'], fn ( $now ) => $is_new( $now ) ? array( 'data' => array( 'mailed' => $now['waybill'] ) ) : null ) : null;
		if ( $mailed ) {
			do_action( 'ship_elements_waybill', $row['order_id'], $mailed['waybill'] );
		}
	}

	/**
	 * The state of a parcel after a message. Messages come twice, late and in any order, and their times are of another clock. So a state moves by
	 * what it is: an end is final, a hold comes and goes, and no other one goes back. `test/shops/parcel-cases.json` holds it and
	 * `src/gateway/parcels.ts` together.
	 *
	 * @param array $known status, and heard: when each state was reported, by its name.
	 * @param array $facts status, at in seconds, and timed: whether the message has named its time.
	 */
	public static function after( array $known, array $facts ): array {
		$reported = $facts['status'] ?? '';
		if ( '' === $reported ) {
			return $known;
		}
		$heard = array( $reported => $facts['at'] );
		if ( $reported === $known['status'] ) {
			return array( 'heard' => $known['heard'] + $heard ) + $known;
		}
		return self::is_newer( $known, $reported, $facts ) ? array( 'status' => $reported, 'heard' => $heard + $known['heard'] ) : $known;
	}

	private static function is_newer( array $known, string $reported, array $facts ): bool {
		if ( in_array( $known['status'], self::ENDED, true ) || in_array( $reported, self::ENDED, true ) ) {
			return ! in_array( $known['status'], self::ENDED, true );
		}
		$before = $known['heard'][ $reported ] ?? null;
		// The same message again, which would end a hold.
		if ( null !== $before && ( empty( $facts['timed'] ) ? 'on_hold' === $known['status'] && $facts['at'] - $before < self::REPEATED : $facts['at'] === $before ) ) {
			return false;
		}
		// A hold has no place in the sequence, so the states before it count.
		$far    = array_flip( self::PROGRESS );
		$passed = array_intersect_key( $far, array( $known['status'] => 0 ) + $known['heard'] );
		return ! isset( $far[ $reported ] ) || ! $passed || $far[ $reported ] >= max( $passed );
	}

	public static function can_cancel( array $row ): bool {
		return in_array( $row['status'], self::CANCELLABLE, true );
	}

	/**
	 * @param int[] $numbers of deliveries.
	 * @return array[] those that are ordered
	 */
	private static function rows( array $numbers ): array {
		$rows = array_filter( array_map( array( 'Ship_Elements_Ledger', 'glance' ), $numbers ) );
		return array_filter( $rows, fn ( $row ) => in_array( $row['state'], array( 'placed', 'cancelling' ), true ) || 'ended' === ( $row['data']['reason'] ?? '' ) );
	}

	/** What stands over a parcel, where the order has several. */
	private static function title( WC_Order $order, array $row ): string {
		$parcel = Ship_Elements_Words::parcel( $order, $row['parcel'] );
		$goods  = wp_list_pluck( Ship_Elements_Parcel::items_of( $order, $row['parcel'] ), 'name' );
		return '' === $parcel ? __( 'Delivery', 'ship-elements' ) : rtrim( "$parcel: " . implode( ', ', $goods ), ': ' );
	}

	public static function link( array $row ): string {
		$link = $row['data']['link'] ?? '';
		return is_string( $link ) && preg_match( '~^https?://~i', $link ) ? $link : '';
	}

	/** A vendor's copy of an order shows the parcels that have its goods. */
	public static function show( $order ): void {
		if ( ! $order instanceof WC_Order ) {
			return;
		}
		$paid = Ship_Elements_Terms::sold_with( $order );
		foreach ( self::rows( $paid ? Ship_Elements_Terms::numbers_of_copy( $paid, $order ) : Ship_Elements_Terms::numbers( $order ) ) as $row ) {
			self::show_parcel( $paid ?? $order, $row );
		}
	}

	private static function show_parcel( WC_Order $order, array $row ): void {
		$history = self::history( $row );
		$terms   = Ship_Elements_Terms::of( $order, $row['parcel'] );
		$status  = $history ? $history[0]['status'] : $row['status'];
		echo '<section class="ship-elements-tracking"><h2>' . esc_html( self::title( $order, $row ) ) . '</h2>';
		self::facts( $row, $terms, $status );
		if ( $history ) {
			echo '<ol>';
			foreach ( $history as $event ) {
				printf( '<li><time datetime="%s">%s</time> %s</li>', esc_attr( gmdate( 'c', $event['at'] ) ), esc_html( self::time( $event['at'] ) ), esc_html( $event['note'] ) );
			}
			echo '</ol>';
		}
		echo '</section>';
	}

	/** When the courier has told something. A server does not know the reader's zone, so it is told in Jakarta's, as couriers do. */
	private static function time( int $at ): string {
		return wp_date( 'j M Y, H:i', $at, new DateTimeZone( '+07:00' ) ) . ' WIB';
	}

	/** Dates of arrival, until they are over. */
	private static function expected( array $dates ): string {
		return Ship_Elements_Pricing::is_over( $dates['last'] ?? '' ) ? '' : $dates['arrival'] ?? '';
	}

	/** Until the delivery is ordered or cancelled, its arrival stands beside its price, on the page after the order and in the first e-mails. */
	public static function add_arrival( $price, $order ) {
		$is_open = $order instanceof WC_Order && ! $order->has_status( array( 'cancelled', 'refunded' ) );
		$dated   = array_filter( $is_open ? Ship_Elements_Terms::parcels( $order ) : array(), fn ( $terms ) => '' !== self::expected( $terms ) );
		$rows    = $dated ? array_filter( array_map( array( 'Ship_Elements_Ledger', 'glance' ), Ship_Elements_Terms::numbers( $order ) ) ) : array();
		$settled = array_column( array_filter( $rows, fn ( $row ) => in_array( $row['state'], array( 'placed', 'cancelling', 'cancelled' ), true ) ), 'parcel' );
		foreach ( $dated as $parcel => $terms ) {
			if ( ! in_array( $parcel, $settled, true ) && Ship_Elements_Terms::is_in_time( $order, $parcel ) ) {
				$name   = Ship_Elements_Words::parcel( $order, $parcel );
				$price .= ' <small>' . esc_html( ( '' === $name ? '' : "$name: " ) . self::arrival( $order, $terms ) ) . '</small>';
			}
		}
		return $price;
	}

	private static function arrival( WC_Order $order, array $terms ): string {
		$arrival = __( 'Expected', 'ship-elements' ) . ': ' . $terms['arrival'];
		if ( ! $order->get_date_paid() && empty( $terms['cod'] ) && ! empty( $terms['cut_off'] ) ) {
			/* translators: 1: "Expected: " and dates of arrival, 2: a time with its zone */
			$arrival = sprintf( __( '%1$s, if it is paid before %2$s', 'ship-elements' ), $arrival, Ship_Elements_Pricing::moment_text( $terms['cut_off'] ) );
		}
		return $arrival;
	}

	private static function facts( array $row, array $terms, string $status ): void {
		$name = $row['data']['name'] ?? $terms['name'] ?? '';
		echo '<p><strong>' . esc_html( Ship_Elements_Words::status( $status ) ) . '</strong><br>' . esc_html( $name );
		if ( '' !== $row['waybill'] ) {
			echo '<br>' . esc_html__( 'Waybill', 'ship-elements' ) . ': ' . esc_html( $row['waybill'] );
		}
		$arrival = self::expected( isset( $row['data']['arrival'] ) ? $row['data'] : $terms );
		if ( '' !== $arrival && ! in_array( $status, self::ENDED, true ) ) {
			echo '<br>' . esc_html__( 'Expected', 'ship-elements' ) . ': ' . esc_html( $arrival );
		}
		if ( self::link( $row ) ) {
			printf( '<br><a href="%s" rel="noreferrer">%s</a>', esc_url( self::link( $row ) ), esc_html__( 'Follow the parcel at the courier', 'ship-elements' ) );
		}
		echo '</p>';
	}

	public static function mail( $order, $to_admin, $plain ): void {
		foreach ( $order instanceof WC_Order && ! $to_admin ? self::rows( Ship_Elements_Terms::numbers( $order ) ) : array() as $row ) {
			self::mail_parcel( $order, $row, (bool) $plain );
		}
	}

	private static function mail_parcel( WC_Order $order, array $row, bool $plain ): void {
		$title = self::title( $order, $row );
		$page  = $order->get_customer_id() ? $order->get_view_order_url() : $order->get_checkout_order_received_url();
		if ( $plain ) {
			$lines = array( "$title: " . ( $row['data']['name'] ?? '' ), $row['waybill'], Ship_Elements_Words::status( $row['status'] ), self::link( $row ), $page );
			echo "\n" . esc_html( wp_strip_all_tags( implode( "\n", array_filter( $lines ) ) ) ) . "\n";
			return;
		}
		echo '<h2>' . esc_html( $title ) . '</h2>';
		self::facts( $row, Ship_Elements_Terms::of( $order, $row['parcel'] ), $row['status'] );
		printf( '<p><a href="%s">%s</a></p>', esc_url( $page ), esc_html__( 'See where it is', 'ship-elements' ) );
	}

	public static function forget( array $row ): void {
		$kept = Ship_Elements_Storage::get( "tracking:$row[id]" );
		if ( $kept ) {
			Ship_Elements_Storage::set( "tracking:$row[id]", array( 'old' => true ) + (array) $kept['value'], MONTH_IN_SECONDS );
		}
	}

	/** @return array[] status, note and at of each event, the newest first. The service does not charge for the question. */
	private static function history( array $row ): array {
		$id   = $row['data']['tracking'] ?? '';
		$kept = Ship_Elements_Storage::get( "tracking:$row[id]" );
		$over = $kept && in_array( $kept['value']['events'][0]['status'] ?? '', self::ENDED, true );
		if ( '' === $id || $over || ( $kept && empty( $kept['value']['old'] ) && $kept['created'] > time() - self::FRESH ) || null !== Ship_Elements_Settings::problem() ) {
			return $kept['value']['events'] ?? array();
		}
		$answer = Ship_Elements_Service::read( 'GET', '/v1/trackings/' . rawurlencode( $id ) );
		$events = $kept['value']['events'] ?? array();
		if ( 'accepted' === $answer['kind'] ) {
			$events = array();
			foreach ( array_filter( (array) ( $answer['json']['history'] ?? array() ), 'is_array' ) as $event ) {
				$at = Ship_Elements_Text::moment( $event['updated_at'] ?? null );
				if ( $at ) {
					$events[] = array( 'at' => $at, 'status' => Ship_Elements_Words::normal_status( $event['status'] ?? '' ), 'note' => self::note( $event ) );
				}
			}
			// The rows may come in any order. Of the same moment, the last one is the newest.
			$events = array_reverse( $events );
			usort( $events, fn ( $a, $b ) => $b['at'] <=> $a['at'] );
		}
		Ship_Elements_Storage::set( "tracking:$row[id]", array( 'events' => $events ), MONTH_IN_SECONDS );
		return $events;
	}

	/** A note may have the phone number of a driver. */
	private static function note( array $event ): string {
		$words = Ship_Elements_Words::status( Ship_Elements_Words::normal_status( $event['status'] ?? '' ) );
		$note  = sanitize_text_field( is_string( $event['note'] ?? null ) ? $event['note'] : '' );
		$note  = trim( preg_replace( '/\+?\d[\d\s().-]{7,}\d/', '…', $note ) );
		return '' === $note ? $words : "$words: $note";
	}
}
