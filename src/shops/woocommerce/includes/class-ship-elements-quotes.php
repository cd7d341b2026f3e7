<?php
defined( 'ABSPATH' ) || exit;

/** Prices of the service for carts and orders. Each question costs the merchant money, so answers are kept and shared. */
class Ship_Elements_Quotes {
	/** Seconds that an answer is shown. The price is asked again before an order. */
	const FRESH = 900;

	/** Seconds that an older answer is better than the price of an outage. */
	const STALE = 3600;

	/** Questions of one session in ten minutes, and of the whole shop in an hour. No address and no account may use up more than half of those. */
	const MOST_OF_ONE = 40;
	const MOST_OF_ALL = 1000;

	/**
	 * What decides the price of a package. WooCommerce asks for rates again if it changes.
	 *
	 * @param string $key   WooCommerce's key of the package.
	 * @param int    $goods rupiah that its courier collects for goods.
	 */
	public static function mark( array $package, string $key, int $goods ): array {
		$choice  = Ship_Elements_Checkout::choice();
		$setting = Ship_Elements_Settings::get( 'insurance' );
		$mark    = array(
			'key'     => $key,
			'vendor'  => Ship_Elements_Packages::vendor( $package ),
			'lines'   => Ship_Elements_Parcel::quantities( $package ),
			'goods'   => $goods,
			// What the shop pays of a delivery depends on all goods, as WooCommerce's own free delivery does.
			'cart'    => Ship_Elements_Parcel::goods(),
			'service' => $choice['service'],
			'insured' => 'always' === $setting || ( 'optional' === $setting && $choice['insured'] ),
			'cod'     => Ship_Elements_Checkout::pays_cod() && self::takes_cod( $goods ),
			'free'    => self::has_free_coupon(),
			'asks'    => Ship_Elements_Checkout::may_ask(),
			'place'   => Ship_Elements_Parcel::destination( $package ),
		);
		$package['ship_elements'] = $mark;
		$kept                     = Ship_Elements_Storage::get( self::name( self::question( $package, true, $mark['cod'] ) ) );
		$mark['answer']           = $kept && ( ! $mark['asks'] || $kept['created'] > time() - self::FRESH ) ? $kept['created'] : 0;
		// WooCommerce keeps the rates with their dates. Those in days change at the shop's cut-off, those in hours with each quarter of an hour.
		$mark['dates'] = array( Ship_Elements_Settings::promise( array( 'duration' => '1 hari' ) ), intdiv( time(), 900 ) );
		// While the service does not answer, WooCommerce must not keep an empty list, or the price of the outage. If it may be asked, each page does.
		$mark['round'] = $mark['answer'] ? 0 : intdiv( time(), Ship_Elements_Service::PAUSE ) . ( $mark['asks'] ? self::page() : '' );
		return $mark;
	}

	/** Empty for a page that began while the service was not asked, which has nothing to ask. Another one has its own. */
	private static function page(): string {
		static $page = null;
		$page = $page ?? ( Ship_Elements_Service::is_paused( '/v1/rates/couriers' ) ? '' : ' ' . wp_rand() );
		return $page;
	}

	public static function takes_cod( int $goods ): bool {
		return Ship_Elements_Settings::is_on( 'cod' ) && $goods > 0 && $goods <= Ship_Elements_Pricing::COD_LIMIT;
	}

	public static function has_free_coupon(): bool {
		return (bool) array_filter( WC()->cart->get_coupons(), fn ( $coupon ) => $coupon->get_free_shipping() );
	}

	private static function question( array $package, bool $insured, bool $cod ): array {
		$items = Ship_Elements_Parcel::items( $package );
		return self::body( $package['ship_elements']['vendor'], $items, $package['ship_elements']['place'], $insured, $cod ? $package['ship_elements']['goods'] : 0, Ship_Elements_Settings::couriers() );
	}

