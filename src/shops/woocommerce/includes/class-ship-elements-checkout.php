<?php
defined( 'ABSPATH' ) || exit;

/** The shopper's choice, in both checkouts, and the prices that it is shown at. */
class Ship_Elements_Checkout {
	public static function register(): void {
		$class = self::class;
		add_filter( 'woocommerce_available_payment_gateways', array( $class, 'payment_gateways' ) );
		add_filter( 'woocommerce_shipping_chosen_method', array( $class, 'keep_choice' ), 10, 3 );
		add_action( 'woocommerce_after_checkout_validation', array( $class, 'validate' ), 10, 2 );
		add_filter( 'woocommerce_billing_fields', array( $class, 'require_phone' ) );
		add_filter( 'option_woocommerce_checkout_phone_field', array( $class, 'phone_setting' ) );
		// The merchant may have mended the weight.
		foreach ( array( 'product', 'product_variation' ) as $goods ) {
			add_action( "woocommerce_update_$goods", fn () => Ship_Elements_Storage::delete( 'too-light' ) );
		}
		add_filter( 'woocommerce_no_shipping_available_html', fn ( $html ) => self::no_delivery_html( $html, '#' . self::AGAIN ) );
		add_filter( 'woocommerce_cart_no_shipping_available_html', fn ( $html ) => self::no_delivery_html( $html, wc_get_cart_url() ) );
		add_action( 'woocommerce_review_order_after_shipping', fn () => self::show_no_delivery( '#' . self::AGAIN ) );
		add_action( 'woocommerce_cart_totals_after_shipping', fn () => self::show_no_delivery( wc_get_cart_url() ) );
	}

	/** Where the link "Try again" goes. The scripts of both checkouts ask for rates again. */
	const AGAIN = 'ship-elements-again';

	/** The shopper of this request. Who creates an account with the order gets another id in the middle of it. */
	private static function customer(): string {
		static $id = null;
		$id = $id ?? (string) WC()->session->get_customer_id();
		return $id;
	}

	/** What the shopper has set. It has a row of its own, because parallel requests overwrite WooCommerce's session. */
	public static function choice(): array {
		$saved = WC()->session ? Ship_Elements_Storage::value( 'choice:' . self::customer() ) : null;
		return ( is_array( $saved ) ? $saved : array() ) + array( 'service' => '', 'insured' => false );
	}

	public static function choose( array $changes ): void {
		$before = self::choice();
		$after  = $changes + $before;
		if ( $after !== $before ) {
			Ship_Elements_Storage::set( 'choice:' . self::customer(), $after, WEEK_IN_SECONDS, self::customer() );
		}
	}

	/** Whether this request may ask the service. Pages of the shop show the cart's total too, and must not cost money. */
	public static function may_ask(): bool {
		static $may = null;
		$may = $may ?? self::is_about_delivery();
		return $may;
	}

	private static function is_about_delivery(): bool {
		$ajax = isset( $_GET['wc-ajax'] ) ? sanitize_key( wp_unslash( $_GET['wc-ajax'] ) ) : ''; // phpcs:ignore WordPress.Security.NonceVerification
		if ( '' !== $ajax ) {
			return in_array( $ajax, array( 'ship_elements', 'update_order_review', 'update_shipping_method', 'checkout', 'apply_coupon', 'remove_coupon' ), true );
		}
		if ( function_exists( 'wp_is_serving_rest_request' ) ? wp_is_serving_rest_request() : defined( 'REST_REQUEST' ) ) {
			// The mini-cart of a shop page asks too. An app has no page, and some browsers say the shop's address alone.
			$from = wp_get_referer() ? wp_get_referer() : wp_unslash( $_SERVER['HTTP_REFERER'] ?? '' ); // phpcs:ignore WordPress.Security.ValidatedSanitizedInput
			return 0 !== strpos( $from, home_url() ) || untrailingslashit( $from ) === untrailingslashit( home_url() ) || self::is_delivery_page( $from );
		}
		return is_cart() || is_checkout() || self::is_delivery_page( (string) wp_unslash( $_SERVER['REQUEST_URI'] ?? '' ) ); // phpcs:ignore WordPress.Security.ValidatedSanitizedInput
	}

