<?php
defined( 'ABSPATH' ) || exit;

/** Pure decisions about rates, the same as in src/quote. One list of cases is read by the tests of both. */
class Ship_Elements_Pricing {
	/** The service refuses to collect more than this many rupiah. */
	const COD_LIMIT = 15000000;

	/** Rupiah that these couriers collect of one parcel, at least and at most: src/extras/cash-on-delivery.ts. The others go by the general limit. */
	const COD_LIMITS = array( 'sicepat' => array( 1000, 2500000 ), 'anteraja' => array( 5000, 2500000 ), 'jne' => array( 25000, 5000000 ), 'sap' => array( 1, 10000000 ) );

	/** The cargo courier, which insures each parcel by its declared value. */
	const CARGO = 'jntcargo';

	const MOST = 5;

	/** Tenths of a percent. A fee for cash on delivery that is a larger share of the goods is a minimum. */
	const MOST_TENTHS = 60;

	/** Rupiah. Goods of a higher value are not recommended to go uninsured. */
	const MOST_UNINSURED = 1000000;

	/** A regular parcel arrives within this many hours. Slower services are not recommended. */
	const REGULAR_HOURS = 72;

	public static function is_insured( array $rate, bool $wanted ): bool {
		return self::CARGO === $rate['courier_code'] || ( $wanted && false !== ( $rate['available_for_insurance'] ?? null ) );
	}

	public static function collects( array $rate ): bool {
		return true === ( $rate['available_for_cash_on_delivery'] ?? null );
	}

	/** @return int[] rupiah that a courier collects at least and at most */
	public static function cod_limits( string $courier ): array {
		/** Filters the least and the most that couriers collect, by their codes, because limits change. */
		$limits = (array) apply_filters( 'ship_elements_cod_limits', self::COD_LIMITS );
		return ( $limits[ $courier ] ?? array() ) + array( 1, self::COD_LIMIT );
	}

	/** Whether the courier of a rate collects so many rupiah. */
	public static function is_collected( array $rate, int $amount ): bool {
		list( $least, $most ) = self::cod_limits( $rate['courier_code'] );
		return self::collects( $rate ) && $amount >= $least && $amount <= $most;
	}

	/**
	 * What a rate costs with these switches, in rupiah.
	 *
	 * @param array $asked insured and cod: what the service was asked with.
	 * @return float|null null if only another question has that price
	 */
	public static function price( array $rate, array $asked, bool $insured, bool $cod ): ?float {
		$always   = self::CARGO === $rate['courier_code'];
		$possible = array( $always || false !== ( $rate['available_for_insurance'] ?? null ), self::collects( $rate ) );
		$wanted   = array( $possible[0] && ( $always || $insured ), $possible[1] && $cod );
		$had      = array( $always || $asked['insured'], $asked['cod'] );
		$fees     = array( $rate['insurance_fee'] ?? null, $rate['cash_on_delivery_fee'] ?? null );
		$price    = (float) $rate['price'];
		if ( ! self::adds_up( $rate ) ) {
			// The parts do not add up, so the price holds for the asked switches alone.
			$same = array( $possible[0] && $had[0], $possible[1] && $had[1] ) === $wanted;
			return $same ? $price : null;
		}
		foreach ( array( 0, 1 ) as $extra ) {
			if ( ! $had[ $extra ] && ! $wanted[ $extra ] ) {
				continue;
			}
			if ( ! $had[ $extra ] || ( $possible[ $extra ] && ! $always && null === $fees[ $extra ] ) ) {
				return null;
			}
			$price -= $wanted[ $extra ] ? 0 : (float) $fees[ $extra ];
		}
		return $price < 0 ? null : round( $price, 2 );
	}

	/** Whether the service tells the parts of a price, and their sum is the price. */
	private static function adds_up( array $rate ): bool {
		$carriage = ( $rate['shipping_fee'] ?? 0 ) - ( $rate['shipping_fee_discount'] ?? 0 ) + ( $rate['shipping_fee_surcharge'] ?? 0 );
		$sum      = $carriage + ( $rate['insurance_fee'] ?? 0 ) + ( $rate['cash_on_delivery_fee'] ?? 0 );
		return isset( $rate['shipping_fee'] ) && abs( $sum - $rate['price'] ) < 0.005;
	}

