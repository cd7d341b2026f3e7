<?php
defined( 'ABSPATH' ) || exit;

use Automattic\WooCommerce\StoreApi\Exceptions\RouteException;

/** The block checkout and the Store API: core's own list of deliveries, with insurance beside it. */
class Ship_Elements_Blocks {
	public static function register(): void {
		$class = self::class;
		add_action( 'woocommerce_store_api_checkout_update_order_from_request', array( $class, 'accept' ), 10, 2 );
		add_action( 'woocommerce_blocks_loaded', array( $class, 'extend_store_api' ) );
		add_action( 'woocommerce_blocks_checkout_block_registration', fn ( $registry ) => $registry->register( new Ship_Elements_Blocks_Integration() ) );
	}

	/** @throws RouteException With a sentence, and the new totals of a price that the shopper has not seen. */
	public static function accept( WC_Order $order, WP_REST_Request $request ): void {
		// A draft is saved with PUT while the shopper still chooses.
		if ( 'POST' !== $request->get_method() ) {
			return;
		}
		try {
			Ship_Elements_Terms::accept( $order );
		} catch ( Exception $problem ) {
			// The draft keeps lines that were made from another cart or without the plugin, unless its hash is another one.
			$order->set_cart_hash( '' );
			$order->save();
			// The answer to a conflict has the cart, so that the page shows the new prices, and the next click orders at them.
			WC()->cart->calculate_totals();
			array_map( array( 'Ship_Elements_Checkout', 'remember_prices' ), Ship_Elements_Packages::all() );
			$costs  = array_map( fn ( $rate ) => (float) $rate->get_cost(), Ship_Elements_Packages::rates() );
			$totals = array( 'total' => WC()->cart->get_total( 'edit' ), 'shipping' => $costs ? (string) array_sum( $costs ) : null );
			throw new RouteException( 'ship_elements_check_delivery', html_entity_decode( $problem->getMessage(), ENT_QUOTES ), 409, array( 'totals' => $totals ) ); // phpcs:ignore WordPress.Security.EscapeOutput
		}
	}

	/** The page tells the server of insurance and payment method, so that its one list has their prices. */
	public static function extend_store_api(): void {
		woocommerce_store_api_register_update_callback( array( 'namespace' => 'ship-elements', 'callback' => array( self::class, 'update' ) ) );
		woocommerce_store_api_register_endpoint_data(
			array(
				'endpoint'        => 'cart',
				'namespace'       => 'ship-elements',
				'data_callback'   => array( self::class, 'data' ),
				'schema_callback' => array( self::class, 'schema' ),
				'schema_type'     => ARRAY_A,
			)
		);
	}

	public static function update( $data ): void {
		if ( isset( $data['insured'] ) ) {
			Ship_Elements_Checkout::choose( array( 'insured' => true === $data['insured'] ) );
		}
		if ( isset( $data['payment_method'] ) && is_string( $data['payment_method'] ) ) {
			WC()->session->set( 'chosen_payment_method', sanitize_key( $data['payment_method'] ) );
		}
	}

	/** The prices of this answer are what the shopper sees. */
	public static function data(): array {
		$ships   = WC()->session && WC()->cart && WC()->cart->needs_shipping();
		$none    = array( 'insured' => false, 'cod' => false, 'insurance' => null, 'insures' => 0, 'order_by' => '', 'no_delivery' => $ships ? self::no_delivery() : '' );
		$packages = $ships ? Ship_Elements_Packages::all() : array();
		if ( ! $packages ) {
			return $none;
		}
		$marks = array_column( $packages, 'ship_elements' );
		// The mini-cart of a shop page shows no delivery.
		if ( $marks[0]['asks'] ) {
			array_map( array( 'Ship_Elements_Checkout', 'remember_prices' ), $packages );
		}
		$prices  = Ship_Elements_Checkout::insurance_prices( $packages );
		$insured = array_filter( Ship_Elements_Packages::rates(), fn ( $rate ) => 'yes' === ( $rate->get_meta_data()['_ship_elements_insured'] ?? '' ) );
		return array(
			'insured'   => $marks[0]['insured'],
			'cod'       => in_array( true, array_column( $marks, 'cod' ), true ),
			'insurance' => $prices ? array_sum( $prices ) : null,
			'insures'   => count( $prices + $insured ),
			'order_by'  => self::order_by(),
		) + $none;
	}

	/** Why the cart has no delivery. WooCommerce shows links of a notice, and no buttons. */
	private static function no_delivery(): string {
		list( $reason, $sentence ) = Ship_Elements_Checkout::no_delivery();
		return esc_html( $sentence ) . ( 'outage' === $reason ? ' ' . Ship_Elements_Checkout::again_html( '#' . Ship_Elements_Checkout::AGAIN ) : '' );
	}

	/** Until when the chosen delivery arrives on its dates. Several stand with theirs in WooCommerce's lists. The time of day stays true when it has passed: then the order names other dates. */
	private static function order_by(): string {
		$package = Ship_Elements_Packages::only();
		$rates   = Ship_Elements_Packages::rates();
		$arrival = $package && $rates ? reset( $rates )->get_delivery_time() : '';
		/* translators: 1: a time with its zone, 2: dates of arrival */
		return '' === $arrival ? '' : sprintf( __( 'Order before %1$s, arrives %2$s', 'ship-elements' ), Ship_Elements_Pricing::moment_text( Ship_Elements_Checkout::cut_off( $package ) ), $arrival );
	}

	public static function schema(): array {
		$property = fn ( $type, $description ) => compact( 'type', 'description' ) + array( 'readonly' => true );
		return array(
			'insured'   => $property( 'boolean', 'Whether the shopper wants insurance.' ),
			'cod'       => $property( 'boolean', 'Whether the courier collects the money.' ),
			'insurance' => $property( array( 'integer', 'null' ), 'Rupiah that insurance adds to the chosen deliveries.' ),
			'insures'   => $property( 'integer', 'How many of the chosen deliveries are insured, or can be.' ),
			'order_by'  => $property( 'string', 'Until when the chosen delivery arrives on its dates. Empty if it has none.' ),
			'no_delivery' => $property( 'string', 'Why the cart has no delivery, as HTML. Empty if it has one.' ),
		);
	}
}
