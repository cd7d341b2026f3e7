<?php
defined( 'ABSPATH' ) || exit;

/** The few rates worth a look. The same rules as the widget's own list. */
class Ship_Elements_Short_List {
	const MOST = 5;

	/** A regular parcel arrives within this many hours. Slower services are not recommended. */
	const REGULAR_HOURS = 72;

	/**
	 * The recommended rate first, then those that no other beats in both price and arrival.
	 *
	 * @param array[] $rows Each with price and rate.
	 */
	public static function of( array $rows ): array {
		$by_price    = self::ordered( $rows, array( 'price', 'hours' ) );
		$by_arrival  = self::ordered( $rows, array( 'hours', 'price' ) );
		$recommended = null;
		foreach ( count( $rows ) > 1 ? $by_price : array() as $row ) {
			if ( self::hours( $row['rate'] ) <= self::REGULAR_HOURS ) {
				$recommended = $row;
				break;
			}
		}
		$worth = count( $rows ) > self::MOST ? self::unbeaten( $by_arrival, $by_price ) : $by_arrival;
		$first = $recommended ? array( $recommended ) : array();
		$rest  = array_values(
			array_filter(
				$worth,
				function ( $row ) use ( $recommended ) {
					return $row !== $recommended;
				}
			)
		);
		$kept  = array_slice( $rest, 0, self::MOST - count( $first ) );
		// The cheapest stays in the list.
		$cheapest = self::ordered( $rest, array( 'price', 'hours' ) )[0] ?? null;
		if ( $kept && ! in_array( $cheapest, $kept, true ) ) {
			$kept[ count( $kept ) - 1 ] = $cheapest;
		}
		return array_merge( $first, $kept );
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
			$values = array(
				'price' => $row['price'],
				'hours' => self::hours( $row['rate'] ),
			);
			return array( $values[ $by[0] ], $values[ $by[1] ], $row['service'] );
		};
		usort(
			$rows,
			function ( $a, $b ) use ( $key ) {
				return $key( $a ) <=> $key( $b );
			}
		);
		return $rows;
	}

	/** The latest arrival in hours. INF if it is unknown. */
	public static function hours( array $rate ): float {
		$arrival = self::arrival( $rate );
		return $arrival ? $arrival['most'] * ( 'hours' === $arrival['unit'] ? 1 : 24 ) : INF;
	}

	/** @return array|null least, most, and the unit: hours or days */
	public static function arrival( array $rate ): ?array {
		$range = ! empty( $rate['shipment_duration_range'] ) ? $rate['shipment_duration_range'] : ( $rate['duration'] ?? '' );
		if ( ! preg_match_all( '/\d+(?:[.,]\d+)?/', $range, $found ) ) {
			return null;
		}
		$numbers = array();
		foreach ( array_slice( $found[0], 0, 2 ) as $text ) {
			$numbers[] = (float) str_replace( ',', '.', $text );
		}
		$words   = ! empty( $rate['shipment_duration_unit'] ) ? $rate['shipment_duration_unit'] : ( $rate['duration'] ?? '' );
		$minutes = (bool) preg_match( '/min|menit/i', $words );
		return array(
			'least' => (int) ceil( min( $numbers ) / ( $minutes ? 60 : 1 ) ),
			'most'  => (int) ceil( max( $numbers ) / ( $minutes ? 60 : 1 ) ),
			'unit'  => $minutes || preg_match( '/hour|jam/i', $words ) ? 'hours' : 'days',
		);
	}

	/**
	 * When a parcel arrives, as a shopper reads it: dates, or a time of day.
	 *
	 * @param DateTimeImmutable $ready When the shop hands it over, in the shop's time zone.
	 */
	public static function arrival_text( array $rate, DateTimeImmutable $ready ): string {
		$arrival = self::arrival( $rate );
		if ( ! $arrival ) {
			return '';
		}
		$days  = 'days' === $arrival['unit'];
		$hours = ! $days && $arrival['most'] <= 24;
		$from  = $ready->modify( "+$arrival[least] $arrival[unit]" );
		$to    = $ready->modify( "+$arrival[most] $arrival[unit]" );
		$day   = function ( DateTimeImmutable $when ) {
			return wp_date( 'D j M', $when->getTimestamp(), $when->getTimezone() );
		};
		if ( $hours ) {
			return $day( $to ) . ', ' . ( $from->format( 'Y-m-d' ) === $to->format( 'Y-m-d' ) ? $from->format( 'H:i' ) . ' – ' : '' ) . $to->format( 'H:i' );
		}
		if ( $day( $from ) === $day( $to ) ) {
			return $day( $from );
		}
		$first = $from->format( 'n' ) === $to->format( 'n' ) ? wp_date( 'D j', $from->getTimestamp(), $from->getTimezone() ) : $day( $from );
		return $first . ' – ' . $day( $to );
	}
}
