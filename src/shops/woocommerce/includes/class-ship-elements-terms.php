<?php
defined( 'ABSPATH' ) || exit;

/** What was sold with an order: kept with it at the click, because orders are paid later. A cart that was split has sold several parcels. */
class Ship_Elements_Terms {
	/** Terms of the parcel, or `parcels` with those of several, and `elsewhere`, the lines of the cart that go by other methods. */
	const META = '_ship_elements';

	/** WooCommerce's key of the package that a delivery of the order is for. */
	const PACKAGE = '_ship_elements_package';

	const LINE = array( '_ship_elements_service', '_ship_elements_insured', '_ship_elements_estimate', self::PACKAGE, Ship_Elements_Parcel::GOODS );

	public static function register(): void {
		add_action( 'woocommerce_checkout_create_order', array( self::class, 'accept_form' ) );
		add_action( 'woocommerce_checkout_create_order_line_item', array( self::class, 'keep_goods' ), 10, 3 );
		add_action( 'woocommerce_checkout_create_order_shipping_item', array( self::class, 'keep_package' ), 10, 2 );
		add_filter( 'woocommerce_hidden_order_itemmeta', fn ( $names ) => array_merge( $names, self::LINE ) );
	}

	/**
	 * What was sold with the order: terms of each of its parcels. The service is empty if no checkout has sold our delivery.
	 *
	 * @return array[] by the place of the parcel: none if the order has another delivery, and one unless a plugin has split the cart
	 */
	public static function parcels( WC_Order $order ): array {
		$terms = $order->get_meta( self::META );
		if ( self::sold_with( $order ) ) {
			return array();
		}
		if ( is_array( $terms ) && isset( $terms['parcels'] ) ) {
			return $terms['parcels'];
		}
		if ( is_array( $terms ) && isset( $terms['service'], $terms['price'] ) ) {
			return array( $terms );
		}
		return $order->has_shipping_method( 'ship_elements' ) ? array( self::unsold( $order ) ) : array();
	}

	/** Terms of one parcel. Empty if the order does not have it. */
	public static function of( WC_Order $order, int $parcel = 0 ): array {
		return self::parcels( $order )[ $parcel ] ?? array();
	}

	/** @return int[] the numbers of the order's deliveries, whether they are ordered or not */
	public static function numbers( WC_Order $order ): array {
		return array_map( fn ( $parcel ) => Ship_Elements_Ledger::number( $order->get_id(), $parcel ), array_keys( self::parcels( $order ) + array( array() ) ) );
	}

	/** Plugins for vendors make an order of its own for each vendor, with a copy of the delivery. Returns the order that was paid, which has sold that. */
	public static function sold_with( WC_Order $order ): ?WC_Order {
		$parent = $order->get_parent_id() ? wc_get_order( $order->get_parent_id() ) : null;
		return $parent instanceof WC_Order && is_array( $parent->get_meta( self::META ) ) ? $parent : null;
	}

	/** @return int[] the numbers of the deliveries that have goods of such a copy. A copied line has the key that it had in the cart. None if nothing of the copy is delivered */
	public static function numbers_of_copy( WC_Order $paid, WC_Order $copy ): array {
		$goods = array_map( fn ( $line ) => $line->get_meta( Ship_Elements_Parcel::GOODS ), $copy->get_items() );
		$ships = array_filter( $goods, fn ( $piece ) => ! is_array( $piece ) || $piece['ships'] );
		$lines = array_column( array_filter( $ships, 'is_array' ), 'line' );
		$parts = array_filter( $ships ? self::parcels( $paid ) : array(), fn ( $parcel ) => ! isset( $parcel['lines'] ) || array_intersect( $parcel['lines'], $lines ) );
		return array_map( fn ( $parcel ) => Ship_Elements_Ledger::number( $paid->get_id(), $parcel ), array_keys( $parts ) );
	}

	/** @return WC_Order_Item[] the lines of goods of a parcel */
	public static function lines( WC_Order $order, int $parcel ): array {
		return array_filter( $order->get_items(), fn ( $line ) => self::place_of( $order, $line ) === $parcel );
	}

	/** In which parcel a line of the order is. What was in no package is in the first, such as goods that staff have added. Null if it goes by another method. */
	private static function place_of( WC_Order $order, $line ): ?int {
		$terms = $order->get_meta( self::META );
		if ( ! isset( $terms['parcels'] ) ) {
			return 0;
		}
		$goods = $line->get_meta( Ship_Elements_Parcel::GOODS );
		$key   = is_array( $goods ) ? $goods['line'] ?? '' : '';
		foreach ( $terms['parcels'] as $parcel => $each ) {
			if ( in_array( $key, $each['lines'], true ) ) {
				return $parcel;
			}
		}
		return in_array( $key, $terms['elsewhere'], true ) ? null : 0;
	}

	/** The delivery of the order that is a parcel's. Null if it is not there any more. */
	public static function delivery( WC_Order $order, int $parcel ): ?WC_Order_Item_Shipping {
		$key  = self::of( $order, $parcel )['package'] ?? null;
		$ours = array_filter( $order->get_shipping_methods(), fn ( $line ) => 'ship_elements' === $line->get_method_id() && ( null === $key || (string) $line->get_meta( self::PACKAGE ) === $key ) );
		return $ours ? reset( $ours ) : null;
	}

