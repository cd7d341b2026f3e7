<?php
defined( 'ABSPATH' ) || exit;

/** Pure decisions about the days of the shop. */
class Ship_Elements_Calendar {
	/** Seconds before UTC. Indonesia has no summer time. */
	const ZONES = array( 'WIB' => 25200, 'WITA' => 28800, 'WIT' => 32400 );

	/** Days in which a shop opens again. */
	const MOST_DAYS = 400;

	/**
	 * Dates as a merchant types them: one a line, or a first and a last one.
	 *
	 * @return array[]|null first and last date of each line. Null if a line is something else
	 */
	public static function ranges( string $text ): ?array {
		$ranges  = array();
		$is_date = fn ( $date ) => checkdate( (int) substr( $date, 5, 2 ), (int) substr( $date, 8 ), (int) $date );
		foreach ( preg_grep( '/\S/', preg_split( '/[\r\n,;]+/', $text ) ) as $line ) {
			$is_range = preg_match( '~^\s*(\d{4}-\d\d-\d\d)(?:\s*(?:-|–|to|until|s/d|sampai)\s*(\d{4}-\d\d-\d\d))?\s*$~Dui', $line, $found );
			$dates    = array_slice( $found, 1 );
			if ( ! $is_range || array_filter( $dates, $is_date ) !== $dates || end( $dates ) < $dates[0] ) {
				return null;
			}
			$ranges[] = array( $dates[0], end( $dates ) );
		}
		return $ranges;
	}

	/**
	 * When the shop hands a parcel over that is ordered at a moment. Hours to prepare count on open days alone.
	 *
	 * @param array $calendar zone, week: seven times of day from Monday on, empty on a closed day, prepare: hours, closed and open: ranges
	 * @return DateTimeImmutable|null in the shop's zone. Null if the shop does not open again
	 */
	public static function hand_over( array $calendar, int $now ): ?DateTimeImmutable {
		$zone = self::ZONES[ $calendar['zone'] ];
		$left = $calendar['prepare'] * 3600;
		// Days are those of UTC, with the shop's time of day.
		$moment = $now + $zone;
		for ( $day = $moment - $moment % 86400, $count = 0; $count < self::MOST_DAYS; $day += 86400, $count++ ) {
			$moment  = max( $moment, $day );
			$cut_off = self::cut_off( $calendar, $day );
			if ( null === $cut_off ) {
				continue;
			}
			if ( $moment + $left < $day + $cut_off ) {
				return ( new DateTimeImmutable( '@' . ( $day + $cut_off - $zone ) ) )->setTimezone( new DateTimeZone( sprintf( '+%02d:00', $zone / 3600 ) ) );
			}
			$left = max( 0, $left - ( $day + 86400 - $moment ) );
		}
		return null;
	}

	/** Seconds of a day until which an order leaves on it. Null if the shop is closed. */
	private static function cut_off( array $calendar, int $day ): ?int {
		$date    = gmdate( 'Y-m-d', $day );
		$is_in   = fn ( $ranges ) => (bool) array_filter( $ranges, fn ( $range ) => $range[0] <= $date && $date <= $range[1] );
		$is_open = $is_in( $calendar['open'] );
		$time    = $calendar['week'][ gmdate( 'N', $day ) - 1 ] ?? '';
		if ( '' === $time && $is_open ) {
			// An extra day has the latest time of the week.
			$time = max( $calendar['week'] );
		}
		if ( '' === $time || ( ! $is_open && $is_in( $calendar['closed'] ) ) ) {
			return null;
		}
		list( $hours, $minutes ) = explode( ':', $time );
		return $hours * 3600 + $minutes * 60;
	}
}