	private static function is_delivery_page( string $url ): bool {
		// Most often it is, and WooCommerce knows its address without a search. With plain permalinks, all pages have one path.
		$checkout = wc_get_page_id( 'checkout' ) > 0 ? wc_get_checkout_url() : '?';
		if ( false === strpos( $checkout, '?' ) && wp_parse_url( $checkout, PHP_URL_PATH ) === wp_parse_url( $url, PHP_URL_PATH ) ) {
			return true;
		}
		$id = url_to_postid( $url );
		if ( ! $id ) {
			return false;
		}
		$content = get_post( $id )->post_content;
		// The block may stand in a synced pattern.
		preg_match_all( '/<!-- wp:block \{"ref":(\d+)/', $content, $patterns );
		foreach ( $patterns[1] as $pattern ) {
			$content .= get_post( (int) $pattern )->post_content ?? '';
		}
		return in_array( $id, array( wc_get_page_id( 'cart' ), wc_get_page_id( 'checkout' ) ), true ) || preg_match( '/wp:woocommerce\/(cart|checkout)|\[woocommerce_(cart|checkout)/', $content );
	}

	/**
	 * WooCommerce drops the choice whenever the list is another one, and ours is another one after each change. What is still offered stays,
	 * also a method that is not ours. If our courier collects no money or does not insure, the first of ours takes its place. A page that may not
	 * ask for prices has none of ours after the goods have changed: the choice waits for the checkout.
	 */
	public static function keep_choice( $preselected, $rates, $chosen ) {
		$is_ours = '' !== Ship_Elements_Packages::service_of( $chosen );
		$ours    = $is_ours ? preg_grep( '/^ship_elements:/', array_keys( $rates ) ) : array();
		if ( ( is_string( $chosen ) && isset( $rates[ $chosen ] ) ) || ( $is_ours && ! $ours && ! self::may_ask() ) ) {
			return $chosen;
		}
		return $ours ? reset( $ours ) : $preselected;
	}

	/**
	 * Why a cart, or a package of it, has none of our couriers, as a sentence for the shopper. Empty if each has one. Also if no courier serves the
	 * address: WooCommerce says that itself.
	 *
	 * @return string[] reason and sentence
	 */
	public static function no_delivery(): array {
		$packages = WC()->shipping()->get_packages();
		$without  = array_filter( $packages, fn ( $package ) => ! array_filter( $package['rates'] ?? array(), fn ( $rate ) => 'ship_elements' === $rate->get_method_id() ) );
		$rates    = array_filter( array_column( $without, 'rates' ) );
		if ( ! WC()->customer || ( $packages && ! $without ) ) {
			return array( '', '' );
		}
		$country = Ship_Elements_Parcel::foreign( (string) WC()->customer->get_shipping_country() );
		if ( null !== $country && ! $rates ) {
			return array( 'abroad', Ship_Elements_Words::sentence( array( 'state' => 'refused', 'data' => array( 'reason' => 'abroad', 'country' => $country ) ) ) );
		}
		$items    = fn ( $of ) => array_merge( array(), ...array_values( array_map( array( 'Ship_Elements_Parcel', 'items' ), $of ) ) );
		$no_home  = array_filter( $without, fn ( $package ) => ! Ship_Elements_Parcel::is_origin( Ship_Elements_Packages::vendor( $package ) ) );
		// The merchant reads what to mend. The shopper's address is right.
		$stays    = Ship_Elements_Parcel::too_light( $items( $without ) ) ?? $items( $no_home )[0] ?? null;
		$marked   = array_diff_key( Ship_Elements_Packages::all(), array_diff_key( $packages, $without ) );
		$is_split = $packages && ( ! Ship_Elements_Packages::fits_order( $packages ) || array_filter( $packages, fn ( $package ) => isset( $package['ship_elements'] ) && ! Ship_Elements_Packages::is_whole( $package ) ) );
		// Beside pickup alone, nobody sees that couriers are missing. A zone without our method misses none.
		if ( null !== $country || ! ( $stays || $is_split || $marked ) || ( $rates && ! self::is_in_zone( reset( $without ) ) ) ) {
			return array( '', '' );
		}
		if ( $stays ) {
			/* translators: %s: name of a product */
			return array( 'goods', sprintf( __( '“%s” cannot be delivered just now. Please contact the shop.', 'ship-elements' ), $stays['name'] ) );
		}
		if ( $is_split ) {
			return array( 'split', self::split_sentence() );
		}
		$unknown = array_filter( $marked, fn ( $package ) => null === Ship_Elements_Quotes::rates( $package, $package['ship_elements']['cod'] ) );
		if ( Ship_Elements_Quotes::failure() || $unknown ) {
			return array( 'outage', __( 'The prices of the couriers cannot be had just now.', 'ship-elements' ) );
		}
		return array( '', '' );
	}