	private static function body( string $vendor, array $items, array $place, bool $insured, int $collected, string $couriers ): array {
		$declared = Ship_Elements_Parcel::declared( $items );
		$body     = array( 'origin_postal_code' => Ship_Elements_Parcel::origin( $vendor )['postcode'] ) + $place + array( 'couriers' => $couriers, 'items' => $items );
		if ( $insured && $declared && 'never' !== Ship_Elements_Settings::get( 'insurance' ) ) {
			$body['courier_insurance'] = $declared;
		}
		if ( $collected ) {
			$body['destination_cash_on_delivery']      = $collected;
			$body['destination_cash_on_delivery_type'] = '7_days';
		}
		return $body;
	}

	private static function name( array $question ): string {
		return 'quote:' . hash( 'sha256', Ship_Elements_Settings::service_url() . wp_json_encode( $question ) );
	}

	/** Rates for a package, as the widget gets them: with the shop's subsidy. Null if the service cannot be asked. */
	public static function rates( array $package, bool $cod, bool $insured = true ): ?array {
		$mark  = $package['ship_elements'];
		$rates = self::answer( self::question( $package, $insured, $cod ), $mark['asks'] );
		return null === $rates ? null : self::sold( $rates, self::subsidy( $rates, $mark['cart'], $mark['free'], $cod ? $mark['goods'] : 0 ), $cod ? $mark['goods'] : 0 );
	}

	/** The service's rates at the prices that the shop sells them for. Goods that are paid at the door are asked with their own price. */
	private static function sold( array $rates, int $subsidy, int $collected ): array {
		$rates = self::subsidised( $rates, $subsidy );
		return $collected ? array_map( fn ( $rate ) => Ship_Elements_Pricing::collected( $rate, $collected ), $rates ) : $rates;
	}

	/** The only row during an outage: the merchant's own price. It has no insurance and no cash on delivery. */
	public static function outage( array $package ): array {
		$price = Ship_Elements_Settings::get( 'flat' );
		// A page that may not ask the service, or had no time left for it, does not know of an outage, so it must not show the price of one.
		$is_unknown = ! $package['ship_elements']['asks'] || ( Ship_Elements_Service::is_late() && ! self::failure() );
		if ( '' === $price || '' === Ship_Elements_Settings::get( 'flat_service' ) || $is_unknown ) {
			return array();
		}
		$grams                    = array_sum( array_map( fn ( $item ) => $item['weight'] * $item['quantity'], Ship_Elements_Parcel::items( $package ) ) );
		$cost                     = (int) $price + (int) ceil( max( 0, $grams - 1000 ) / 1000 ) * (int) Ship_Elements_Settings::number( 'flat_kilogram' );
		list( $courier, $service ) = explode( '/', Ship_Elements_Settings::get( 'flat_service' ) . '/' );
		$rate                     = array( 'courier_code' => $courier, 'courier_service_code' => $service );
		foreach ( (array) Ship_Elements_Storage::value( 'couriers' ) as $row ) {
			if ( $row['courier_code'] === $courier && ( $row['courier_service_code'] ?? '' ) === $service ) {
				$rate += array( 'courier_name' => $row['courier_name'], 'courier_service_name' => $row['courier_service_name'] );
			}
		}
		$rates = array( $rate + array( 'price' => $cost, 'shipping_fee' => $cost, 'available_for_insurance' => false, 'available_for_cash_on_delivery' => false, 'estimate' => true ) );
		$rates = self::subsidised( $rates, self::subsidy( $rates, $package['ship_elements']['cart'], $package['ship_elements']['free'] ) );
		return self::priced( $rates, array( 'insured' => false, 'cod' => false ), false, false );
	}

