<?php
defined( 'ABSPATH' ) || exit;

/** The shopper's choice, in both checkouts, and the prices that it is shown at. */
class Ship_Elements_Checkout {
	public static function register(): void {
		$class = self::class;
		// After the plugins that split a cart.
		add_filter( 'woocommerce_cart_shipping_packages', array( $class, 'mark_packages' ), PHP_INT_MAX );
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

	/** WooCommerce asks for rates again if a package has changed. So everything that decides a price goes into it. */
	public static function mark_packages( array $packages ): array {
		if ( ! $packages || ! WC()->session || Ship_Elements_Settings::problem() ) {
			return $packages;
		}
		// Each order has one parcel, so several packages have no common price.
		if ( 1 !== count( $packages ) ) {
			self::warn( 'split' );
			return $packages;
		}
		foreach ( $packages as $key => $package ) {
			$light = Ship_Elements_Parcel::too_light( Ship_Elements_Parcel::items( $package ) );
			if ( $light ) {
				self::warn( 'too-light', array( 'item' => $light['name'], 'grams' => $light['weight'] ) );
			} elseif ( Ship_Elements_Parcel::destination( $package ) ) {
				$packages[ $key ]['ship_elements'] = Ship_Elements_Quotes::mark( $package, self::choice(), self::pays_cod() );
			}
		}
		return $packages;
	}

	/** Whether a package still has the goods for which it was marked. Another plugin may have split it, and copied the mark. */
	public static function is_whole( array $package ): bool {
		$is_whole = ( $package['ship_elements']['lines'] ?? null ) === Ship_Elements_Parcel::quantities( $package );
		if ( ! $is_whole && isset( $package['ship_elements'] ) ) {
			self::warn( 'split' );
		}
		return $is_whole;
	}

	/** Tells the merchant for a day that no courier is offered for such carts. */
	private static function warn( string $reason, $about = true ): void {
		$known = Ship_Elements_Storage::get( $reason );
		if ( ! $known || $known['value'] !== $about || $known['created'] < time() - HOUR_IN_SECONDS ) {
			Ship_Elements_Storage::set( $reason, $about, DAY_IN_SECONDS );
		}
	}

	/** The cart's package, if its delivery can be priced. */
	public static function package(): ?array {
		$packages = WC()->cart->get_shipping_packages();
		$package  = $packages ? reset( $packages ) : null;
		return isset( $package['ship_elements'] ) ? $package : null;
	}

	/**
	 * WooCommerce drops the choice whenever the list is another one, and ours is another one after each change. What is still offered stays,
	 * also a method that is not ours. If our courier collects no money or does not insure, the first of ours takes its place.
	 */
	public static function keep_choice( $preselected, $rates, $chosen ) {
		if ( is_string( $chosen ) && isset( $rates[ $chosen ] ) ) {
			return $chosen;
		}
		$ours = self::service_of( $chosen ) ? preg_grep( '/^ship_elements:/', array_keys( $rates ) ) : array();
		return $ours ? reset( $ours ) : $preselected;
	}

	/**
	 * Why a cart has none of our couriers, as a sentence for the shopper. Empty if it has one. Also if no courier serves the address: WooCommerce
	 * says that itself.
	 *
	 * @return string[] reason and sentence
	 */
	public static function no_delivery(): array {
		$packages = WC()->shipping()->get_packages();
		$first    = $packages ? reset( $packages ) : array();
		$rates    = array_merge( array(), ...array_map( 'array_values', array_column( $packages, 'rates' ) ) );
		if ( ! WC()->customer || array_filter( $rates, fn ( $rate ) => 'ship_elements' === $rate->get_method_id() ) ) {
			return array( '', '' );
		}
		$country = Ship_Elements_Parcel::foreign( (string) WC()->customer->get_shipping_country() );
		if ( null !== $country && ! $rates ) {
			return array( 'abroad', Ship_Elements_Words::sentence( array( 'state' => 'refused', 'data' => array( 'reason' => 'abroad', 'country' => $country ) ) ) );
		}
		$light    = $first ? Ship_Elements_Parcel::too_light( Ship_Elements_Parcel::items( $first ) ) : null;
		$package  = self::package();
		$is_split = count( $packages ) > 1 || ( $package && $first && ! self::is_whole( $first ) );
		// Beside pickup alone, nobody sees that couriers are missing. A zone without our method misses none.
		if ( null !== $country || ! ( $light || $is_split || $package ) || ( $rates && ! self::is_in_zone( $first ) ) ) {
			return array( '', '' );
		}
		if ( $light ) {
			/* translators: %s: name of a product */
			return array( 'too-light', sprintf( __( '“%s” cannot be delivered just now. Please contact the shop.', 'ship-elements' ), $light['name'] ) );
		}
		if ( $is_split ) {
			return array( 'split', self::split_sentence() );
		}
		if ( Ship_Elements_Quotes::failure() || null === Ship_Elements_Quotes::rates( $package, $package['ship_elements']['cod'] ) ) {
			return array( 'outage', __( 'The prices of the couriers cannot be had just now.', 'ship-elements' ) );
		}
		return array( '', '' );
	}

	private static function is_in_zone( array $package ): bool {
		$methods = WC_Shipping_Zones::get_zone_matching_package( $package )->get_shipping_methods( true );
		return in_array( 'ship_elements', wp_list_pluck( $methods, 'id' ), true );
	}

	public static function split_sentence(): string {
		return __( 'The couriers deliver one parcel for each order, and these goods go in several. Please order them one by one, or contact the shop.', 'ship-elements' );
	}

	/** Beside pickup and other methods, WooCommerce's own sentence is not shown. */
	private static function show_no_delivery( string $again ): void {
		$packages = WC()->shipping()->get_packages();
		$html     = array_filter( array_column( $packages, 'rates' ) ) ? self::no_delivery_html( '', $again ) : '';
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

	/** The service of one of our rates, as `jne/reg`. Empty if it is none of ours. */
	private static function service_of( $rate_id ): string {
		return is_string( $rate_id ) && preg_match( '~^ship_elements:\d*:(.+)$~', $rate_id, $found ) ? $found[1] : '';
	}

	/** The service that the cart goes by. Empty if it goes by another method. */
	public static function chosen_service(): string {
		$chosen = (array) WC()->session->get( 'chosen_shipping_methods' );
		return self::service_of( reset( $chosen ) );
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
		$order   = is_wc_endpoint_url( 'order-pay' ) ? wc_get_order( absint( get_query_var( 'order-pay' ) ) ) : null;
		$package = ! $order && self::is_chosen() ? self::package() : null;
		$terms   = $order ? Ship_Elements_Terms::of( $order ) : array();
		if ( $order ? ! $terms || $terms['cod'] : ! $package || self::has_cod( $package ) ) {
			return $gateways;
		}
		return array_diff_key( $gateways, array_flip( self::cod_methods() ) );
	}

	/** Whether the cart goes by one of our rates. */
	public static function is_chosen(): bool {
		return '' !== self::chosen_service();
	}

	public static function chosen_rate(): ?WC_Shipping_Rate {
		$chosen = (array) WC()->session->get( 'chosen_shipping_methods' );
		foreach ( WC()->shipping()->get_packages() as $key => $package ) {
			return $package['rates'][ $chosen[ $key ] ?? '' ] ?? null;
		}
		return null;
	}

	/** Remembers the prices that this shopper sees now. One row for each kind of payment, written whole. */
	public static function remember_prices( array $package ): void {
		$cod    = $package['ship_elements']['cod'];
		$prices = array( 'question' => self::fingerprint( $package ), 'cut_off' => self::cut_off( $package ) );
		foreach ( array( false, true ) as $insured ) {
			$rows                          = Ship_Elements_Quotes::rows( $package, $cod, $insured ) ?? Ship_Elements_Quotes::outage( $package );
			$prices[ $insured ? 'insured' : 'plain' ] = array_column( $rows, 'price', 'service' );
		}
		$name = 'shown:' . self::customer() . ':' . (int) $cod;
		if ( Ship_Elements_Storage::value( $name ) !== $prices ) {
			Ship_Elements_Storage::set( $name, $prices, DAY_IN_SECONDS, self::customer() );
		}
	}

	private static function fingerprint( array $package ): string {
		return md5( wp_json_encode( array( Ship_Elements_Parcel::items( $package ), $package['ship_elements']['place'], $package['ship_elements']['goods'] ) ) );
	}

	/** Until when an order of this package is handed over on the dates that are shown. Empty if the shop does not open. */
	public static function cut_off( array $package ): string {
		return $package['ship_elements']['dates'][0]['cut_off'] ?? '';
	}

	/** What `remember_prices` has kept for this kind of payment. */
	public static function shown( bool $cod ): array {
		return (array) Ship_Elements_Storage::value( 'shown:' . self::customer() . ':' . (int) $cod );
	}

	public static function was_shown( array $package, string $service, bool $insured, bool $cod, int $price ): bool {
		$shown = self::shown( $cod );
		return self::fingerprint( $package ) === ( $shown['question'] ?? '' ) && ( $shown[ $insured ? 'insured' : 'plain' ][ $service ] ?? null ) === $price;
	}

	/** The classic checkout: what the widget has shown must be what the shop charges. */
	public static function validate( $data, WP_Error $errors ): void {
		if ( ! self::is_chosen() ) {
			return;
		}
		// WooCommerce has checked the nonce of this request.
		$seen = isset( $_POST['ship_elements-seen'] ) ? sanitize_text_field( wp_unslash( $_POST['ship_elements-seen'] ) ) : ''; // phpcs:ignore WordPress.Security.NonceVerification
		$rate = self::chosen_rate();
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
