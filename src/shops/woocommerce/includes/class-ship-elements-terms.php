<?php
defined( 'ABSPATH' ) || exit;

/** What was sold with an order: kept with it at the click, because orders are paid later. */
class Ship_Elements_Terms {
	const META = '_ship_elements';

	const LINE = array( '_ship_elements_service', '_ship_elements_insured', '_ship_elements_estimate', Ship_Elements_Parcel::GOODS );

	public static function register(): void {
		add_action( 'woocommerce_checkout_create_order', array( self::class, 'accept_form' ) );
		add_action( 'woocommerce_checkout_create_order_line_item', array( self::class, 'keep_goods' ), 10, 3 );
		add_filter( 'woocommerce_hidden_order_itemmeta', fn ( $names ) => array_merge( $names, self::LINE ) );
	}

	/** What was sold with the order. Its service is empty if no checkout has sold our delivery. Empty if the order has another delivery. */
	public static function of( WC_Order $order ): array {
		$terms = $order->get_meta( self::META );
		if ( is_array( $terms ) && isset( $terms['service'], $terms['price'] ) ) {
			return $terms;
		}
		return $order->has_shipping_method( 'ship_elements' ) ? self::unsold( $order ) : array();
	}

	/** Terms of an order that staff, an app or a copy has made. What it charges for delivery is its price. */
	public static function unsold( WC_Order $order ): array {
		return array(
			'service'  => '',
			'name'     => '',
			'price'    => (int) round( (float) $order->get_shipping_total() ),
			'subsidy'  => 0,
			'estimate' => false,
			'insured'  => 'always' === Ship_Elements_Settings::get( 'insurance' ),
			'cod'      => Ship_Elements_Checkout::is_cod( $order->get_payment_method() ),
		);
	}

	/** Staff give an order its courier. If it charges nothing for a delivery yet and is not paid, the price is added. */
	public static function sell( WC_Order $order, array $choice ): void {
		$is_new = ! $order->get_shipping_methods();
		if ( $is_new ) {
			$line = new WC_Order_Item_Shipping();
			$line->set_method_id( 'ship_elements' );
			$line->set_method_title( $choice['name'] );
			$line->set_total( (string) ( $order->is_paid() ? 0 : $choice['price'] ) );
			$order->add_item( $line );
			$order->calculate_totals( false );
		}
		$order->update_meta_data( self::META, array( 'service' => $choice['service'], 'name' => $choice['name'] ) + self::unsold( $order ) );
		$order->save();
	}

	/** Keeps what a piece of goods weighed at the click: plugins set it on the cart's product alone, and merchants edit products. */
	public static function keep_goods( $item, $key, $values ): void {
		if ( Ship_Elements_Checkout::is_chosen() && ( $values['data'] ?? null ) instanceof WC_Product ) {
			$item->update_meta_data( Ship_Elements_Parcel::GOODS, Ship_Elements_Parcel::piece( $values['data'] ) );
		}
	}

	/**
	 * The classic checkout. Whatever the reason of a refusal, the page gets its list and its sums anew, so that the next click can order.
	 *
	 * @throws Exception With a sentence for the shopper.
	 */
	public static function accept_form( WC_Order $order ): void {
		try {
			self::accept( $order );
		} catch ( Exception $problem ) {
			WC()->session->set( 'refresh_totals', true );
			throw $problem;
		}
	}

	/**
	 * Keeps what was sold with the order, because orders are paid later.
	 *
	 * @throws Exception With a sentence for the shopper.
	 */
	public static function accept( WC_Order $order ): void {
		$lines = array_filter( $order->get_shipping_methods(), fn ( $line ) => 'ship_elements' === $line->get_method_id() );
		$line  = reset( $lines );
		// The shopper may have chosen another delivery for the same draft since.
		$order->delete_meta_data( self::META );
		if ( ! $line ) {
			return;
		}
		// One parcel is ordered, so it is paid for once.
		if ( count( $lines ) > 1 ) {
			throw new Exception( esc_html( Ship_Elements_Checkout::split_sentence() ) );
		}
		if ( ! Ship_Elements_Parcel::is_phone( Ship_Elements_Parcel::phone( $order ) ) ) {
			throw new Exception( esc_html__( 'Please enter one Indonesian phone number, such as 0812 3456 7890: the courier calls it.', 'ship-elements' ) );
		}
		$package = Ship_Elements_Checkout::package();
		$service = (string) $line->get_meta( '_ship_elements_service' );
		$insured = 'yes' === $line->get_meta( '_ship_elements_insured' );
		$cod     = Ship_Elements_Checkout::is_cod( $order->get_payment_method() );
		$row     = $package ? self::row( $package, $service, $insured, $cod ) : null;
		if ( ! $row || (int) round( (float) $line->get_total() ) !== $row['price'] || ! Ship_Elements_Checkout::was_shown( $package, $service, $insured, $cod, $row['price'] ) ) {
			throw new Exception( esc_html( Ship_Elements_Checkout::choose_again() ) );
		}
		// Other plugins may have added fees.
		if ( $cod && ! Ship_Elements_Pricing::is_collected( $row['rate'], (int) round( (float) $order->get_total() ) ) ) {
			throw new Exception( esc_html( Ship_Elements_Words::cod_limit( $row['rate']['courier_code'] ) . ' ' . __( 'Please choose another one, or pay another way.', 'ship-elements' ) ) );
		}
		$promise = Ship_Elements_Settings::promise( $row['rate'] );
		$arrival = Ship_Elements_Pricing::arrival_text( $promise );
		if ( '' !== $arrival && ( Ship_Elements_Checkout::shown( $cod )['cut_off'] ?? '' ) !== Ship_Elements_Checkout::cut_off( $package ) ) {
			/* translators: %s: dates of arrival */
			throw new Exception( esc_html( sprintf( __( 'The time to order for the dates that you saw is over. The delivery now arrives %s. If that suits you, order again.', 'ship-elements' ), $arrival ) ) );
		}
		$order->update_meta_data(
			self::META,
			array(
				'name'    => self::name( $row['rate'] ),
				'arrival' => $arrival,
				'last'    => $promise['last'] ?? '',
				'cut_off' => Ship_Elements_Checkout::cut_off( $package ),
			) + array_intersect_key( $row, array_flip( array( 'service', 'price', 'subsidy', 'estimate', 'most' ) ) ) + compact( 'insured', 'cod' )
		);
	}

	/** From when an order counts: from its payment. One that is not paid yet would count from now. */
	public static function counts_from( WC_Order $order ): int {
		$paid = $order->get_date_paid();
		return $paid ? $paid->getTimestamp() : time();
	}

	/** Whether the dates that the shopper saw still hold. They do until the cut-off. */
	public static function is_in_time( WC_Order $order ): bool {
		$cut_off = self::of( $order )['cut_off'] ?? '';
		return '' === $cut_off || self::counts_from( $order ) < strtotime( $cut_off );
	}

	private static function row( array $package, string $service, bool $insured, bool $cod ): ?array {
		$rows = Ship_Elements_Quotes::rows( $package, $cod, $insured ) ?? ( $cod ? array() : Ship_Elements_Quotes::outage( $package ) );
		foreach ( $rows as $row ) {
			if ( $row['service'] === $service && $row['insured'] === $insured ) {
				return $row;
			}
		}
		return null;
	}

	public static function name( array $rate ): string {
		return trim( ( $rate['courier_name'] ?? strtoupper( $rate['courier_code'] ) ) . ' ' . ( $rate['courier_service_name'] ?? strtoupper( $rate['courier_service_code'] ) ) );
	}
}