	/**
	 * What a shopper may choose, for the switches of the package.
	 *
	 * @return array[]|null service, price, subsidy, insured, estimate, rate, and most: what the service may charge, if that is not sure;
	 * null if the service cannot be asked
	 */
	public static function rows( array $package, bool $cod, bool $insured ): ?array {
		$rates = self::rates( $package, $cod );
		$asked = array( 'insured' => 'never' !== Ship_Elements_Settings::get( 'insurance' ), 'cod' => $cod );
		if ( null === $rates ) {
			return null;
		}
		$rows = self::priced( $rates, $asked, $insured, $cod );
		if ( ! $insured && count( $rows ) < count( $rates ) && $asked['insured'] && ! $cod ) {
			// Some prices cannot be taken apart, so exactly these switches are asked.
			$exact = self::rates( $package, $cod, false );
			$rows  = null === $exact ? $rows : self::priced( $exact, array( 'insured' => false, 'cod' => $cod ), $insured, $cod );
		}
		return $cod ? self::collected( $rows, $package['ship_elements']['goods'] ) : $rows;
	}

	/** The rows whose couriers collect the goods and the delivery. */
	public static function collected( array $rows, int $goods ): array {
		return array_values( array_filter( $rows, fn ( $row ) => Ship_Elements_Pricing::is_collected( $row['rate'], $goods + $row['price'] ) ) );
	}

	private static function priced( array $rates, array $asked, bool $insured, bool $cod ): array {
		$rows = array();
		foreach ( $rates as $rate ) {
			$price = $cod && ! Ship_Elements_Pricing::collects( $rate ) ? null : Ship_Elements_Pricing::price( $rate, $asked, $insured, $cod );
			if ( null !== $price ) {
				$rows[] = array(
					'service'  => "$rate[courier_code]/$rate[courier_service_code]",
					'price'    => Ship_Elements_Pricing::whole( $price ),
					'subsidy'  => $rate['subsidy'] ?? 0,
					'insured'  => Ship_Elements_Pricing::is_insured( $rate, $insured ),
					'estimate' => ! empty( $rate['estimate'] ),
					'most'     => empty( $rate['most_more'] ) ? null : Ship_Elements_Pricing::whole( $price + $rate['most_more'] + ( $rate['subsidy'] ?? 0 ) ),
					'rate'     => $rate,
				);
			}
		}
		return $rows;
	}

	/**
	 * Rupiah that the shop pays of each delivery. If it is free, the cheapest one is, and others cost the difference.
	 *
	 * @param int $goods     rupiah of all goods of the cart.
	 * @param int $collected rupiah that the courier collects for the goods of this delivery. 0 if it collects nothing.
	 */
	private static function subsidy( array $rates, int $goods, bool $free, int $collected = 0 ): int {
		$from = Ship_Elements_Settings::get( 'free_from' );
		if ( $rates && ( $free || ( '' !== $from && $goods >= (int) $from ) ) ) {
			// Who pays at the door cannot have a courier that collects no money.
			$able = $collected ? array_filter( $rates, fn ( $rate ) => Ship_Elements_Pricing::is_collected( $rate, $collected + Ship_Elements_Pricing::whole( $rate['price'] ) ) ) : array();
			return (int) min( array_map( array( self::class, 'carriage' ), $able ? $able : $rates ) );
		}
		return $goods >= Ship_Elements_Settings::number( 'subsidy_from' ) ? (int) Ship_Elements_Settings::number( 'subsidy' ) : 0;
	}

	/** @return int|float the price without the fees of insurance and cash on delivery */
	private static function carriage( array $rate ) {
		return $rate['price'] - ( $rate['insurance_fee'] ?? 0 ) - ( $rate['cash_on_delivery_fee'] ?? 0 );
	}

	/** The carriage never costs less than 0. Fees of insurance and cash on delivery stay. */
	private static function subsidised( array $rates, int $subsidy ): array {
		if ( $subsidy < 1 ) {
			return $rates;
		}
		return array_map(
			function ( $rate ) use ( $subsidy ) {
				$off = max( 0, min( $subsidy, self::carriage( $rate ) ) );
				return array( 'price' => $rate['price'] - $off, 'shipping_fee_discount' => ( $rate['shipping_fee_discount'] ?? 0 ) + $off, 'subsidy' => $off ) + $rate;
			},
			$rates
		);
	}

