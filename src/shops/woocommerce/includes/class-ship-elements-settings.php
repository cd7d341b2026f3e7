<?php
defined( 'ABSPATH' ) || exit;

/** What the merchant has set in WooCommerce > Settings > Shipping > Ship Elements. */
class Ship_Elements_Settings {
	const OPTION = 'woocommerce_ship_elements_settings';

	/** Where the key was saved. A copy of the site at another address must not order. */
	const SITE = 'ship_elements_site';

	public static function get( string $name ): string {
		$settings = get_option( self::OPTION, array() );
		$given    = $settings[ $name ] ?? '';
		$given    = is_array( $given ) ? implode( ',', $given ) : trim( (string) $given );
		// WordPress and WooCommerce keep & and quotes as they stand in HTML.
		return wp_specialchars_decode( '' === $given && ! isset( $settings[ $name ] ) ? self::usual( $name ) : $given, ENT_QUOTES );
	}

	/** The value of a setting that was never saved. */
	private static function usual( string $name ): string {
		if ( 'week' === $name ) {
			return self::earlier_week();
		}
		$values = array( 'prepare' => '0', 'promise' => 'no', 'promise_hours' => '12', 'holidays' => 'yes', 'zone' => 'WIB', 'manual' => 'no', 'insurance' => 'optional', 'cod' => 'yes', 'raise_limit' => '5000', 'flat_service' => 'jne/reg', 'weight' => '1000' );
		$known  = array( 'sender_name' => 'blogname', 'origin_postcode' => 'woocommerce_store_postcode' );
		if ( 'sender_address' === $name ) {
			return trim( get_option( 'woocommerce_store_address', '' ) . ', ' . get_option( 'woocommerce_store_city', '' ), ', ' );
		}
		return $values[ $name ] ?? ( isset( $known[ $name ] ) ? (string) get_option( $known[ $name ], '' ) : '' );
	}

	/** An earlier version had days and one time for all of them. */
	private static function earlier_week(): string {
		$settings = get_option( self::OPTION, array() );
		$days     = $settings['days'] ?? '1,2,3,4,5,6';
		$days     = is_array( $days ) ? $days : explode( ',', $days );
		return implode( ',', array_map( fn ( $day ) => in_array( (string) $day, $days, true ) ? $settings['hand_over'] ?? '16:00' : '', range( 1, 7 ) ) );
	}

	/** The service's categories by the slugs of the shop's: a line "coffee: food_and_drink" each. */
	public static function categories(): array {
		preg_match_all( '/^\s*([\w-]+)\s*:\s*(\w+)\s*$/mu', self::get( 'categories' ), $lines );
		return array_combine( $lines[1], $lines[2] );
	}

	public static function is_on( string $name ): bool {
		return 'yes' === self::get( $name );
	}

	public static function number( string $name ): float {
		return (float) self::get( $name );
	}

	/** A key of wp-config.php goes to no address that somebody has typed in the settings. */
	public static function service_url(): string {
		$fixed = defined( 'SHIP_ELEMENTS_URL' ) ? (string) SHIP_ELEMENTS_URL : '';
		$given = '' !== $fixed || defined( 'SHIP_ELEMENTS_KEY' ) ? $fixed : self::get( 'service_url' );
		return rtrim( '' === $given ? Ship_Elements_Service::USUAL : $given, '/' );
	}

	/** A sandbox on this machine is an address that WordPress refuses otherwise. */
	public static function is_trial(): bool {
		return in_array( wp_get_environment_type(), array( 'local', 'development' ), true );
	}

	public static function key(): string {
		$key = defined( 'SHIP_ELEMENTS_KEY' ) ? (string) SHIP_ELEMENTS_KEY : self::opened( self::get( 'key' ) );
		return trim( (string) preg_replace( '/\p{Cf}/u', '', $key ) );
	}

	/** Encrypts with WordPress' salts, so that a copy of the database alone has no key. */
	public static function sealed( string $text ): string {
		$nonce = random_bytes( SODIUM_CRYPTO_SECRETBOX_NONCEBYTES );
		return 'sealed:' . base64_encode( $nonce . sodium_crypto_secretbox( $text, $nonce, self::secret() ) );
	}

