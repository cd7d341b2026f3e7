<?php
defined( 'ABSPATH' ) || exit;

/** The widget in the classic checkout, and what the pages of the shop may ask: their own cart's prices, couriers and districts. */
class Ship_Elements_Classic_Checkout {
	public static function register(): void {
		$class = self::class;
		add_action( 'wc_ajax_ship_elements', array( $class, 'answer' ) );
		add_action( 'woocommerce_checkout_update_order_review', array( $class, 'read_review' ) );
		add_action( 'woocommerce_checkout_process', array( $class, 'read_form' ) );
		add_action( 'woocommerce_checkout_before_order_review', array( $class, 'show_widget' ) );
		add_action( 'woocommerce_review_order_after_shipping', array( $class, 'show_question' ) );
		add_filter( 'woocommerce_cart_shipping_method_full_label', array( $class, 'add_arrival' ), 10, 2 );
		add_action( 'wp_enqueue_scripts', array( $class, 'enqueue' ) );
	}

	/** The widget's client adds `/v1/rates/couriers` to it. */
	public static function url(): string {
		return add_query_arg( 'path', '', WC_AJAX::get_endpoint( 'ship_elements' ) ) . '=';
	}

	public static function has_checkout(): bool {
		global $post;
		return ( is_checkout() && ! is_wc_endpoint_url() ) || ( $post && has_shortcode( $post->post_content, 'woocommerce_checkout' ) );
	}