	/** The service's rates. They are asked for if no answer is fresh, and if this page may ask. */
	private static function answer( array $question, bool $asks ): ?array {
		$name = self::name( $question );
		$kept = Ship_Elements_Storage::get( $name );
		$age  = $kept ? time() - $kept['created'] : INF;
		if ( $age < self::FRESH || ( $kept && ! $asks ) ) {
			return $kept['value'];
		}
		if ( ! $asks || '' === $question['couriers'] ) {
			return $age < self::STALE ? $kept['value'] : null;
		}
		if ( self::is_exhausted( 'quote:' ) ) {
			return $kept['value'] ?? null;
		}
		$answer = Ship_Elements_Service::read( 'POST', '/v1/rates/couriers', $question );
		self::report( $answer );
		if ( 'no-proof' === $answer['kind'] ) {
			return $age < self::STALE ? $kept['value'] : null;
		}
		$rates = 'accepted' === $answer['kind'] ? self::read_rates( $answer['json'] ) : array();
		if ( 0 === strpos( $answer['reason'], 'merchant' ) ) {
			// No other cart would be priced.
			Ship_Elements_Service::pause( '/v1/rates/couriers' );
		} else {
			Ship_Elements_Storage::set( $name, $rates, DAY_IN_SECONDS, implode( self::asker() ) );
		}
		return $rates;
	}

	/** The question for goods before the checkout: without insurance and cash on delivery. */
	public static function plain_question( array $item, array $place ): array {
		return self::body( '', array( $item ), $place, false, 0, Ship_Elements_Settings::couriers() );
	}

	/** The service's rates for such a question. Null if the service cannot be asked. */
	public static function ask_plain( array $question ): ?array {
		$answer = Ship_Elements_Service::read( 'POST', '/v1/rates/couriers', $question );
		self::report( $answer );
		if ( 0 === strpos( $answer['reason'], 'merchant' ) ) {
			Ship_Elements_Service::pause( '/v1/rates/couriers' );
			return null;
		}
		return 'no-proof' === $answer['kind'] ? null : ( 'accepted' === $answer['kind'] ? self::read_rates( $answer['json'] ) : array() );
	}

	/** Rates at the shop's prices, for goods of so many rupiah. With a coupon the delivery is free. */
	public static function subsidised_for( array $rates, int $goods, bool $free ): array {
		return self::subsidised( $rates, self::subsidy( $rates, $goods, $free ) );
	}

	/** Whether no more questions of a kind may be asked now, because each costs money. */
	public static function is_exhausted( string $kind ): bool {
		/** Filters how many questions the shop may ask the service in an hour. */
		$most = (int) apply_filters( 'ship_elements_questions_per_hour', self::MOST_OF_ALL );
		list( $person, $session )            = self::asker();
		list( $all, $of_person, $of_session ) = Ship_Elements_Storage::counts( $kind, array( array( '', 3600 ), array( $person, 3600 ), array( $person . $session, 600 ) ) );
		if ( $all >= $most && 'quote:' === $kind ) {
			self::fail( 'limit' );
		}
		return $all >= $most || $of_person >= $most / 2 || $of_session >= self::MOST_OF_ONE;
	}

	/**
	 * Who asks: an account, or else an address, because anybody may begin sessions without end. The address is kept as a hash.
	 *
	 * @return string[] the account or address, and the session
	 */
	public static function asker(): array {
		$person = is_user_logged_in() ? 'account ' . get_current_user_id() : 'address ' . substr( wp_hash( self::address() ), 0, 20 );
		return array( "$person ", WC()->session ? (string) WC()->session->get_customer_id() : '' );
	}