	private static function opened( string $sealed ): string {
		$bytes = base64_decode( preg_replace( '/^sealed:/', '', $sealed ), true );
		if ( ! $bytes || strlen( $bytes ) <= SODIUM_CRYPTO_SECRETBOX_NONCEBYTES ) {
			return '';
		}
		$nonce = substr( $bytes, 0, SODIUM_CRYPTO_SECRETBOX_NONCEBYTES );
		return (string) sodium_crypto_secretbox_open( substr( $bytes, SODIUM_CRYPTO_SECRETBOX_NONCEBYTES ), $nonce, self::secret() );
	}

	private static function secret(): string {
		return sodium_crypto_generichash( 'ship-elements' . wp_salt( 'auth' ) );
	}

	/** The secret that the service sends with its messages. It is derived, so that nobody has to invent one. */
	public static function webhook_secret(): string {
		return substr( hash_hmac( 'sha256', 'ship-elements-webhook', wp_salt( 'secure_auth' ) ), 0, 40 );
	}

	/** The site's address: http or https, with or without www are the same site. Plugins of languages change `home_url()`. */
	public static function site(): string {
		return preg_replace( '~^https?://(www\.)?~', '', untrailingslashit( strtolower( get_option( 'home' ) ) ) );
	}

	public static function is_copy(): bool {
		$saved = get_option( self::SITE, '' );
		return '' !== $saved && self::site() !== $saved;
	}

	/** Sentences for all settings that are missing or wrong, by their names. The plugin works only without one. */
	public static function problems(): array {
		static $read = null;
		static $found = array();
		$now = array( get_option( self::OPTION ), get_option( self::SITE ), get_woocommerce_currency(), get_option( 'home' ) );
		if ( $now === $read ) {
			return $found;
		}
		$read  = $now;
		$found = array();
		if ( self::is_copy() ) {
			/* translators: 1: address at which the key was saved, 2: address of this site */
			$found['site'] = sprintf( __( 'The key belongs to %1$s, and this is %2$s. Nothing is asked or ordered here until you confirm the address in the settings.', 'ship-elements' ), get_option( self::SITE ), self::site() );
		}
		if ( 'IDR' !== get_woocommerce_currency() ) {
			$found['currency'] = __( 'The shop’s currency must be the Indonesian rupiah (IDR).', 'ship-elements' );
		}
		foreach ( self::fields() as $name => $field ) {
			$found[ $name ] = self::mistake( $name, $field, 'key' === $name ? self::key() : self::get( $name ) );
		}
		$found = array_filter( $found );
		return $found;
	}

	/** What is wrong with a value of a setting, as a sentence. */
	public static function mistake( string $name, array $field, string $value ): ?string {
		if ( '' === $value ? empty( $field['needed'] ) : self::is_valid( $name, $value ) ) {
			return null;
		}
		/* translators: 1: name of a setting, 2: what it must be */
		return '' === $value ? trim( sprintf( __( '“%1$s” is missing. %2$s', 'ship-elements' ), $field['title'], $field['description'] ?? '' ) ) : self::wrong( $field, $field['description'] ?? '' );
	}

	private static function wrong( array $field, string $must_be ): string {
		/* translators: 1: name of a setting, 2: what it must be */
		return trim( sprintf( __( '“%1$s” is wrong. %2$s', 'ship-elements' ), $field['title'], $must_be ) );
	}

	/**
	 * What is wrong with dates that are about to be saved. Kept ones are not asked, because days pass and overlaps do no harm.
	 *
	 * @param array $drafts what is saved with them.
	 */
	public static function mistake_of_dates( string $name, array $field, array $drafts ): ?string {
		$ranges = fn ( $list ) => (array) Ship_Elements_Calendar::ranges( $drafts[ $list ] ?? '' );
		if ( Ship_Elements_Calendar::overlap( array_merge( $ranges( 'closed' ), 'open' === $name ? $ranges( 'open' ) : array() ) ) ) {
			return self::wrong( $field, $field['description'] );
		}
		$calendar = new Ship_Elements_Calendar( self::calendar( array( 'open' => '' ) + $drafts ), Ship_Elements_Calendar::holidays() );
		return $calendar->opens( time() ) ? null : self::wrong( $field, __( 'The shop would not open within a year.', 'ship-elements' ) );
	}