	private static function is_in_zone( array $package ): bool {
		$methods = WC_Shipping_Zones::get_zone_matching_package( $package )->get_shipping_methods( true );
		return in_array( 'ship_elements', wp_list_pluck( $methods, 'id' ), true );
	}

	public static function split_sentence(): string {
		return __( 'These goods go in parcels for which the couriers have no price. Please order them one by one, or contact the shop.', 'ship-elements' );
	}

	/** Beside pickup and other methods, WooCommerce's own sentence is not shown. */
	private static function show_no_delivery( string $again ): void {
		$rates = array_column( WC()->shipping()->get_packages(), 'rates' );
		$html  = $rates && array_filter( $rates ) === $rates ? self::no_delivery_html( '', $again ) : '';
		if ( '' !== $html ) {
			echo '<tr><td colspan="2">' . $html . '</td></tr>'; // phpcs:ignore WordPress.Security.EscapeOutput -- no_delivery_html() escapes.
		}
	}

	private static function no_delivery_html( string $html, string $again ): string {
		list( $reason, $sentence ) = self::no_delivery();
		if ( '' === $reason ) {
			return $html;
		}
		return esc_html( $sentence ) . ( 'outage' === $reason ? ' ' . self::again_html( $again ) : '' );
	}

	public static function again_html( string $url ): string {
		return sprintf( '<a href="%s">%s</a>', esc_url( $url ), esc_html__( 'Try again', 'ship-elements' ) );
	}

	public static function is_cod( string $payment_method ): bool {
		return in_array( $payment_method, self::cod_methods(), true );
	}

	public static function cod_methods(): array {
		/** Filters the ids of the payment methods with which the courier collects the money. */
		return array_values( (array) apply_filters( 'ship_elements_cod_methods', array( 'cod' ) ) );
	}

	public static function pays_cod(): bool {
		return self::is_cod( (string) WC()->session->get( 'chosen_payment_method' ) );
	}

	/** Whether a courier collects goods and delivery of this package. */
	public static function has_cod( array $package ): bool {
		$mark     = $package['ship_elements'];
		$collects = fn ( $rate ) => Ship_Elements_Pricing::is_collected( $rate, Ship_Elements_Pricing::payments( $mark['goods'], $rate['price'], true )['door'] );
		return Ship_Elements_Quotes::takes_cod( $mark['goods'] ) && array_filter( (array) Ship_Elements_Quotes::rates( $package, $mark['cod'] ), $collects );
	}

	/** Hides cash on delivery where no courier collects the money, and for an order that was sold without it. */
	public static function payment_gateways( $gateways ) {
		if ( ! WC()->session || ! WC()->cart || is_admin() ) {
			return $gateways;
		}
		$order = is_wc_endpoint_url( 'order-pay' ) ? wc_get_order( absint( get_query_var( 'order-pay' ) ) ) : null;
		$terms = $order ? Ship_Elements_Terms::of( $order ) : array();
		if ( $order ? ! $terms || $terms['cod'] : ! self::is_chosen() || self::can_collect() ) {
			return $gateways;
		}
		return array_diff_key( $gateways, array_flip( self::cod_methods() ) );
	}

	/** Whether a courier collects the money of each package. If one goes by another method, nobody collects its goods. */
	private static function can_collect(): bool {
		$packages = Ship_Elements_Packages::all();
		$ours     = Ship_Elements_Packages::ours();
		return 1 === count( $ours )
			? ! $packages || self::has_cod( reset( $packages ) )
			: ! in_array( false, $ours, true ) && count( $packages ) === count( array_filter( $packages, array( self::class, 'has_cod' ) ) );
	}

	/** Whether a package of the cart goes by one of our rates. */
	public static function is_chosen(): bool {
		return in_array( true, Ship_Elements_Packages::ours(), true );
	}

	/** Remembers the prices that this shopper sees now. One row for each kind of payment, written whole. */
	public static function remember_prices( array $package ): void {
		$cod    = $package['ship_elements']['cod'];
		$prices = array( 'question' => self::fingerprint( $package ), 'cut_off' => self::cut_off( $package ) );
		foreach ( array( false, true ) as $insured ) {
			$rows                          = Ship_Elements_Quotes::rows( $package, $cod, $insured ) ?? Ship_Elements_Quotes::outage( $package );
			$prices[ $insured ? 'insured' : 'plain' ] = array_column( $rows, 'price', 'service' );
		}
		$name = self::name_of_shown( $package, $cod );
		if ( Ship_Elements_Storage::value( $name ) !== $prices ) {
			Ship_Elements_Storage::set( $name, $prices, DAY_IN_SECONDS, self::customer() );
		}
	}

