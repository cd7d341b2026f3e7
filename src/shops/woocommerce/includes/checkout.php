<?php
defined( 'ABSPATH' ) || exit;

/** The shopper's choice: what it is quoted for, shown as, and accepted at. */
class Ship_Elements_Checkout {
	const SESSION = 'ship_elements';

	/** Seconds until prices are asked again. Their offers are good for 20 minutes. */
	const RENEW = 900;

	/** Seconds until estimates are replaced, once the service answers again. */
	const RENEW_ESTIMATE = 60;

	/** @var array|null the prices that were shown before this request asked for them again */
	private static $shown_before = null;

	public static function register(): void {
		$class = self::class;
		add_filter( 'woocommerce_cart_shipping_packages', array( $class, 'mark_packages' ) );
		add_filter( 'woocommerce_available_payment_gateways', array( $class, 'payment_gateways' ) );
		add_filter( 'woocommerce_shipping_chosen_method', array( $class, 'keep_choice' ), 10, 3 );
		add_action( 'woocommerce_checkout_update_order_review', array( $class, 'read_review' ) );
		add_action( 'woocommerce_checkout_process', array( $class, 'read_form' ) );
		add_action( 'woocommerce_after_checkout_validation', array( $class, 'validate' ), 10, 2 );
		add_action( 'woocommerce_checkout_create_order', array( $class, 'accept' ) );
		add_action( 'woocommerce_store_api_checkout_update_order_from_request', array( $class, 'accept_from_api' ), 10, 2 );
		add_action( 'woocommerce_checkout_before_order_review', array( $class, 'show_widget' ) );
		add_action( 'woocommerce_review_order_after_shipping', array( $class, 'show_question' ) );
		add_action( 'wp_enqueue_scripts', array( $class, 'enqueue' ) );
		add_action( 'woocommerce_blocks_loaded', array( $class, 'extend_store_api' ) );
	}

	/** What the shopper has set so far. */
	private static function session(): array {
		$saved = WC()->session ? WC()->session->get( self::SESSION ) : null;
		return ( is_array( $saved ) ? $saved : array() ) + array(
			'service' => '',
			'insured' => false,
			'round'   => 0,
			'until'   => 0,
			'prices'  => array(),
			'has_cod' => true,
		);
	}

	private static function save( array $changes ): void {
		WC()->session->set( self::SESSION, $changes + self::session() );
	}

	/** WooCommerce asks for rates again if a package has changed. So everything that decides a price goes into it. */
	public static function mark_packages( array $packages ): array {
		if ( ! WC()->session || Ship_Elements_Settings::problem() ) {
			return $packages;
		}
		// Cash on delivery for one of several parcels cannot add up.
		if ( 1 !== count( $packages ) ) {
			return $packages;
		}
		$session = self::session();
		if ( $session['until'] < time() ) {
			if ( $session['until'] ) {
				self::$shown_before = $session['prices'];
			}
			$session['round'] = time();
			// Not for ever, if the rates come from WooCommerce's own memory.
			$session['until'] = time() + self::RENEW;
			self::save( $session );
		}
		$goods     = Ship_Elements_Parcel::goods();
		$insurance = Ship_Elements_Settings::get( 'insurance' );
		foreach ( $packages as $key => $package ) {
			$packages[ $key ]['ship_elements'] = array(
				'goods'   => $goods,
				'service' => $session['service'],
				'insured' => 'always' === $insurance || ( 'optional' === $insurance && $session['insured'] ),
				'cod'     => self::takes_cod( $goods ) && self::pays_cod(),
				'round'   => $session['round'],
			);
		}
		return $packages;
	}

	/** WooCommerce drops the choice whenever the list is another one. Ours stays as long as it is offered. */
	public static function keep_choice( $preselected, $rates, $chosen ) {
		return is_string( $chosen ) && 0 === strpos( $chosen, 'ship_elements:' ) && isset( $rates[ $chosen ] ) ? $chosen : $preselected;
	}

	/** Remembers what calculate_shipping has found. */
	public static function calculated( array $prices, bool $has_cod, bool $estimate ): void {
		self::save(
			array(
				'prices'  => $prices,
				'has_cod' => $has_cod,
				'until'   => time() + ( $estimate ? self::RENEW_ESTIMATE : self::RENEW ),
			)
		);
	}