	public static function problem(): ?string {
		$problems = self::problems();
		return $problems ? 'Ship Elements: ' . reset( $problems ) : null;
	}

	private static function is_valid( string $name, string $value ): bool {
		$time     = '(?:(?:[01]\d|2[0-3]):[0-5]\d)?';
		$patterns = array(
			// A header has no other characters: a curly quote or an invisible sign came along when the key was copied.
			'key'             => '/^(Bearer )?[\x21-\x7e]+$/Di',
			'sender_address'  => '/^.{8,}$/u',
			'week'            => "/^(?=.*\d)(?:$time,){6}$time\$/D",
			'flat_service'    => '~^[\w.-]+/[\w.-]+$~',
			'service_url'     => self::is_trial() ? '~^https?://[^/?#\s]+~' : '~^https://[^/?#\s]+~',
		);
		if ( 'number' === self::fields()[ $name ]['type'] ) {
			$limits = self::fields()[ $name ]['custom_attributes'];
			return is_numeric( $value ) && $value >= $limits['min'] && $value <= ( $limits['max'] ?? $value );
		}
		if ( 'closed' === $name || 'open' === $name ) {
			return null !== Ship_Elements_Calendar::ranges( $value );
		}
		if ( 'origin_postcode' === $name || 'sender_phone' === $name ) {
			return (bool) ( 'sender_phone' === $name ? Ship_Elements_Text::phone( $value ) : Ship_Elements_Text::postcode( $value ) );
		}
		return ! isset( $patterns[ $name ] ) || (bool) preg_match( $patterns[ $name ], $value );
	}

	/** The zone of Indonesia whose time WordPress has. Empty if it has another one, such as UTC. */
	private static function site_zone(): string {
		return (string) array_search( wp_timezone()->getOffset( new DateTimeImmutable() ) / 3600, Ship_Elements_Calendar::ZONES, true );
	}

	/** The zone of Indonesia in which the shop tells times: WIB, WITA or WIT. */
	private static function zone(): string {
		return '' === self::site_zone() ? self::get( 'zone' ) : self::site_zone();
	}

	/** A time as the calendar writes it, in the shop's zone: 2026-11-26T15:00+07:00. */
	public static function moment( int $time ): string {
		$hours = Ship_Elements_Calendar::ZONES[ self::zone() ];
		return gmdate( 'Y-m-d\TH:i', $time + HOUR_IN_SECONDS * $hours ) . sprintf( '+%02d:00', $hours );
	}

	/**
	 * The shop's calendar, as src/quote/calendar.ts has it.
	 *
	 * @param array $drafts settings that are about to be saved.
	 */
	public static function calendar( array $drafts = array() ): array {
		$ranges = fn ( $name ) => (array) Ship_Elements_Calendar::ranges( $drafts[ $name ] ?? self::get( $name ) );
		$opened = array_map( array( 'Ship_Elements_Calendar', 'dates_in' ), $ranges( 'open' ) );
		$times  = array_map( fn ( $time ) => '' === $time ? null : $time, explode( ',', $drafts['week'] ?? self::get( 'week' ) ) );
		return array(
			'zone'         => self::zone(),
			'days'         => array_combine( Ship_Elements_Calendar::WEEKDAYS, $times ),
			'prepareHours' => (int) self::number( 'prepare' ),
			'closed'       => array_map( fn ( $range ) => implode( '/', array_unique( $range ) ), $ranges( 'closed' ) ),
			'open'         => array_merge( array(), ...$opened ),
			'holidays'     => self::is_on( 'holidays' ),
			'holidayTable' => self::holiday_table(),
		);
	}