	/**
	 * Divides what the couriers collect of an order: each one the goods and the delivery of its parcel, without what was refunded of them. The first
	 * one collects what belongs to no parcel, such as a fee. Where that is less than nothing, the next one collects so much less.
	 *
	 * @param int $due rupiah of all parcels.
	 * @return int[] rupiah by the place of the parcel
	 */
	public static function shares( WC_Order $order, int $due ): array {
		$places = array_column( self::parcels( $order ), 'package' );
		if ( ! $places ) {
			return array( $due );
		}
		$refunded = array();
		foreach ( $order->get_id() ? $order->get_refunds() : array() as $refund ) {
			foreach ( $refund->get_items( array( 'line_item', 'shipping' ) ) as $item ) {
				$id              = (int) $item->get_meta( '_refunded_item_id' );
				$refunded[ $id ] = ( $refunded[ $id ] ?? 0 ) + (float) $item->get_total() + (float) $item->get_total_tax();
			}
		}
		$worth  = fn ( $id, $item ) => (float) $item->get_total() + (float) $item->get_total_tax() + ( $refunded[ $id ] ?? 0 );
		$shares = array_fill( 0, count( $places ), 0.0 );
		$others = 0.0;
		foreach ( $order->get_items() as $id => $line ) {
			$place = self::place_of( $order, $line );
			null === $place ? $others += $worth( $id, $line ) : $shares[ $place ] += $worth( $id, $line );
		}
		foreach ( $order->get_shipping_methods() as $id => $line ) {
			$place = 'ship_elements' === $line->get_method_id() ? array_search( (string) $line->get_meta( self::PACKAGE ), $places, true ) : false;
			false === $place ? $others += $worth( $id, $line ) : $shares[ $place ] += $worth( $id, $line );
		}
		$shares    = array_map( fn ( $share ) => (int) round( $share ), $shares );
		$shares[0] = $due - (int) round( $others ) - array_sum( array_slice( $shares, 1 ) );
		$missing   = 0;
		foreach ( $shares as $place => $share ) {
			$shares[ $place ] = max( 0, $share + $missing );
			$missing          = min( 0, $share + $missing );
		}
		return $shares;
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

	/**
	 * Keeps what a piece of goods weighed at the click: plugins set it on the cart's product alone, and merchants edit products. Whatever the delivery:
	 * the block checkout makes the lines of its draft before there is an address, and not again while goods and total stay the same.
	 */
	public static function keep_goods( $item, $key, $values ): void {
		if ( WC()->cart && WC()->cart->needs_shipping() && ( $values['data'] ?? null ) instanceof WC_Product ) {
			$item->update_meta_data( Ship_Elements_Parcel::GOODS, Ship_Elements_Parcel::piece( $values['data'] ) + array( 'line' => (string) $key ) );
		}
	}

	public static function keep_package( $item, $key ): void {
		if ( self::is_split() ) {
			$item->update_meta_data( self::PACKAGE, (string) $key );
		}
	}

	private static function is_split(): bool {
		return count( WC()->shipping()->get_packages() ) > 1;
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
	 * Keeps what was sold with the order, because orders are paid later. Each delivery that the shopper pays for becomes a parcel that is ordered.
	 *
	 * @throws Exception With a sentence for the shopper.
	 */
	public static function accept( WC_Order $order ): void {
		$lines = array_filter( $order->get_shipping_methods(), fn ( $line ) => 'ship_elements' === $line->get_method_id() );
		// The shopper may have chosen another delivery for the same draft since.
		$order->delete_meta_data( self::META );
		if ( ! $lines ) {
			return;
		}
		if ( ! Ship_Elements_Parcel::is_phone( Ship_Elements_Parcel::phone( $order ) ) ) {
			throw new Exception( esc_html__( 'Please enter one Indonesian phone number, such as 0812 3456 7890: the courier calls it.', 'ship-elements' ) );
		}
		$packages = WC()->cart->get_shipping_packages();
		$is_split = count( $packages ) > 1;
		$cod      = Ship_Elements_Checkout::is_cod( $order->get_payment_method() );
		$sold     = array();
		$rates    = array();
		foreach ( $lines as $line ) {
			$key = $is_split ? (string) $line->get_meta( self::PACKAGE ) : (string) array_key_first( $packages );
			// A parcel is ordered once, so it is paid for once.
			if ( isset( $sold[ $key ] ) || ! isset( $packages[ $key ] ) || ( $packages[ $key ]['ship_elements']['key'] ?? $key ) !== $key ) {
				throw new Exception( esc_html( Ship_Elements_Checkout::split_sentence() ) );
			}
			list( $sold[ $key ], $rates[] ) = self::accept_parcel( $packages[ $key ], $line, $cod );
		}
		if ( $is_split ) {
			$order->update_meta_data( self::META, self::split( $order, $packages, $sold, $cod ) );
		} else {
			$order->update_meta_data( self::META, reset( $sold ) );
		}
		// Other plugins may have added fees.
		foreach ( $cod ? self::shares( $order, (int) round( (float) $order->get_total() ) ) : array() as $parcel => $collects ) {
			if ( ! Ship_Elements_Pricing::is_collected( $rates[ $parcel ], $collects ) ) {
				$order->delete_meta_data( self::META );
				throw new Exception( esc_html( Ship_Elements_Words::cod_limit( $rates[ $parcel ]['courier_code'] ) . ' ' . __( 'Please choose another one, or pay another way.', 'ship-elements' ) ) );
			}
		}
	}

	/**
	 * The terms of several parcels, and which lines of the order are in each.
	 *
	 * @param array[] $sold terms by WooCommerce's key of their package.
	 * @throws Exception With a sentence for the shopper.
	 */
	private static function split( WC_Order $order, array $packages, array $sold, bool $cod ): array {
		if ( $cod && count( $sold ) !== count( $packages ) ) {
			throw new Exception( esc_html__( 'The couriers collect money for their own parcels alone. Please choose a courier for each parcel, or pay another way.', 'ship-elements' ) );
		}
		// A package with goods that are not delivered would be paid for, and stay here.
		$goes_with = array_map( fn ( $line ) => (string) $line->get_meta( self::PACKAGE ), $order->get_shipping_methods() );
		if ( array_diff( array_keys( array_filter( array_map( array( 'Ship_Elements_Parcel', 'quantities' ), $packages ) ) ), $goes_with ) ) {
			throw new Exception( esc_html( Ship_Elements_Checkout::split_sentence() ) );
		}
		$keys_of = fn ( $package ) => array_map( 'strval', array_keys( Ship_Elements_Parcel::quantities( $package ) ) );
		$goods   = array_filter( array_map( fn ( $line ) => $line->get_meta( Ship_Elements_Parcel::GOODS ), $order->get_items() ), 'is_array' );
		$parcels = array();
		foreach ( $sold as $key => $terms ) {
			$lines = $keys_of( $packages[ $key ] );
			if ( array_diff( $lines, array_column( $goods, 'line' ) ) ) {
				throw new Exception( esc_html( Ship_Elements_Checkout::choose_again() ) );
			}
			$parcels[] = $terms + array( 'package' => (string) $key ) + compact( 'lines' );
		}
		return array( 'parcels' => $parcels, 'elsewhere' => array_merge( array(), ...array_values( array_map( $keys_of, array_diff_key( $packages, $sold ) ) ) ) );
	}

	/**
	 * What is sold with a delivery of the order.
	 *
	 * @return array[] terms, and the rate of the service
	 * @throws Exception With a sentence for the shopper.
	 */
	private static function accept_parcel( array $package, WC_Order_Item_Shipping $line, bool $cod ): array {
		$service = (string) $line->get_meta( '_ship_elements_service' );
		$insured = 'yes' === $line->get_meta( '_ship_elements_insured' );
		$row     = isset( $package['ship_elements'] ) ? self::row( $package, $service, $insured, $cod ) : null;
		if ( ! $row || (int) round( (float) $line->get_total() ) !== $row['price'] || ! Ship_Elements_Checkout::was_shown( $package, $service, $insured, $cod, $row['price'] ) ) {
			throw new Exception( esc_html( Ship_Elements_Checkout::choose_again() ) );
		}
		$promise = Ship_Elements_Settings::promise( $row['rate'] );
		$arrival = Ship_Elements_Pricing::arrival_text( $promise );
		if ( '' !== $arrival && ( Ship_Elements_Checkout::shown( $package, $cod )['cut_off'] ?? '' ) !== Ship_Elements_Checkout::cut_off( $package ) ) {
			/* translators: %s: dates of arrival */
			throw new Exception( esc_html( sprintf( __( 'The time to order for the dates that you saw is over. The delivery now arrives %s. If that suits you, order again.', 'ship-elements' ), $arrival ) ) );
		}
		$vendor = $package['ship_elements']['vendor'];
		$terms  = array(
			'name'    => self::name( $row['rate'] ),
			'arrival' => $arrival,
			'last'    => $promise['last'] ?? '',
			'cut_off' => Ship_Elements_Checkout::cut_off( $package ),
		) + array_intersect_key( $row, array_flip( array( 'service', 'price', 'subsidy', 'estimate', 'most' ) ) ) + compact( 'insured', 'cod' );
		return array( $terms + ( '' === $vendor ? array() : compact( 'vendor' ) ), $row['rate'] );
	}

	/** From when an order counts: from its payment. One that is not paid yet would count from now. */
	public static function counts_from( WC_Order $order ): int {
		$paid = $order->get_date_paid();
		return $paid ? $paid->getTimestamp() : time();
	}

	/** Whether the dates that the shopper saw still hold. They do until the cut-off. */
	public static function is_in_time( WC_Order $order, int $parcel = 0 ): bool {
		$cut_off = self::of( $order, $parcel )['cut_off'] ?? '';
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