	/** What the shopper pays for goods and delivery, now and at the door. A courier collects whole rupiah. */
	public static function payments( int $goods, float $price, bool $cod ): array {
		$total = $goods + self::whole( $price );
		return $cod ? array( 'now' => 0, 'door' => $total ) : array( 'now' => $total, 'door' => 0 );
	}

	/** The share of the goods that a fee is. Null if it is no plain percentage of them, with or without value-added tax: then it may be a minimum. */
	private static function share_of( float $fee, int $goods ): ?float {
		for ( $tenths = 1; $tenths <= self::MOST_TENTHS; $tenths++ ) {
			foreach ( array( 1, 1.11 ) as $tax ) {
				$share = $tenths * $tax / 1000;
				if ( $fee > 0 && self::whole( $goods * $share ) === self::whole( $fee ) ) {
					return $share;
				}
			}
		}
		return null;
	}

	/** The fee for goods and delivery. The courier collects the fee, too. */
	private static function fee_of( float $share, int $goods, float $delivery ): int {
		for ( $fee = 0, $next = -1; $fee !== $next; ) {
			$next = $fee;
			$fee  = self::whole( ( $goods + self::whole( $delivery + $next ) ) * $share );
		}
		return $fee;
	}

	/**
	 * A rate that was asked with cash on delivery for the goods alone, at the price with which the courier collects the delivery too: its price
	 * was not known before. A fee that is a percentage of the goods grows with the sum. Another one may be a minimum, and stays: most_more is
	 * what the service may charge more then. What the insurance adds to the fee goes to the price of the insurance, so that both switches show
	 * what they cost.
	 */
	public static function collected( array $rate, int $goods ): array {
		$fee       = (float) ( $rate['cash_on_delivery_fee'] ?? 0 );
		$insurance = (float) ( $rate['insurance_fee'] ?? 0 );
		$rest      = $rate['price'] - $fee - $insurance;
		if ( ! self::collects( $rate ) || $fee <= 0 || $rest < 0 || ! self::adds_up( $rate ) ) {
			return $rate;
		}
		$share = self::share_of( $fee, $goods );
		if ( null === $share ) {
			return $rate + array( 'most_more' => $fee < $goods ? self::whole( $fee * ( $goods + $rest ) / ( $goods - $fee ) ) - $fee : 0 );
		}
		$plain   = self::fee_of( $share, $goods, $rest );
		$insured = self::fee_of( $share, $goods, $rest + $insurance );
		$changes = array( 'cash_on_delivery_fee' => $plain, 'price' => round( $rest + $insurance + $insured, 2 ) );
		return ( $insurance > 0 ? array( 'insurance_fee' => round( $insurance + $insured - $plain, 2 ) ) : array() ) + $changes + $rate;
	}

	/**
	 * Weight and size of goods in the steps that couriers charge by: src/quote/weight-class.ts. Null if the weight is none.
	 *
	 * @param float $weight grams.
	 * @param float $volume cubic centimetres. 0 if it is not known.
	 */
	public static function weight_class( float $weight, float $volume ): ?array {
		if ( ! ( $weight > 0 && $weight <= 1e6 && $volume >= 0 && $volume <= 1e9 ) ) {
			return null;
		}
		list( $kilograms, $steps ) = array( (int) ceil( $weight / 1000 ), (int) ceil( $volume / 6000 ) );
		return array( 'weight' => 1000 * $kilograms ) + ( $steps > $kilograms ? array( 'volume' => 6000 * $steps ) : array() );
	}

	/** The rate with the least price, the earliest of equal ones. Null if there is none. */
	public static function least( array $rates ): ?array {
		usort( $rates, fn ( $a, $b ) => array( $a['price'], self::hours( $a ) ) <=> array( $b['price'], self::hours( $b ) ) );
		return $rates[0] ?? null;
	}

	/** Rounds up to whole rupiah. Noise of floating points does not count. */
	public static function whole( float $amount ): int {
		return (int) ceil( round( $amount, 6 ) );
	}