	private static function takes_cod( int $goods ): bool {
		return 'yes' === Ship_Elements_Settings::get( 'cod' ) && $goods > 0 && $goods <= Ship_Elements_Tokens::COD_LIMIT;
	}

	public static function is_cod( string $payment_method ): bool {
		return in_array( $payment_method, self::cod_methods(), true );
	}

	private static function cod_methods(): array {
		/** Filters the ids of the payment methods with which the courier collects the money. */
		return array_values( (array) apply_filters( 'ship_elements_cod_methods', array( 'cod' ) ) );
	}

	private static function pays_cod(): bool {
		return self::is_cod( (string) WC()->session->get( 'chosen_payment_method' ) );
	}

	/** Hides cash on delivery where no courier collects the money. */
	public static function payment_gateways( $gateways ) {
		if ( ! WC()->session || ! WC()->cart || ! self::is_chosen() ) {
			return $gateways;
		}
		if ( self::session()['has_cod'] && self::takes_cod( Ship_Elements_Parcel::goods() ) ) {
			return $gateways;
		}
		return array_filter(
			$gateways,
			function ( $id ) {
				return ! Ship_Elements_Checkout::is_cod( (string) $id );
			},
			ARRAY_FILTER_USE_KEY
		);
	}

	/** Whether the cart goes by one of our rates. */
	private static function is_chosen(): bool {
		$chosen = (array) WC()->session->get( 'chosen_shipping_methods' );
		return 0 === strpos( (string) reset( $chosen ), 'ship_elements:' );
	}

	/** WooCommerce has checked the nonce of this request. */
	public static function read_review( $form ): void {
		parse_str( (string) $form, $fields );
		self::read( $fields );
	}

	/** WooCommerce has checked the nonce of this request. */
	public static function read_form(): void {
		self::read( wp_unslash( $_POST ) ); // phpcs:ignore WordPress.Security.NonceVerification
	}

	private static function read( array $fields ): void {
		// Without the widget there is nothing to read, and an insurance that was chosen elsewhere stays.
		if ( ! isset( $fields['ship_elements_widget'] ) ) {
			return;
		}
		self::save(
			array(
				'service' => self::service( $fields['ship_elements'] ?? '' ),
				'insured' => isset( $fields['ship_elements-insured'] ),
			)
		);
	}

	private static function service( $text ): string {
		return is_string( $text ) && preg_match( '~^[\w.-]{1,64}/[\w.-]{1,64}$~', $text ) ? $text : '';
	}

	/** What the widget has shown must be what the shop charges. */
	public static function validate( $data, WP_Error $errors ): void {
		$offer = isset( $_POST['ship_elements-offer'] ) ? sanitize_text_field( wp_unslash( $_POST['ship_elements-offer'] ) ) : ''; // phpcs:ignore WordPress.Security.NonceVerification
		if ( '' === $offer || ! self::is_chosen() ) {
			return;
		}
		try {
			$rate     = self::chosen_rate();
			$meta     = $rate ? $rate->get_meta_data() : array();
			$accepted = self::accepted( $offer, self::session()['service'], self::session()['insured'], self::is_cod( (string) ( $data['payment_method'] ?? '' ) ) );
			$same     = ( $meta['_ship_elements_service'] ?? '' ) === self::session()['service'] && (int) $rate->get_cost() === $accepted['price'];
			if ( ! $same ) {
				throw new Ship_Elements_Token_Error( 'other-price' );
			}
		} catch ( Ship_Elements_Token_Error $problem ) {
			WC()->session->set( 'refresh_totals', true );
			$errors->add( 'shipping', self::choose_again() );
		}
	}

	private static function chosen_rate(): ?WC_Shipping_Rate {
		$chosen = (array) WC()->session->get( 'chosen_shipping_methods' );
		foreach ( WC()->shipping()->get_packages() as $key => $package ) {
			return $package['rates'][ $chosen[ $key ] ?? '' ] ?? null;
		}
		return null;
	}

	private static function choose_again(): string {
		return __( 'Delivery prices have changed. Please check your delivery and the total, and order again.', 'ship-elements' );
	}

