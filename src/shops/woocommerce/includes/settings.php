<?php
defined( 'ABSPATH' ) || exit;

/** What the merchant has set in WooCommerce > Settings > Shipping > Ship Elements. */
class Ship_Elements_Settings {
	const OPTION = 'woocommerce_ship_elements_settings';

	public static function get( string $name ): string {
		$settings = get_option( self::OPTION, array() );
		$given    = trim( (string) ( $settings[ $name ] ?? '' ) );
		if ( 'secret' === $name && defined( 'SHIP_ELEMENTS_SECRET' ) ) {
			return (string) SHIP_ELEMENTS_SECRET;
		}
		return '' === $given ? (string) ( self::fields()[ $name ]['default'] ?? '' ) : $given;
	}

	/** A sentence that names the first setting that is missing or wrong. Null if the plugin can work. */
	public static function problem(): ?string {
		$fields = self::fields();
		foreach ( array( 'gateway_url', 'account', 'kid', 'secret', 'origin_postcode', 'sender_name', 'sender_phone', 'sender_address' ) as $name ) {
			if ( '' === self::get( $name ) ) {
				/* translators: %s: name of a setting */
				return sprintf( __( 'Ship Elements: “%s” is missing.', 'ship-elements' ), $fields[ $name ]['title'] );
			}
		}
		if ( 'IDR' !== get_woocommerce_currency() ) {
			return __( 'Ship Elements: the shop’s currency must be the Indonesian rupiah (IDR).', 'ship-elements' );
		}
		$wrong = array(
			'gateway_url'     => ! preg_match( '~^https?://~', self::get( 'gateway_url' ) ),
			'origin_postcode' => ! preg_match( '/^[1-9]\d{4}$/', self::get( 'origin_postcode' ) ),
			'secret'          => strlen( self::get( 'secret' ) ) < 32,
			'hand_over'       => ! preg_match( '/^([01]\d|2[0-3]):[0-5]\d$/', self::get( 'hand_over' ) ),
		);
		foreach ( array_keys( array_filter( $wrong ) ) as $name ) {
			/* translators: 1: name of a setting, 2: what it must be */
			return sprintf( __( 'Ship Elements: “%1$s” is wrong. %2$s', 'ship-elements' ), $fields[ $name ]['title'], $fields[ $name ]['description'] );
		}
		return null;
	}

	public static function tokens(): Ship_Elements_Tokens {
		return new Ship_Elements_Tokens(
			array(
				'account' => self::get( 'account' ),
				'kid'     => self::get( 'kid' ),
				'secret'  => self::get( 'secret' ),
			)
		);
	}

	/** When the shop hands the next parcel to the courier. */
	public static function ready_at(): DateTimeImmutable {
		$now   = current_datetime();
		$today = $now->modify( self::get( 'hand_over' ) );
		return $today > $now ? $today : $today->modify( '+1 day' );
	}