	/**
	 * The few rates worth a look: the recommended one first, then by arrival. The cheapest stays, the cheapest that collects money, and one
	 * that insures. Then come those that no other beats in both price and arrival.
	 *
	 * @param array[] $rows     Each with price, service and rate.
	 * @param int     $declared Rupiah: the value of the goods.
	 */
	public static function short_list( array $rows, int $declared = 0 ): array {
		$having      = fn ( callable $able ) => array_values( array_filter( $rows, fn ( $row ) => $able( $row['rate'] ) ) );
		$cheapest    = fn ( array $some ) => self::ordered( $some, array( 'price', 'hours' ) )[0] ?? null;
		$insuring    = $having( fn ( $rate ) => self::is_insured( $rate, true ) );
		$regular     = array_filter( $declared > self::MOST_UNINSURED ? $insuring : $rows, fn ( $row ) => self::hours( $row['rate'] ) <= self::REGULAR_HOURS );
		$recommended = count( $rows ) > 1 ? $cheapest( $regular ) : null;
		$first       = array( $recommended, $cheapest( $rows ), $cheapest( $having( array( self::class, 'collects' ) ) ) );
		$rest        = count( $rows ) > self::MOST ? self::unbeaten( self::ordered( $rows, array( 'hours', 'price' ) ), self::ordered( $rows, array( 'price', 'hours' ) ) ) : $rows;
		$insures     = fn ( $row ) => in_array( $row, $insuring, true );
		$insured     = array_filter( array_merge( $first, $rest ), $insures ) ? array() : array( $cheapest( $insuring ) );
		$kept        = array();
		foreach ( array_filter( array_merge( $first, $insured, $rest ) ) as $row ) {
			$kept[ $row['service'] ] = $row;
		}
		$kept = array_slice( $kept, 0, self::MOST );
		return array_merge( array_filter( array( $recommended ) ), self::ordered( array_filter( $kept, fn ( $row ) => $row !== $recommended ), array( 'hours', 'price' ) ) );
	}

	private static function unbeaten( array $by_arrival, array $by_price ): array {
		if ( ! is_finite( self::hours( $by_arrival[0]['rate'] ) ) ) {
			return $by_price;
		}
		$found = array();
		foreach ( $by_arrival as $row ) {
			$last = end( $found );
			if ( ! $last || $row['price'] < $last['price'] ) {
				$found[] = $row;
			}
		}
		return $found;
	}

	private static function ordered( array $rows, array $by ): array {
		$key = function ( $row ) use ( $by ) {
			$values = array( 'price' => $row['price'], 'hours' => self::hours( $row['rate'] ) );
			return array( $values[ $by[0] ], $values[ $by[1] ], $row['service'] );
		};
		usort( $rows, fn ( $a, $b ) => $key( $a ) <=> $key( $b ) );
		return $rows;
	}

	/** The latest arrival in hours. INF if it is unknown. */
	public static function hours( array $rate ): float {
		$arrival = self::arrival( $rate );
		return $arrival ? $arrival['most'] * ( 'hours' === $arrival['unit'] ? 1 : 24 ) : INF;
	}

	/**
	 * How long a parcel takes, from range and unit, or from the text where they are missing. Null if the service does not say, or names a date or
	 * two units.
	 *
	 * @return array|null least, most, and the unit: hours or days
	 */
	public static function arrival( array $rate ): ?array {
		$first_of = fn ( ...$texts ) => (string) current( array_filter( $texts, fn ( $text ) => '' !== (string) $text ) );
		$text     = $rate['duration'] ?? '';
		$range    = $first_of( $rate['shipment_duration_range'] ?? '', $text );
		$unit     = $first_of( $rate['shipment_duration_unit'] ?? '', $text, $range );
		// "2 x 24 jam" are two days. "besok sebelum 10.00" is one day, and its time is no duration. A date is none either.
		$forms = array( '/[x×] ?24\s*jam/u' => 'hari', '/.*(besok|tomorrow).*/s' => '1', '~\d\d[.:]\d\d|\d+[/-]\d+[/-]\d+~' => '', '/^\D*(hari ini|same.?day)\D*$/D' => '0', '/,/' => '.' );
		$plain = preg_replace( array_keys( $forms ), $forms, strtolower( Ship_Elements_Text::compatible( "$range\n$unit" ) ) );
		list( $range, $unit ) = explode( "\n", "$plain\n" );
		if ( ! preg_match( '/([\d.]*\d)(?:(\D+?)([\d.]*\d))?(\D*)/', $range, $found, PREG_UNMATCHED_AS_NULL ) ) {
			return null;
		}
		list( , $first, $between, $second, $after ) = $found;
		$inner = self::hours_of( (string) $between );
		$outer = self::hours_of( $after );
		// "30 Nov" is a date, and "1 jam 30 menit" has two units.
		if ( $outer ? $inner && $inner !== $outer : preg_match( '/^ ?[a-z]/', $after ) ) {
			return null;
		}
		$hours    = $inner ?? $outer ?? self::hours_of( $unit ) ?? 24;
		$in_hours = $hours < 24;
		$numbers  = array( $first, $second ?? $first );
		$counts   = array_map( fn ( $number ) => ceil( (float) $number * $hours / ( $in_hours ? 1 : 24 ) ), $numbers );
		// More than a year is no duration, and no date could be counted from it.
		if ( array_filter( $numbers, 'is_numeric' ) !== $numbers || max( $counts ) > ( $in_hours ? 24 : 1 ) * 366 ) {
			return null;
		}
		return array( 'least' => (int) min( $counts ), 'most' => (int) max( $counts ), 'unit' => $in_hours ? 'hours' : 'days' );
	}