	/** @throws Ship_Elements_Token_Error */
	private static function accepted( string $offer, string $service, bool $insured, bool $cod ): array {
		$packages    = WC()->cart->get_shipping_packages();
		$package     = reset( $packages );
		$destination = $package && isset( $package['ship_elements'] ) ? Ship_Elements_Parcel::destination( $package ) : null;
		if ( ! $destination ) {
			throw new Ship_Elements_Token_Error( 'other-destination' );
		}
		return Ship_Elements_Settings::tokens()->accept( $offer, Ship_Elements_Parcel::cart( $package ), $destination, $service, $insured, $cod );
	}

	public static function accept_from_api( WC_Order $order, WP_REST_Request $request ): void {
		// A draft is saved with PUT while the shopper still chooses.
		if ( 'POST' === $request->get_method() ) {
			self::accept( $order );
		}
	}

	/**
	 * Keeps the accepted offer with the order, because offers expire and orders are paid later.
	 *
	 * @throws Exception With a sentence for the shopper.
	 */
	public static function accept( WC_Order $order ): void {
		$lines = array_filter(
			$order->get_shipping_methods(),
			function ( $line ) {
				return 'ship_elements' === $line->get_method_id();
			}
		);
		$line  = reset( $lines );
		if ( ! $line ) {
			return;
		}
		$service = (string) $line->get_meta( '_ship_elements_service' );
		if ( 'flat' === $service ) {
			Ship_Elements_Orders::save( $order, array( 'state' => 'needs-attention', 'reason' => 'no-courier' ), false );
			return;
		}
		$phone = Ship_Elements_Parcel::phone( $order );
		if ( ! preg_match( '/\d{6,}/', preg_replace( '/[\s().-]/', '', $phone ) ) ) {
			throw new Exception( esc_html__( 'Please enter a phone number: the courier needs it.', 'ship-elements' ) );
		}
		$cod = self::is_cod( $order->get_payment_method() );
		try {
			$accepted = self::accepted( (string) $line->get_meta( '_ship_elements_offer' ), $service, 'yes' === $line->get_meta( '_ship_elements_insured' ), $cod );
		} catch ( Ship_Elements_Token_Error $problem ) {
			self::save( array( 'until' => 1 ) );
			throw new Exception( esc_html( self::choose_again() ) );
		}
		$price = $accepted['price'];
		if ( (int) round( (float) $line->get_total() ) !== $price || ( self::$shown_before[ $service ] ?? $price ) !== $price ) {
			self::$shown_before = null;
			throw new Exception( esc_html( self::choose_again() ) );
		}
		if ( $cod && (int) round( (float) $order->get_total() ) !== $accepted['pay_at_door'] ) {
			throw new Exception( esc_html__( 'Cash on delivery is not possible with the fees of this order. Please pay another way.', 'ship-elements' ) );
		}
		Ship_Elements_Orders::save( $order, array( 'state' => 'unpaid', 'accepted' => $accepted, 'price_max' => $price ), false );
	}

	/** The widget stands outside the table that WooCommerce replaces after each change. */
	public static function show_widget(): void {
		if ( ! self::has_widget() ) {
			return;
		}
		printf(
			'<div id="ship-elements" hidden><ship-checkout order-mode="none" base-url="%s" lang="%s"></ship-checkout></div>',
			esc_url( Ship_Elements_Settings::get( 'page_url' ) ),
			esc_attr( substr( determine_locale(), 0, 2 ) )
		);
	}