	/** The shop's own table of holidays, for years that this version does not know: national, leave and idulFitri. Null without one. */
	public static function holiday_table(): ?array {
		$own = apply_filters( 'ship_elements_holiday_table', null );
		return is_array( $own ) ? $own + array( 'national' => array(), 'leave' => array(), 'idulFitri' => array() ) : null;
	}

	/**
	 * When a parcel is promised that is ordered now. Null if that is not known.
	 *
	 * @param int|null $at another time, in seconds since the epoch.
	 */
	public static function promise( array $rate, ?int $at = null ): ?array {
		return self::promises( $rate, $at )[0] ?? null;
	}

	/** The same, and what is promised from its `until` on. */
	public static function promises( array $rate, ?int $at = null ): array {
		return ( new Ship_Elements_Calendar( self::calendar(), Ship_Elements_Calendar::holidays() ) )->promises( $at ?? time(), $rate );
	}

	/** The courier codes to compare, with commas between them. */
	public static function couriers(): string {
		$chosen = self::get( 'couriers' );
		return '' === $chosen ? implode( ',', array_keys( self::known_couriers() ) ) : $chosen;
	}

	/** @return string[] names by code, as the service has listed them */
	public static function known_couriers(): array {
		return array_column( (array) Ship_Elements_Storage::value( 'couriers' ), 'courier_name', 'courier_code' );
	}

	/** Asks which couriers there are. Nothing is charged for it, so it also tests the connection. Returns a sentence if it fails. */
	public static function fetch_couriers(): ?string {
		$answer = Ship_Elements_Service::send( 'GET', '/v1/couriers', null, 5 );
		if ( 'accepted' === $answer['kind'] && ! empty( $answer['json']['couriers'] ) ) {
			$fields = array_flip( array( 'courier_code', 'courier_service_code', 'courier_name', 'courier_service_name', 'tier', 'service_type', 'shipping_type', 'shipment_duration_range', 'shipment_duration_unit', 'available_collection_method', 'available_for_cash_on_delivery' ) );
			Ship_Elements_Storage::set( 'couriers', array_map( fn ( $row ) => array_intersect_key( $row, $fields ), array_values( array_filter( (array) $answer['json']['couriers'], fn ( $row ) => is_string( $row['courier_code'] ?? null ) && is_string( $row['courier_name'] ?? null ) ) ) ), YEAR_IN_SECONDS );
			return null;
		}
		$sentences = array(
			'merchant-account'    => __( 'The service does not accept this key.', 'ship-elements' ),
			'service-unreachable' => __( 'The service does not answer at this address.', 'ship-elements' ),
			'service-busy'        => __( 'The service is overloaded. Try again later.', 'ship-elements' ),
		);
		return $sentences[ $answer['reason'] ] ?? __( 'What answers at this address is not the service.', 'ship-elements' );
	}