	/** The session's own cart is priced, whatever a page sends: it cannot ask for another one. */
	public static function answer(): void {
		// phpcs:ignore WordPress.Security.NonceVerification -- nothing is changed, and a cart is the session's.
		$path  = isset( $_GET['path'] ) ? sanitize_text_field( wp_unslash( $_GET['path'] ) ) : '';
		$asked = (array) json_decode( (string) file_get_contents( 'php://input', false, null, 0, 100000 ), true );
		// The page of a product has no cart, and no session yet.
		$is_promise = Ship_Elements_Promise::is_on() && in_array( $path, array( '/v1/promise', '/v1/maps/areas' ), true );
		if ( null !== Ship_Elements_Settings::problem() || ! ( $is_promise || ( WC()->session && WC()->session->has_session() ) ) ) {
			self::refuse( 403, 'shipping-unavailable' );
		}
		if ( '/v1/maps/areas' === $path ) {
			// In the body, because servers log addresses.
			$areas = Ship_Elements_District::search( is_string( $asked['input'] ?? null ) ? $asked['input'] : '' );
			null === $areas ? self::refuse( 503, 'service-unreachable' ) : wp_send_json( array( 'success' => true, 'areas' => $areas ) );
		}
		if ( $is_promise ) {
			$promise = Ship_Elements_Promise::answer( $asked );
			if ( ! $promise ) {
				null === $promise ? self::refuse( 503, 'service-unreachable' ) : self::refuse( 400, 'invalid-request' );
			}
			wp_send_json( $promise );
		}
		if ( '/v1/couriers' === $path ) {
			wp_send_json( array( 'success' => true, 'object' => 'courier', 'couriers' => self::offered_couriers() ) );
		}
		if ( '/v1/rates/couriers' !== $path ) {
			self::refuse( 404, 'no-operation' );
		}
		$cod = (float) ( $asked['destination_cash_on_delivery'] ?? 0 ) > 0;
		// Plugins set weights of the cart's products then. The sums themselves are not needed, and would overwrite a session that another request changes.
		do_action( 'woocommerce_before_calculate_totals', WC()->cart ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- WooCommerce's own.
		$package = Ship_Elements_Packages::only();
		$place   = ( $package['ship_elements']['place'] ?? array() ) + array( 'destination_postal_code' => 0, 'destination_area_id' => '' );
		$named   = array_filter( array_intersect_key( $asked, $place ), 'is_scalar' );
		if ( $named && array_diff_assoc( $place, $named + array( 'destination_area_id' => '' ) ) ) {
			// WooCommerce keeps a new address only after it has answered the page. The widget asks again soon.
			self::refuse( 503, 'service-busy' );
		}
		$asks    = $package && Ship_Elements_Packages::is_whole( $package ) && ( ! $cod || Ship_Elements_Quotes::takes_cod( $package['ship_elements']['goods'] ) );
		$rates   = $asks ? Ship_Elements_Quotes::rates( $package, $cod ) : array();
		if ( null === $rates ) {
			$rates = $cod ? array() : array_column( Ship_Elements_Quotes::outage( $package ), 'rate' );
			if ( ! $rates ) {
				self::refuse( 503, 'service-unreachable' );
			}
		}
		if ( ! $rates ) {
			self::refuse( 400, 'no-courier', 40001010 );
		}
		$insured = (float) ( $asked['courier_insurance'] ?? 0 ) > 0 && 'never' !== Ship_Elements_Settings::get( 'insurance' );
		$pricing = array_map( fn ( $rate ) => array_diff_key( $insured ? $rate : self::uninsured( $rate, $cod ), array( 'subsidy' => 0, 'most_more' => 0 ) ), $rates );
		foreach ( $pricing as $index => $rate ) {
			// The same dates as in WooCommerce's list, with the order and in its e-mails.
			$limits             = array_combine( array( 'least', 'most' ), Ship_Elements_Pricing::cod_limits( $rate['courier_code'] ) );
			$pricing[ $index ] += array_filter( array( 'arrivals' => Ship_Elements_Settings::promises( $rate ), 'cash_on_delivery_limits' => $limits ) );
		}
		wp_send_json( array( 'success' => true, 'object' => 'courier_pricing', 'code' => 20001003, 'pricing' => $pricing ) + Ship_Elements_Promise::free_delivery( $package['ship_elements']['cart'] ) );
	}

	/** The service is asked with insurance, and a page may ask without. */
	private static function uninsured( array $rate, bool $cod ): array {
		$price = empty( $rate['insurance_fee'] ) ? null : Ship_Elements_Pricing::price( $rate, array( 'insured' => true, 'cod' => $cod ), false, $cod );
		return null === $price || (float) $rate['price'] === $price ? $rate : array( 'price' => $price, 'insurance_fee' => 0 ) + $rate;
	}

	/** @return never */
	private static function refuse( int $status, string $reason, int $code = 0 ) {
		wp_send_json( array( 'success' => false, 'error' => 'The shop has no prices for this.', 'code' => $code ? $code : $status * 100000, 'reason' => $reason ), $status );
	}

	private static function offered_couriers(): array {
		$offered = explode( ',', Ship_Elements_Settings::couriers() );
		return array_values( array_filter( (array) Ship_Elements_Storage::value( 'couriers' ), fn ( $row ) => in_array( $row['courier_code'], $offered, true ) ) );
	}

	/** WooCommerce has checked the nonce of this request. */
	public static function read_review( $form ): void {
		parse_str( (string) $form, $fields );
		self::read( array_intersect_key( $fields, array_flip( array( 'ship_elements_widget', 'ship_elements', 'ship_elements-insurance' ) ) ) );
	}

	/** WooCommerce has checked the nonce of this request. */
	public static function read_form(): void {
		// phpcs:disable WordPress.Security.NonceVerification
		if ( isset( $_POST['ship_elements_widget'] ) ) {
			$service = isset( $_POST['ship_elements'] ) ? sanitize_text_field( wp_unslash( $_POST['ship_elements'] ) ) : '';
			self::read( array( 'ship_elements_widget' => '1', 'ship_elements' => $service ) + ( isset( $_POST['ship_elements-insurance'] ) ? array( 'ship_elements-insurance' => '1' ) : array() ) );
		}
		// phpcs:enable
	}

	private static function read( array $fields ): void {
		// Without the widget there is nothing to read, and an insurance that was chosen elsewhere stays.
		if ( isset( $fields['ship_elements_widget'] ) ) {
			$service = $fields['ship_elements'] ?? '';
			$service = is_string( $service ) && preg_match( '~^[\w.-]{1,64}/[\w.-]{1,64}$~', $service ) ? $service : '';
			Ship_Elements_Checkout::choose( array( 'service' => $service, 'insured' => isset( $fields['ship_elements-insurance'] ) ) );
		}
	}

	/** The widget stands outside the table that WooCommerce replaces after each change. */
	public static function show_widget(): void {
		if ( null === Ship_Elements_Settings::problem() ) {
			$language = substr( determine_locale(), 0, 2 );
			// It belongs to no form: the script posts fields of its own, and Chromium restores no field of a form with this element after Back.
			printf( '<div id="ship-elements" hidden><ship-checkout form="ship-elements-none" order-mode="none" base-url="%s" lang="%s"></ship-checkout></div>', esc_attr( self::url() ), esc_attr( $language ) );
		}
	}

	/** What the table shows of our rates is what the shopper sees. The widget chooses for one package; those of a split cart have WooCommerce's own rows. */
	public static function show_question(): void {
		$is_ours  = fn ( $rate ) => 'ship_elements' === $rate->get_method_id();
		$packages = WC()->shipping()->get_packages();
		$priced   = array_filter( $packages, fn ( $package ) => ! empty( $package['ship_elements'] ) && array_filter( $package['rates'], $is_ours ) );
		array_map( array( 'Ship_Elements_Checkout', 'remember_prices' ), $priced );
		if ( count( $packages ) > 1 ) {
			self::show_insurance( $priced );
		} elseif ( $priced ) {
			$package = reset( $priced );
			self::hand_question( $package, array_filter( $package['rates'], $is_ours ) );
		}
	}

	/** The switch of a split cart. Its class has WooCommerce's script ask for the table again. */
	private static function show_insurance( array $packages ): void {
		$prices = Ship_Elements_Checkout::insurance_prices( $packages );
		if ( ! $prices ) {
			return;
		}
		$insured = Ship_Elements_Checkout::choice()['insured'];
		$price   = Ship_Elements_Words::rupiah( array_sum( $prices ) );
		// The shopper may fetch the other package.
		$ours = count( Ship_Elements_Packages::rates() );
		if ( count( $prices ) < $ours ) {
			/* translators: 1: how many, 2: of how many, 3: price of the insurance */
			$label = sprintf( __( 'Insure %1$d of %2$d parcels (%3$s)', 'ship-elements' ), count( $prices ), $ours, $price );
		} else {
			/* translators: %s: price of the insurance */
			$label = sprintf( $ours > 1 ? __( 'Insure the parcels (%s)', 'ship-elements' ) : __( 'Insure the parcel (%s)', 'ship-elements' ), $price );
		}
		printf( '<tr><td colspan="2" class="update_totals_on_change"><input type="hidden" name="ship_elements_widget" value="1"><label><input type="checkbox" name="ship_elements-insurance" value="1" %s> %s</label></td></tr>', checked( $insured, true, false ), esc_html( $label ) );
	}

	/** Hands the widget its question with each new table of the order. */
	private static function hand_question( array $package, array $ours ): void {
		$mark     = $package['ship_elements'];
		$choice   = Ship_Elements_Checkout::choice();
		$rates    = Ship_Elements_Packages::rates();
		$chosen   = reset( $rates );
		$meta     = $chosen ? $chosen->get_meta_data() : array();
		$question = array(
			'shipment'  => array( 'origin_postal_code' => Ship_Elements_Parcel::origin( $mark['vendor'] )['postcode'], 'items' => Ship_Elements_Parcel::items( $package ) ) + $mark['place'],
			'couriers'  => Ship_Elements_Settings::couriers(),
			'goods'     => $mark['goods'],
			'cod'       => $mark['cod'] && Ship_Elements_Checkout::has_cod( $package ),
			'takesCod'  => Ship_Elements_Quotes::takes_cod( $mark['goods'] ),
			'insured'   => $mark['insured'],
			'service'   => $meta['_ship_elements_service'] ?? '',
			// What the page asked for: an answer to an earlier question must not undo a click.
			'wanted'    => $choice['service'] . ' ' . (int) $choice['insured'],
			// As WooCommerce's list has it in the names of its fields.
			'package'   => (string) $mark['key'],
			'prefix'    => 'ship_elements:' . reset( $ours )->get_instance_id() . ':',
			'insurance' => Ship_Elements_Settings::get( 'insurance' ),
			'free'      => $mark['free'],
		);
		printf( '<tr id="ship-elements-question" hidden data-question="%s"><td></td></tr>', esc_attr( wp_json_encode( $question ) ) );
	}

	/** The block checkout shows the time of delivery by itself. */
	public static function add_arrival( $label, $rate ) {
		$when = 'ship_elements' === $rate->get_method_id() ? $rate->get_delivery_time() : '';
		return '' === $when ? $label : "$label <small>(" . esc_html( $when ) . ')</small>';
	}

	public static function enqueue(): void {
		if ( ! self::has_checkout() || has_block( 'woocommerce/checkout' ) || null !== Ship_Elements_Settings::problem() ) {
			return;
		}
		$asset = fn ( $file ) => plugins_url( "assets/$file", SHIP_ELEMENTS_FILE );
		wp_enqueue_script( 'ship-elements', $asset( 'ship-elements.js' ), array(), SHIP_ELEMENTS_VERSION, true );
		wp_enqueue_script( 'ship-elements-checkout', $asset( 'checkout.js' ), array( 'jquery', 'wc-checkout' ), SHIP_ELEMENTS_VERSION, true );
		wp_add_inline_script( 'ship-elements-checkout', 'window.shipElementsCod = ' . wp_json_encode( Ship_Elements_Checkout::cod_methods() ) . ';', 'before' );
		wp_enqueue_style( 'ship-elements', $asset( 'checkout.css' ), array(), SHIP_ELEMENTS_VERSION );
	}
}