	public static function fields(): array {
		$number = array( 'min' => '0' );
		return array(
			'gateway'         => array(
				'type'  => 'title',
				'title' => __( 'Gateway', 'ship-elements' ),
			),
			'gateway_url'     => array(
				'type'        => 'text',
				'title'       => __( 'Gateway address', 'ship-elements' ),
				'description' => __( 'Where this server reaches the gateway, without /v1: http://127.0.0.1:8787/shipping', 'ship-elements' ),
			),
			'page_url'        => array(
				'type'        => 'text',
				'title'       => __( 'Gateway address for pages', 'ship-elements' ),
				'description' => __( 'Where a shopper’s browser reaches the gateway, without /v1. Empty: WooCommerce’s plain list is shown.', 'ship-elements' ),
				'default'     => '',
			),
			'account'         => array(
				'type'        => 'text',
				'title'       => __( 'Account', 'ship-elements' ),
				'description' => __( 'The same as “account” in ship-gateway.config.mjs.', 'ship-elements' ),
			),
			'kid'             => array(
				'type'        => 'text',
				'title'       => __( 'Name of the secret', 'ship-elements' ),
				'description' => __( '“kid” in ship-gateway.secrets.json.', 'ship-elements' ),
			),
			'secret'          => array(
				'type'        => 'password',
				'title'       => __( 'Secret', 'ship-elements' ),
				'description' => __( '“secret” in ship-gateway.secrets.json, at least 32 characters. Or define SHIP_ELEMENTS_SECRET in wp-config.php.', 'ship-elements' ),
			),
			'news_secret'     => array(
				'type'        => 'password',
				'title'       => __( 'Secret of notifications', 'ship-elements' ),
				'description' => __( '“notify.secret” of the gateway, which begins with whsec_. Then orders show waybills and changes without a click.', 'ship-elements' ),
			),
			'sender'          => array(
				'type'  => 'title',
				'title' => __( 'Sender', 'ship-elements' ),
			),
			'origin_postcode' => array(
				'type'        => 'text',
				'title'       => __( 'Postal code', 'ship-elements' ),
				'description' => __( 'Five digits: where couriers collect the parcels.', 'ship-elements' ),
			),
			'sender_name'     => array(
				'type'  => 'text',
				'title' => __( 'Name', 'ship-elements' ),
			),
			'sender_phone'    => array(
				'type'  => 'text',
				'title' => __( 'Phone', 'ship-elements' ),
			),
			'sender_address'  => array(
				'type'  => 'text',
				'title' => __( 'Address', 'ship-elements' ),
			),
			'hand_over'       => array(
				'type'        => 'text',
				'title'       => __( 'Hand-over time', 'ship-elements' ),
				'description' => __( 'When you hand parcels to the courier each day, as 16:00. Dates of arrival count from it.', 'ship-elements' ),
				'default'     => '16:00',
			),
			'offer'           => array(
				'type'  => 'title',
				'title' => __( 'What shoppers are offered', 'ship-elements' ),
			),
			'couriers'        => array(
				'type'        => 'text',
				'title'       => __( 'Couriers', 'ship-elements' ),
				'description' => __( 'Codes with commas between them: jne,sicepat. Empty: all.', 'ship-elements' ),
			),
			'insurance'       => array(
				'type'    => 'select',
				'title'   => __( 'Insurance', 'ship-elements' ),
				'default' => 'optional',
				'options' => array(
					'optional' => __( 'The shopper decides', 'ship-elements' ),
					'always'   => __( 'Always', 'ship-elements' ),
					'never'    => __( 'Never', 'ship-elements' ),
				),
			),
			'cod'             => array(
				'type'        => 'checkbox',
				'title'       => __( 'Cash on delivery', 'ship-elements' ),
				'label'       => __( 'Couriers collect the money', 'ship-elements' ),
				'description' => __( 'With WooCommerce’s payment method “Cash on delivery”, the courier collects the order’s total. Otherwise that payment method is hidden for these couriers.', 'ship-elements' ),
				'default'     => 'yes',
			),
			'flat'            => array(
				'type'              => 'number',
				'title'             => __( 'Price during an outage', 'ship-elements' ),
				'description'       => __( 'Rupiah for a delivery while the gateway cannot be reached. You then choose the courier yourself. Empty: no delivery is offered.', 'ship-elements' ),
				'custom_attributes' => $number,
			),
			'parcel'          => array(
				'type'        => 'title',
				'title'       => __( 'Products without weight or size', 'ship-elements' ),
				'description' => __( 'Used for products that have none of their own.', 'ship-elements' ),
			),
			'weight'          => array(
				'type'              => 'number',
				'title'             => __( 'Weight in grams', 'ship-elements' ),
				'default'           => '1000',
				'custom_attributes' => array( 'min' => '1' ),
			),
			'length'          => array(
				'type'              => 'number',
				'title'             => __( 'Length in centimetres', 'ship-elements' ),
				'custom_attributes' => $number,
			),
			'width'           => array(
				'type'              => 'number',
				'title'             => __( 'Width in centimetres', 'ship-elements' ),
				'custom_attributes' => $number,
			),
			'height'          => array(
				'type'              => 'number',
				'title'             => __( 'Height in centimetres', 'ship-elements' ),
				'custom_attributes' => $number,
			),
		);
	}
}