	public static function fields(): array {
		$number = array( 'min' => '0', 'step' => '1' );
		$days   = array();
		foreach ( array( 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday' ) as $index => $day ) {
			$days[ $index + 1 ] = wp_date( 'l', strtotime( "$day 12:00 UTC" ), new DateTimeZone( 'UTC' ) );
		}
		$title   = fn ( $text, $more = '' ) => array( 'type' => 'title', 'title' => $text, 'description' => $more );
		$text    = fn ( $name, $more ) => array( 'type' => 'text', 'title' => $name, 'description' => $more, 'needed' => true );
		$rupiah  = fn ( $name, $more ) => array( 'type' => 'number', 'title' => $name, 'description' => $more, 'custom_attributes' => $number );
		$dates   = fn ( $name ) => array(
			'type'        => 'textarea',
			'title'       => $name,
			'description' => __( 'One date a line, as 2027-03-08, or a first and a last one: 2027-03-08 – 2027-03-14. No date twice, nor in both lists.', 'ship-elements' ),
		);
		$zones   = array_combine( array_keys( Ship_Elements_Calendar::ZONES ), array_keys( Ship_Elements_Calendar::ZONES ) );
		$zone    = '' !== self::site_zone() ? array() : array(
			'zone' => array(
				'type'        => 'select',
				'title'       => __( 'Time zone', 'ship-elements' ),
				'description' => __( 'WordPress has a zone outside Indonesia: see Settings > General.', 'ship-elements' ),
				'options'     => $zones,
			),
		);
		$fields  = array(
			'service'         => $title( __( 'Shipping service', 'ship-elements' ) ),
			'key'             => array(
				'type'        => 'password',
				'title'       => __( 'Key', 'ship-elements' ),
				'description' => __( 'From the dashboard of the service. It is kept encrypted. Or define SHIP_ELEMENTS_KEY in wp-config.php: it is sent to the usual address, or to SHIP_ELEMENTS_URL of that file.', 'ship-elements' ),
				'needed'      => true,
			),
			'test'            => array( 'type' => 'ship_elements_test', 'title' => '' ),
			'service_url'     => array(
				'type'        => 'text',
				'title'       => __( 'Service address', 'ship-elements' ),
				'description' => __( 'Empty: the usual one. For a trial, the address of a sandbox, without /v1. It begins with https://.', 'ship-elements' ),
				'placeholder' => Ship_Elements_Service::USUAL,
			),
			'webhook'         => array( 'type' => 'ship_elements_webhook', 'title' => __( 'Messages of the service', 'ship-elements' ) ),
			'sender'          => $title( __( 'Sender', 'ship-elements' ) ),
			'sender_name'     => $text( __( 'Name', 'ship-elements' ), '' ),
			'sender_phone'    => $text( __( 'Phone', 'ship-elements' ), __( 'An Indonesian number: 0812… or +62812….', 'ship-elements' ) ),
			'sender_address'  => $text( __( 'Address', 'ship-elements' ), __( 'Street, number and city, as the courier needs it.', 'ship-elements' ) ),
			'origin_postcode' => $text( __( 'Postal code', 'ship-elements' ), __( 'Five digits: where couriers collect the parcels.', 'ship-elements' ) ),
			'manual'          => array(
				'type'    => 'checkbox',
				'title'   => __( 'Ordering', 'ship-elements' ),
				'label'   => __( 'Order a delivery only when I click', 'ship-elements' ),
			),
			'raise_limit'     => $rupiah( __( 'Higher charges', 'ship-elements' ), __( 'If the service charges so many rupiah more than it named before an order, for example after it has weighed the parcel, the order needs attention. Smaller differences are notes of the order.', 'ship-elements' ) ),
			'calendar'        => $title( __( 'When you hand parcels over', 'ship-elements' ), __( 'Dates of arrival count from it.', 'ship-elements' ) ),
			'week'            => array(
				'type'        => 'ship_elements_week',
				'title'       => __( 'Order by', 'ship-elements' ),
				'description' => __( 'Until when an order leaves on the same day, as 16:00. Empty: closed. At least one day is open.', 'ship-elements' ),
				'options'     => $days,
				'needed'      => true,
			),
			'prepare'         => array(
				'type'              => 'number',
				'title'             => __( 'Hours to prepare', 'ship-elements' ),
				'description'       => __( 'From that time until you can hand it over, at most 720. Such as 48 if a supplier brings the goods.', 'ship-elements' ),
				'custom_attributes' => array( 'min' => '0', 'max' => '720', 'step' => '1' ),
			),
			'holidays'        => array(
				'type'  => 'checkbox',
				'title' => __( 'Holidays', 'ship-elements' ),
				'label' => __( 'Closed on national holidays and collective leave', 'ship-elements' ),
				/* translators: %s: a date */
				'description' => sprintf( __( 'They are decreed until %s. Later ones are computed, and may be a day off: update the plugin, or enter them below.', 'ship-elements' ), Ship_Elements_Calendar::holidays()['decreed_until'] ?? '' ),
			),
			'closed'          => $dates( __( 'Closed dates', 'ship-elements' ) ),
			'open'            => $dates( __( 'Extra open dates', 'ship-elements' ) ),
		) + $zone + array(
			'offer'           => $title( __( 'What shoppers are offered', 'ship-elements' ) ),
			'couriers'        => array(
				'type'        => 'ship_elements_boxes',
				'title'       => __( 'Couriers', 'ship-elements' ),
				'description' => __( 'None chosen: all. The list comes from the service once the key is saved.', 'ship-elements' ),
			),
			'insurance'       => array(
				'type'    => 'select',
				'title'   => __( 'Insurance', 'ship-elements' ),
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
			),
			'free_from'       => $rupiah( __( 'Free delivery from', 'ship-elements' ), __( 'Rupiah of goods from which the cheapest courier is free, and the others cost the difference. A free-shipping coupon does the same. Empty: never.', 'ship-elements' ) ),
			'subsidy'         => $rupiah( __( 'Subsidy', 'ship-elements' ), __( 'Rupiah that you pay of each delivery.', 'ship-elements' ) ),
			'subsidy_from'    => $rupiah( __( 'Subsidy from', 'ship-elements' ), __( 'Rupiah of goods from which you pay the subsidy. Empty: always.', 'ship-elements' ) ),
			'before'          => $title( __( 'Before the checkout', 'ship-elements' ), __( 'The least price and the arrival, for the district that the shopper chooses. The checkout asks again. The service charges each question, so an answer serves all visits: one question for each district, each kilogram that has begun, and each lifetime.', 'ship-elements' ) ),
			'promise'         => array(
				'type'    => 'select',
				'title'   => __( 'Show delivery', 'ship-elements' ),
				'options' => array(
					'no'    => __( 'Nowhere', 'ship-elements' ),
					'pages' => __( 'On the page of each product, and in the classic cart', 'ship-elements' ),
					'own'   => __( 'Where I put the block, or [ship_elements_promise]', 'ship-elements' ),
				),
			),
			'promise_hours'   => array(
				'type'              => 'number',
				'title'             => __( 'Lifetime in hours', 'ship-elements' ),
				'description'       => __( 'No answer is older. From 1 to 168.', 'ship-elements' ),
				'needed'            => true,
				'custom_attributes' => array( 'min' => '1', 'max' => '168', 'step' => '1' ),
			),
			'outage'          => $title( __( 'During an outage', 'ship-elements' ), __( 'The service is asked for the real price before it is ordered. If that is higher, you decide.', 'ship-elements' ) ),
			'flat'            => $rupiah( __( 'Price of the first kilogram', 'ship-elements' ), __( 'Rupiah for a delivery while the service cannot be reached. Empty: no delivery is offered then.', 'ship-elements' ) ),
			'flat_kilogram'   => $rupiah( __( 'Price of each further kilogram', 'ship-elements' ), '' ),
			'flat_service'    => array( 'type' => 'text', 'title' => __( 'Courier and service', 'ship-elements' ), 'description' => __( 'Their codes: jne/reg.', 'ship-elements' ) ),
			'parcel'          => $title( __( 'Products without weight or size', 'ship-elements' ), __( 'Used for products that have none of their own.', 'ship-elements' ) ),
			'weight'          => array( 'type' => 'number', 'title' => __( 'Weight in grams', 'ship-elements' ), 'custom_attributes' => array( 'min' => '1' ) ),
			'length'          => $rupiah( __( 'Length in centimetres', 'ship-elements' ), '' ),
			'width'           => $rupiah( __( 'Width in centimetres', 'ship-elements' ), '' ),
			'height'          => $rupiah( __( 'Height in centimetres', 'ship-elements' ), '' ),
			'category'        => array( 'type' => 'select', 'title' => __( 'Product category', 'ship-elements' ), 'options' => array( '' => '' ) + array_combine( Ship_Elements_Parcel::CATEGORIES, Ship_Elements_Parcel::CATEGORIES ) ),
			'categories'      => array( 'type' => 'textarea', 'title' => __( 'Product category by your own', 'ship-elements' ), 'description' => __( 'A line for each slug of your categories: coffee: food_and_drink', 'ship-elements' ) ),
		);
		foreach ( $fields as $name => $field ) {
			$fields[ $name ] += array( 'default' => self::usual( $name ), 'description' => '' );
		}
		return $fields;
	}
}