	/** The address of the visitor. A proxy of the shop's own network names it at the end of a header. One home has a whole network of IPv6. */
	private static function address(): string {
		// phpcs:disable WordPress.Security.ValidatedSanitizedInput -- it is hashed.
		$address = (string) ( $_SERVER['REMOTE_ADDR'] ?? '' );
		$through = explode( ',', (string) ( $_SERVER['HTTP_X_FORWARDED_FOR'] ?? '' ) );
		// phpcs:enable
		$is_public = filter_var( $address, FILTER_VALIDATE_IP, FILTER_FLAG_NO_PRIV_RANGE | FILTER_FLAG_NO_RES_RANGE );
		$found     = (string) filter_var( $is_public ? $address : trim( end( $through ) ), FILTER_VALIDATE_IP );
		return false === strpos( $found, ':' ) ? $found : substr( inet_pton( $found ), 0, 8 );
	}

	/** Keeps why prices fail, and since when, for a notice to the merchant. */
	private static function report( array $answer ): void {
		$fails = 'no-proof' === $answer['kind'] || 0 === strpos( $answer['reason'], 'merchant' );
		if ( $fails && 'service-paused' !== $answer['reason'] ) {
			self::fail( $answer['reason'] );
		} elseif ( ! $fails && self::failure() ) {
			Ship_Elements_Storage::delete( 'failure' );
		}
	}

	private static function fail( string $reason ): void {
		$since = self::failure()['since'] ?? time();
		Ship_Elements_Storage::set( 'failure', compact( 'reason', 'since' ), HOUR_IN_SECONDS );
	}

	/** Why shoppers get no prices just now, and since when. Null if they get some, or if nobody has asked within an hour. */
	public static function failure(): ?array {
		$kept = Ship_Elements_Storage::get( 'failure' );
		if ( ! $kept || $kept['created'] <= time() - HOUR_IN_SECONDS ) {
			return null;
		}
		// An earlier version kept the reason alone.
		return is_array( $kept['value'] ) ? $kept['value'] : array( 'reason' => $kept['value'], 'since' => $kept['created'] );
	}

	/** Rows in whole rupiah with codes that fit. Other rows are dropped, not the whole list. */
	private static function read_rates( array $json ): array {
		$texts   = array( 'courier_code', 'courier_service_code', 'courier_name', 'courier_service_name', 'company', 'type', 'description', 'duration', 'shipment_duration_range', 'shipment_duration_unit', 'service_type', 'shipping_type', 'currency' );
		$amounts = array( 'price', 'shipping_fee', 'shipping_fee_discount', 'shipping_fee_surcharge', 'insurance_fee', 'cash_on_delivery_fee' );
		$rates   = array();
		foreach ( array_filter( (array) ( $json['pricing'] ?? array() ), 'is_array' ) as $given ) {
			$row = array();
			foreach ( $given as $name => $value ) {
				// Numbers may come as text.
				if ( in_array( $name, $texts, true ) && is_scalar( $value ) ) {
					$row[ $name ] = sanitize_text_field( (string) $value );
				} elseif ( in_array( $name, $amounts, true ) && is_numeric( $value ) ) {
					$row[ $name ] = $value + 0;
				} elseif ( 0 === strpos( $name, 'available_' ) && ( is_bool( $value ) || is_array( $value ) ) ) {
					$row[ $name ] = $value;
				}
			}
			$row  += array( 'courier_code' => $row['company'] ?? '', 'courier_service_code' => $row['type'] ?? '', 'price' => -1 );
			$codes = preg_grep( '/^[\w.-]{1,64}$/', array( $row['courier_code'], $row['courier_service_code'] ) );
			if ( 2 === count( $codes ) && $row['price'] >= 0 && (float) (int) $row['price'] === (float) $row['price'] && preg_match( '/^\s*(idr)?\s*$/i', $row['currency'] ?? '' ) ) {
				$rates[] = array( 'price' => (int) $row['price'] ) + $row;
			}
		}
		return $rates;
	}

