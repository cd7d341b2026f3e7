<?php
defined( 'ABSPATH' ) || exit;

/**
 * The district (kecamatan) of an address. Couriers price by it, and one postal code may lie in two. It is one of WooCommerce's
 * additional fields in the block checkout and in My Account, and a field of the classic checkout. A script adds the suggestions.
 */
class Ship_Elements_District {
	const FIELD = 'ship-elements/district';

	public static function register(): void {
		$class = self::class;
		add_action( 'woocommerce_init', array( $class, 'add_field' ) );
		add_filter( 'woocommerce_checkout_fields', array( $class, 'add_to_classic' ) );
		add_filter( 'woocommerce_checkout_get_value', array( $class, 'value' ), 10, 2 );
		add_action( 'woocommerce_checkout_update_order_review', array( $class, 'read_review' ), 5 );
		add_action( 'woocommerce_checkout_create_order', array( $class, 'keep' ), 5, 2 );
		add_action( 'wp_enqueue_scripts', array( $class, 'enqueue' ) );
	}

	public static function label(): string {
		return __( 'District (kecamatan)', 'ship-elements' );
	}

	private static function key( string $side ): string {
		return "_wc_$side/" . self::FIELD;
	}

	/** @return string[] the keys under which a customer's account has the district: of the block checkout and My Account, and of the classic checkout */
	public static function keys(): array {
		return array( self::key( 'billing' ), self::key( 'shipping' ), 'billing_ship_elements_district', 'shipping_ship_elements_district' );
	}

	public static function add_field(): void {
		if ( function_exists( 'woocommerce_register_additional_checkout_field' ) ) {
			woocommerce_register_additional_checkout_field(
				array(
					'id'         => self::FIELD,
					'label'      => self::label(),
					'location'   => 'address',
					'type'       => 'text',
					'attributes' => array( 'data-ship-elements-district' => '1', 'autocomplete' => 'address-level3' ),
				)
			);
		}
	}

	public static function add_to_classic( $fields ) {
		foreach ( array( 'billing', 'shipping' ) as $side ) {
			$fields[ $side ][ "{$side}_ship_elements_district" ] = array(
				'type'              => 'text',
				'label'             => self::label(),
				'required'          => false,
				'class'             => array( 'form-row-wide' ),
				'priority'          => 85,
				'custom_attributes' => array( 'data-ship-elements-district' => '1', 'autocomplete' => 'address-level3' ),
			);
		}
		return $fields;
	}

	public static function value( $value, $name ) {
		$found = preg_match( '/^(billing|shipping)_ship_elements_district$/', (string) $name, $side );
		return $found && WC()->customer ? WC()->customer->get_meta( self::key( $side[1] ) ) : $value;
	}

	/** WooCommerce has checked the nonce of this request. It saves the customer afterwards. */
	public static function read_review( $form ): void {
		parse_str( (string) $form, $fields );
		self::read( $fields );
	}

	private static function read( array $fields ): void {
		if ( ! isset( $fields['billing_ship_elements_district'] ) || ! WC()->customer ) {
			return;
		}
		foreach ( array( 'billing', 'shipping' ) as $side ) {
			$from = 'shipping' === $side && empty( $fields['ship_to_different_address'] ) ? 'billing' : $side;
			WC()->customer->update_meta_data( self::key( $side ), self::clean( $fields[ "{$from}_ship_elements_district" ] ?? '' ) );
		}
	}

	private static function clean( $text ): string {
		return is_string( $text ) ? substr( sanitize_text_field( $text ), 0, 200 ) : '';
	}

	/** Keeps it with an order of the classic checkout, where WooCommerce keeps it for the other one. */
	public static function keep( WC_Order $order, $data ): void {
		self::read( (array) $data );
		foreach ( array( 'billing', 'shipping' ) as $side ) {
			if ( isset( $data['billing_ship_elements_district'] ) && WC()->customer ) {
				$order->update_meta_data( self::key( $side ), WC()->customer->get_meta( self::key( $side ) ) );
			}
		}
	}

	public static function of_customer(): string {
		return WC()->customer ? (string) WC()->customer->get_meta( self::key( 'shipping' ) ) : '';
	}

	public static function of_order( WC_Order $order, string $side ): string {
		return (string) $order->get_meta( self::key( $side ) );
	}

	/** The service's id of a district that was searched here before. Null if it does not lie in the address' postal code. */
	public static function area( string $name, int $postcode ): ?string {
		$area = '' === $name ? null : Ship_Elements_Storage::value( self::name_of( $name ) );
		return is_array( $area ) && $area['postal_code'] === $postcode ? $area['id'] : null;
	}

	private static function name_of( string $area ): string {
		return 'area:' . md5( strtolower( trim( $area ) ) );
	}

	/**
	 * The districts that a shopper's text names. Streets, persons and phone numbers in it are not asked for.
	 *
	 * @return array[]|null id, name and postal_code; null if they cannot be asked for
	 */
	public static function search( string $input ): ?array {
		$question = Ship_Elements_Area_Text::question( $input );
		foreach ( $question['texts'] as $text ) {
			$found = self::ask( $text );
			$fits  = array_filter( (array) $found, fn ( $area ) => Ship_Elements_Area_Text::fits( $area['name'], $question ) );
			if ( null === $found || $fits ) {
				return null === $found ? null : array_values( $fits );
			}
		}
		return array();
	}

	private static function ask( string $text ): ?array {
		$kept = Ship_Elements_Storage::value( 'search:' . md5( $text ) );
		if ( is_array( $kept ) ) {
			return $kept;
		}
		$answer = Ship_Elements_Quotes::is_exhausted( 'search:' ) ? array( 'kind' => 'no-proof' ) : Ship_Elements_Service::read( 'GET', '/v1/maps/areas?countries=ID&type=single&input=' . rawurlencode( $text ) );
		if ( 'accepted' !== $answer['kind'] ) {
			return null;
		}
		$found = array();
		foreach ( array_slice( array_filter( (array) ( $answer['json']['areas'] ?? array() ), 'is_array' ), 0, 50 ) as $area ) {
			$code = (int) ( $area['postal_code'] ?? 0 );
			if ( $code && is_string( $area['name'] ?? null ) && is_string( $area['id'] ?? null ) ) {
				$found[] = array( 'id' => $area['id'], 'name' => self::clean( $area['name'] ), 'postal_code' => $code );
				Ship_Elements_Storage::set( self::name_of( $area['name'] ), array( 'id' => $area['id'], 'postal_code' => $code ), YEAR_IN_SECONDS );
			}
		}
		// The next answer to a text without areas may be better.
		Ship_Elements_Storage::set( 'search:' . md5( $text ), $found, $found ? MONTH_IN_SECONDS : 5 * MINUTE_IN_SECONDS, implode( Ship_Elements_Quotes::asker() ) );
		return $found;
	}

	public static function register_script(): void {
		if ( ! wp_script_is( 'ship-elements-district', 'registered' ) ) {
			wp_register_script( 'ship-elements-district', plugins_url( 'assets/district.js', SHIP_ELEMENTS_FILE ), array(), SHIP_ELEMENTS_VERSION, true );
			wp_add_inline_script( 'ship-elements-district', 'window.shipElementsAsk = ' . wp_json_encode( Ship_Elements_Classic_Checkout::url() ) . ';', 'before' );
		}
	}

	public static function enqueue(): void {
		if ( null === Ship_Elements_Settings::problem() && ( Ship_Elements_Classic_Checkout::has_checkout() || is_account_page() ) ) {
			self::register_script();
			wp_enqueue_script( 'ship-elements-district' );
		}
	}
}