	/** @return int|float|null hours of the unit that a text names. "minggu" is a week, and stands before "min" */
	private static function hours_of( string $text ) {
		$units = array( 'minggu' => 168, 'pekan' => 168, 'week' => 168, 'bulan' => 720, 'month' => 720, 'hari' => 24, 'day' => 24, 'jam' => 1, 'hour' => 1, 'menit' => 1 / 60, 'min' => 1 / 60 );
		return preg_match( '/' . implode( '|', array_keys( $units ) ) . '/', $text, $found ) ? $units[ $found[0] ] : null;
	}

	/** When a parcel arrives, as a shopper reads it: dates, or hours of a day. */
	public static function arrival_text( ?array $promise ): string {
		if ( ! $promise ) {
			return '';
		}
		$is_timed = strlen( $promise['first'] ) > 10;
		$moments  = array_map( fn ( $text ) => new DateTimeImmutable( $is_timed ? $text : "$text 12:00 UTC" ), array( $promise['first'], $promise['last'] ) );
		$date     = fn ( $format, $when ) => wp_date( $format, $when->getTimestamp(), $when->getTimezone() );

		list( $from, $to ) = $moments;
		$day               = $date( 'D j M', $to );
		$text              = $day;
		if ( $date( 'D j M', $from ) !== $day ) {
			$text = $date( $from->format( 'n' ) === $to->format( 'n' ) ? 'D j' : 'D j M', $from ) . ' – ' . $day;
		} elseif ( $is_timed ) {
			list( $first, $last ) = array_map( fn ( $when ) => $when->format( 'H:i' ), $moments );
			// No line breaks after this dash, nor before the zone, as in TypeScript: "Mon 23 Nov, 15:00–" says something else.
			$text = "$day, " . ( $first === $last ? '' : "{$first}–\u{2060}" ) . self::in_zone( $last, $to );
		}
		/* translators: %s: dates of arrival, in the weeks around Idul Fitri */
		return $promise['later'] ? sprintf( __( '%s, or later', 'ship-elements' ), $text ) : $text;
	}

	/** A moment of the calendar, as a shopper of any zone reads it: 15:00 WIB, and with its date if that is another day. */
	public static function moment_text( string $moment ): string {
		$when     = new DateTimeImmutable( $moment );
		$time     = $when->format( 'H:i' );
		// Midnight is the end of the day before.
		list( $when, $time ) = '00:00' === $time ? array( $when->modify( '-1 minute' ), '24:00' ) : array( $when, $time );
		$is_today            = gmdate( 'Y-m-d', time() + $when->getOffset() ) === $when->format( 'Y-m-d' );
		return self::in_zone( wp_date( $is_today ? $time : "D j M, $time", $when->getTimestamp(), $when->getTimezone() ), $when );
	}

	/** WIB, WITA or WIT behind a time: a shopper may be in another zone than the shop. */
	private static function in_zone( string $time, DateTimeInterface $when ): string {
		return "$time\u{a0}" . array_search( $when->getOffset() / 3600, Ship_Elements_Calendar::ZONES, true );
	}

	/** Whether the last day of a promise is over, or its last hour. A promise of an earlier version has none. */
	public static function is_over( string $last ): bool {
		$ends = strlen( $last ) > 10 ? strtotime( $last ) : strtotime( "$last 24:00 " . substr( Ship_Elements_Settings::moment( time() ), -6 ) );
		return '' !== $last && $ends <= time();
	}

	/** How the courier gets the parcel: it picks up if it can. Empty if the rate does not say. */
	public static function collection( array $rate ): string {
		foreach ( array( 'pickup', 'drop_off' ) as $method ) {
			if ( in_array( $method, (array) ( $rate['available_collection_method'] ?? array() ), true ) ) {
				return $method;
			}
		}
		return '';
	}
}