	/** Asks for a price from the sender to the sender: only a price proves balance, postal code and couriers. Returns a sentence if there is none. */
	public static function test(): ?string {
		$item   = array( 'name' => 'Test', 'value' => 100000, 'quantity' => 1, 'weight' => 1000 );
		$place  = array( 'destination_postal_code' => Ship_Elements_Text::postcode( Ship_Elements_Settings::get( 'origin_postcode' ) ) );
		$body   = self::body( '', array( $item ), $place, false, 0, Ship_Elements_Settings::couriers() );
		$answer = Ship_Elements_Service::send( 'POST', '/v1/rates/couriers', $body, Ship_Elements_Service::PATIENCE );
		self::report( $answer );
		if ( 'accepted' === $answer['kind'] && self::read_rates( $answer['json'] ) ) {
			return null;
		}
		$reason    = 'accepted' === $answer['kind'] ? 'no-courier' : $answer['reason'];
		$sentences = array(
			'location'   => __( '“Postal code” is wrong: the service does not know it.', 'ship-elements' ),
			'no-courier' => __( '“Couriers” or “Postal code” is wrong: the service has no price of these couriers for a parcel from there.', 'ship-elements' ),
		);
		return $sentences[ $reason ] ?? Ship_Elements_Words::sentence( array( 'state' => 'refused', 'data' => array( 'reason' => $reason, 'sentence' => sanitize_text_field( $answer['json']['error'] ?? '' ) ) ) );
	}

	/**
	 * Asks what a delivery of an order costs now, with the order's own address and items.
	 *
	 * @param int    $parcel   see `Ship_Elements_Terms::parcels`.
	 * @param string $couriers one code, or all.
	 * @param int    $subsidy  rupiah that the shop pays of it.
	 * @param float  $seconds  that the answer may take.
	 * @return array kind and reason of the service's answer, and rows
	 */
	public static function of_order( WC_Order $order, int $parcel, bool $insured, bool $cod, string $couriers, int $subsidy = 0, float $seconds = Ship_Elements_Service::PATIENCE ): array {
		$items  = Ship_Elements_Parcel::items_of( $order, $parcel );
		$vendor = Ship_Elements_Terms::of( $order, $parcel )['vendor'] ?? '';
		$place  = Ship_Elements_Parcel::destination_of( $order );
		$refuse = fn ( $reason, $facts = array() ) => array( 'kind' => 'refused', 'reason' => $reason, 'rows' => array() ) + $facts;
		if ( ! $items ) {
			return $refuse( 'nothing-to-send' );
		}
		if ( count( $items ) > Ship_Elements_Parcel::MOST_LINES ) {
			return $refuse( 'too-many-lines', array( 'lines' => count( $items ) ) );
		}
		$light = Ship_Elements_Parcel::too_light( $items );
		if ( $light ) {
			return $refuse( 'too-light', array( 'item' => $light['name'], 'grams' => $light['weight'] ) );
		}
		if ( Ship_Elements_Parcel::foreign_country( $order ) ) {
			return $refuse( 'abroad', array( 'country' => Ship_Elements_Parcel::foreign_country( $order ) ) );
		}
		if ( ! $place ) {
			return $refuse( 'location' );
		}
		if ( ! Ship_Elements_Parcel::is_phone( Ship_Elements_Parcel::phone( $order ) ) ) {
			return $refuse( 'contact' );
		}
		if ( ! Ship_Elements_Parcel::is_origin( $vendor ) ) {
			return $refuse( 'origin' );
		}
		$goods  = $cod ? Ship_Elements_Parcel::goods_of( $order, $parcel ) : 0;
		$body   = self::body( $vendor, $items, $place, $insured, $goods, $couriers );
		$answer = Ship_Elements_Service::send( 'POST', '/v1/rates/couriers', $body, $seconds );
		self::report( $answer );
		$asked = array( 'insured' => isset( $body['courier_insurance'] ), 'cod' => $cod );
		$rows  = 'accepted' === $answer['kind'] ? self::priced( self::sold( self::read_rates( $answer['json'] ), $subsidy, $goods ), $asked, $insured, $cod ) : array();
		return compact( 'rows' ) + $answer;
	}
}