	/**
	 * Rupiah that insurance adds to each chosen delivery that can be insured. Empty if it cannot be switched.
	 *
	 * @param array[] $packages by WooCommerce's keys.
	 * @return int[] by the same keys
	 */
	public static function insurance_prices( array $packages ): array {
		$added = array();
		foreach ( 'optional' === Ship_Elements_Settings::get( 'insurance' ) ? array_intersect_key( Ship_Elements_Packages::rates(), $packages ) : array() as $key => $rate ) {
			$service = $rate->get_meta_data()['_ship_elements_service'] ?? '';
			$prices  = array();
			foreach ( array( false, true ) as $insured ) {
				$rows               = (array) Ship_Elements_Quotes::rows( $packages[ $key ], $packages[ $key ]['ship_elements']['cod'], $insured );
				$prices[ $insured ] = array_column( array_filter( $rows, fn ( $row ) => $row['insured'] === $insured ), 'price', 'service' );
			}
			if ( isset( $prices[0][ $service ], $prices[1][ $service ] ) ) {
				$added[ $key ] = $prices[1][ $service ] - $prices[0][ $service ];
			}
		}
		return $added;
	}

	private static function fingerprint( array $package ): string {
		return md5( wp_json_encode( array( Ship_Elements_Parcel::items( $package ), $package['ship_elements']['place'], $package['ship_elements']['goods'] ) ) );
	}

	/** Until when an order of this package is handed over on the dates that are shown. Empty if the shop does not open. */
	public static function cut_off( array $package ): string {
		return $package['ship_elements']['dates'][0]['cut_off'] ?? '';
	}

	/** Most carts have one package, and WooCommerce gives it this key. */
	private static function name_of_shown( array $package, bool $cod ): string {
		$key = $package['ship_elements']['key'];
		return 'shown:' . self::customer() . ':' . (int) $cod . ( '0' === $key ? '' : ':' . md5( $key ) );
	}

	/** What `remember_prices` has kept for this kind of payment. */
	public static function shown( array $package, bool $cod ): array {
		return (array) Ship_Elements_Storage::value( self::name_of_shown( $package, $cod ) );
	}

	public static function was_shown( array $package, string $service, bool $insured, bool $cod, int $price ): bool {
		$shown = self::shown( $package, $cod );
		return self::fingerprint( $package ) === ( $shown['question'] ?? '' ) && ( $shown[ $insured ? 'insured' : 'plain' ][ $service ] ?? null ) === $price;
	}

	/** The classic checkout: what the widget has shown must be what the shop charges. */
	public static function validate( $data, WP_Error $errors ): void {
		if ( ! self::is_chosen() ) {
			return;
		}
		// WooCommerce has checked the nonce of this request.
		$seen = isset( $_POST['ship_elements-seen'] ) ? sanitize_text_field( wp_unslash( $_POST['ship_elements-seen'] ) ) : ''; // phpcs:ignore WordPress.Security.NonceVerification
		$ours = Ship_Elements_Packages::rates();
		$rate = reset( $ours );
		$line = $rate ? $rate->get_meta_data() : array();
		if ( '' !== $seen && ( $line['_ship_elements_service'] ?? '' ) . ' ' . (int) ( $rate ? $rate->get_cost() : 0 ) !== $seen ) {
			WC()->session->set( 'refresh_totals', true );
			$errors->add( 'shipping', self::choose_again() );
		}
	}

	public static function choose_again(): string {
		return __( 'Delivery prices have changed. Please check your delivery and the total, and order again.', 'ship-elements' );
	}

	/** The courier calls before it comes. */
	public static function require_phone( $fields ) {
		if ( isset( $fields['billing_phone'] ) && self::ships() ) {
			$fields['billing_phone']['required'] = true;
		}
		return $fields;
	}

	/**
	 * The block checkout asks for the phone of both addresses, and the courier needs one. So it is asked for only where none is known: a
	 * customer of the classic checkout has one with the billing address alone.
	 */
	public static function phone_setting( $value ) {
		if ( is_admin() || ! self::ships() ) {
			return $value;
		}
		$known = WC()->customer ? array( WC()->customer->get_shipping_phone(), WC()->customer->get_billing_phone() ) : array();
		return array_filter( $known, array( 'Ship_Elements_Parcel', 'is_phone' ) ) ? 'optional' : 'required';
	}

	private static function ships(): bool {
		return did_action( 'wp_loaded' ) && WC()->cart && WC()->session && WC()->cart->needs_shipping() && null === Ship_Elements_Settings::problem();
	}
}