	/** Hands the widget its question with each new table of the order. */
	public static function show_question(): void {
		$packages = WC()->shipping()->get_packages();
		$package  = reset( $packages );
		if ( ! self::has_widget() || empty( $package['ship_elements'] ) || empty( $package['rates'] ) || ! Ship_Elements_Parcel::destination( $package ) ) {
			return;
		}
		// One list: with pickup or another method in the zone, the shopper keeps WooCommerce's own.
		$instance = '';
		foreach ( $package['rates'] as $rate ) {
			$meta = $rate->get_meta_data();
			if ( 'ship_elements' !== $rate->get_method_id() || 'flat' === ( $meta['_ship_elements_service'] ?? '' ) ) {
				return;
			}
			$instance = $rate->get_instance_id();
		}
		$cart     = Ship_Elements_Parcel::cart( $package );
		$marks    = $package['ship_elements'];
		$chosen   = self::chosen_rate();
		$meta     = $chosen ? $chosen->get_meta_data() : array();
		$question = array(
			'cart'      => Ship_Elements_Settings::tokens()->sign_cart( $cart ),
			'shipment'  => $cart['origin'] + Ship_Elements_Parcel::destination( $package ) + array( 'items' => $cart['items'] ),
			'couriers'  => (string) Ship_Elements_Gateway::couriers(),
			'goods'     => $marks['goods'],
			'cod'       => $marks['cod'] && self::session()['has_cod'],
			'insured'   => $marks['insured'],
			'service'   => $meta['_ship_elements_service'] ?? '',
			'prefix'    => "ship_elements:$instance:",
			'readyAt'   => Ship_Elements_Settings::ready_at()->format( 'c' ),
			'insurance' => Ship_Elements_Settings::get( 'insurance' ),
		);
		printf( '<tr id="ship-elements-question" hidden data-question="%s"><td></td></tr>', esc_attr( wp_json_encode( $question ) ) );
	}

	private static function has_widget(): bool {
		return '' !== Ship_Elements_Settings::get( 'page_url' ) && ! Ship_Elements_Settings::problem();
	}

	public static function enqueue(): void {
		if ( ! is_checkout() || is_wc_endpoint_url() ) {
			return;
		}
		$asset = function ( $file ) {
			return plugins_url( "assets/$file", SHIP_ELEMENTS_FILE );
		};
		if ( has_block( 'woocommerce/checkout' ) ) {
			$needs = array( 'wp-element', 'wp-plugins', 'wp-data', 'wc-blocks-checkout', 'wc-blocks-components' );
			wp_enqueue_script( 'ship-elements-blocks', $asset( 'blocks.js' ), $needs, SHIP_ELEMENTS_VERSION, true );
			$words = array(
				'insurance'  => 'optional' === Ship_Elements_Settings::get( 'insurance' ),
				'label'      => __( 'Insure the parcel', 'ship-elements' ),
				'codMethods' => self::cod_methods(),
			);
			wp_add_inline_script( 'ship-elements-blocks', 'window.shipElementsBlocks = ' . wp_json_encode( $words ) . ';', 'before' );
			return;
		}
		if ( self::has_widget() ) {
			wp_enqueue_script( 'ship-elements', $asset( 'ship-elements.js' ), array(), SHIP_ELEMENTS_VERSION, true );
		}
		wp_enqueue_script( 'ship-elements-checkout', $asset( 'checkout.js' ), array( 'jquery', 'wc-checkout' ), SHIP_ELEMENTS_VERSION, true );
		wp_add_inline_script( 'ship-elements-checkout', 'window.shipElementsCod = ' . wp_json_encode( self::cod_methods() ) . ';', 'before' );
		wp_enqueue_style( 'ship-elements', $asset( 'checkout.css' ), array(), SHIP_ELEMENTS_VERSION );
	}

	/** The block checkout tells the server of insurance and payment method, so that its one list has their prices. */
	public static function extend_store_api(): void {
		woocommerce_store_api_register_update_callback(
			array(
				'namespace' => 'ship-elements',
				'callback'  => function ( $data ) {
					if ( isset( $data['insured'] ) ) {
						Ship_Elements_Checkout::save( array( 'insured' => true === $data['insured'] ) );
					}
					if ( isset( $data['payment_method'] ) && is_string( $data['payment_method'] ) ) {
						WC()->session->set( 'chosen_payment_method', sanitize_key( $data['payment_method'] ) );
					}
				},
			)
		);
		woocommerce_store_api_register_endpoint_data(
			array(
				'endpoint'        => 'cart',
				'namespace'       => 'ship-elements',
				'data_callback'   => function () {
					return array(
						'insured' => (bool) Ship_Elements_Checkout::session()['insured'],
						'cod'     => Ship_Elements_Checkout::pays_cod(),
					);
				},
				'schema_callback' => function () {
					return array(
						'insured' => array(
							'description' => 'Whether the shopper wants insurance.',
							'type'        => 'boolean',
							'readonly'    => true,
						),
						'cod'     => array(
							'description' => 'Whether the courier collects the money.',
							'type'        => 'boolean',
							'readonly'    => true,
						),
					);
				},
				'schema_type'     => ARRAY_A,
			)
		);
	}
}
