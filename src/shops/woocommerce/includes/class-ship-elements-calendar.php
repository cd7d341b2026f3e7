<?php
defined( 'ABSPATH' ) || exit;

/** When a parcel is promised: the same decisions as in src/quote/calendar.ts. One list of cases is read by the tests of both. */
class Ship_Elements_Calendar {
	/** Hours ahead of UTC. Indonesia has no daylight saving time. */
	const ZONES = array( 'WIB' => 7, 'WITA' => 8, 'WIT' => 9 );

	const WEEKDAYS = array( 'mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun' );

	/** Whether a courier delivers on Sundays. The sources are in src/quote/calendar.ts, as of all our own numbers. */
	const ON_SUNDAYS = array( 'jnt' => true, 'ninja' => false, 'sap' => false );

	/** Services that count in hours deliver between these hours of a day. Services that take more hours count in days. */
	const DELIVERS   = array( 8 * 60, 21 * 60 );
	const MOST_HOURS = 12;

	/** Days off in every year, by law. */
	const FIXED_HOLIDAYS = array( '01-01', '05-01', '06-01', '08-17', '12-25' );

	/** Parcels may be late for so many days before and after Idul Fitri. */
	const LATE_DAYS = 14;

	/** Seconds for which promises are made. */
	const AHEAD = 1800;

	const OPENS   = 9 * 60;
	const QUARTER = 15;
	const DAY     = 24 * 60;
	const YEAR    = 366;

	/** @var array as src/quote/calendar.ts has it */
	private $calendar;
	private $offset;
	private $closed;
	private $open;
	private $national;
	private $leave;
	private $feasts;
	private $earliest;
	/** @var int the last day of the last year whose holidays are known */
	private $known_until;

	/**
	 * @param array $calendar zone, days, prepareHours, closed, open, holidays and holidayTable.
	 * @param array $holidays national, leave and idulFitri, as src/quote/holidays.json has them.
	 */
	public function __construct( array $calendar, array $holidays ) {
		$holidays       = self::table( $calendar['holidayTable'] ?? null, $holidays );
		$this->calendar = $calendar;
		$this->offset   = self::ZONES[ $calendar['zone'] ];
		$this->closed   = array_map( fn ( $range ) => explode( '/', "$range/$range" ), $calendar['closed'] ?? array() );
		$this->open     = array_flip( $calendar['open'] ?? array() );
		$this->national = array_flip( $holidays['national'] );
		$this->leave    = array_flip( $holidays['leave'] );
		$this->feasts   = array_map( array( self::class, 'day_number' ), $holidays['idulFitri'] );
		$years          = array_map( 'intval', $holidays['national'] );

		$this->known_until = $years ? self::day_number( max( $years ) . '-12-31' ) : -1;

		$week           = array_map( array( self::class, 'hours_in' ), array_filter( $calendar['days'], 'is_string' ) );
		usort( $week, fn ( $a, $b ) => $a[1] <=> $b[1] );
		$this->earliest = $week[0] ?? array( 0, 0 );
	}

	/** Indonesia's days off, which the build writes beside the widget. */
	public static function holidays(): array {
		static $table = null;
		$table        = $table ?? wp_json_file_decode( dirname( __DIR__ ) . '/assets/holidays.json', array( 'associative' => true ) );
		return (array) $table + array( 'national' => array(), 'leave' => array(), 'idulFitri' => array() );
	}

	/** The holidays, of which the shop's own table replaces years. */
	private static function table( ?array $own, array $holidays ): array {
		$years = array_map( 'intval', $own['national'] ?? array() );
		foreach ( $own ? array( 'national', 'leave', 'idulFitri' ) : array() as $name ) {
			$others            = array_filter( $holidays[ $name ], fn ( $date ) => ! in_array( (int) $date, $years, true ) );
			$holidays[ $name ] = array_merge( $others, $own[ $name ] ?? array() );
		}
		return $holidays;
	}

	/** From September of the last year whose holidays are decreed: that year. By then, the next one is usually decreed. */
	public static function ends( int $time, array $holidays, ?array $own ): ?int {
		$last = max( array_map( 'intval', array_merge( array( $holidays['decreed_until'] ?? '' ), $own['national'] ?? array() ) ) );
		return $last && $time >= gmmktime( 0, 0, 0, 9, 1, $last ) ? $last : null;
	}

	/**
	 * Dates as a merchant types them: one a line, or a first and a last one.
	 *
	 * @return array[]|null first and last date of each line. Null if a line is something else
	 */
	public static function ranges( string $text ): ?array {
		$ranges  = array();
		$is_date = fn ( $date ) => checkdate( (int) substr( $date, 5, 2 ), (int) substr( $date, 8 ), (int) $date );
		foreach ( preg_grep( '/\S/', preg_split( '/[\r\n,;]+/', $text ) ) as $line ) {
			$is_range = preg_match( '~^\s*(\d{4}-\d\d-\d\d)(?:\s*(?:-|–|/|to|until|s/d|sampai)\s*(\d{4}-\d\d-\d\d))?\s*$~Dui', $line, $found );
			$dates    = array_slice( $found, 1 );
			if ( ! $is_range || array_filter( $dates, $is_date ) !== $dates || end( $dates ) < $dates[0] ) {
				return null;
			}
			$ranges[] = array( $dates[0], end( $dates ) );
		}
		return $ranges;
	}

	/** The dates of a range. Those of more than a year are left out. */
	public static function dates_in( array $range ): array {
		$first = self::day_number( $range[0] );
		return array_map( array( self::class, 'date_of' ), range( $first, min( self::day_number( $range[1] ), $first + self::YEAR ) ) );
	}

	/** Whether a date is in two of these ranges. */
	public static function overlap( array $ranges ): bool {
		sort( $ranges );
		foreach ( array_slice( $ranges, 1 ) as $index => $range ) {
			if ( $range[0] <= $ranges[ $index ][1] ) {
				return true;
			}
		}
		return false;
	}

	/** Whether the shop opens within a year. */
	public function opens( int $time ): bool {
		return null !== $this->first_day( intdiv( $time, 86400 ), array( $this, 'is_open' ) );
	}

	/**
	 * When a parcel that is ordered at a time is promised to arrive. Moments are in the shop's zone: 2026-11-26T15:00+07:00.
	 *
	 * @param int $time Seconds since the epoch.
	 * @return array|null first, last, hand_over, cut_off, until and later. Null if the service says no duration, or if the shop does not open
	 * within a year
	 */
	public function promise( int $time, array $rate ): ?array {
		$duration = Ship_Elements_Pricing::arrival( $rate );
		$now      = intdiv( $time, 60 ) + $this->offset * 60;
		$day      = $duration ? $this->first_day( intdiv( $now, self::DAY ), fn ( $day ) => $this->is_open( $day ) && $now < $day * self::DAY + $this->hours( $day )[1] ) : null;
		if ( null === $day ) {
			return null;
		}
		list( $opens, $cut_off ) = array_map( fn ( $minute ) => $day * self::DAY + $minute, $this->hours( $day ) );
		// Hours are counted from the next quarter of an hour, so that they stay the same until then.
		$in_hours = 'hours' === $duration['unit'] && $duration['most'] <= self::MOST_HOURS;
		$start    = $in_hours ? max( ( intdiv( $now, self::QUARTER ) + 1 ) * self::QUARTER, $opens ) : $cut_off;
		$prepare  = 60 * ( $this->calendar['prepareHours'] ?? 0 );
		// What needs no preparing is handed over on the day, also if that ends with the cut-off at 24:00.
		$ready = $prepare ? $this->later( $start, $prepare, array( 0, self::DAY ), array( $this, 'is_open' ) ) : min( $start, ( $day + 1 ) * self::DAY - 1 );
		if ( null === $ready ) {
			return null;
		}
		$ends = $in_hours ? $this->hours_after( $ready, $duration ) : $this->days_after( $ready, $duration, $rate['courier_code'] ?? '' );
		if ( ! $ends ) {
			return null;
		}
		list( $first, $last, $from, $to ) = $ends + array( 2 => self::date_of( $ends[0] ), 3 => self::date_of( $ends[1] ) );
		$is_late                          = fn ( $feast ) => $first <= $feast + self::LATE_DAYS && $last >= $feast - self::LATE_DAYS;
		return array(
			'first'     => $from,
			'last'      => $to,
			'hand_over' => $this->moment( $ready ),
			'cut_off'   => $this->moment( $cut_off ),
			'until'     => $this->moment( min( $start, $cut_off ) ),
			'later'     => $this->is_unknown( $last ) || array_filter( $this->feasts, $is_late ),
		);
	}

	/** The promises that hold in the next half hour, and at least two of them: a widget shows the next one at the cut-off. */
	public function promises( int $time, array $rate ): array {
		$found = array();
		for ( $at = $time; count( $found ) < 2 || $at < $time + self::AHEAD; $at = strtotime( end( $found )['until'] ) ) {
			$promise = $this->promise( $at, $rate );
			if ( ! $promise ) {
				break;
			}
			$found[] = $promise;
		}
		return $found;
	}

	/** @return array|null the days, and the moments if both are on one day */
	private function hours_after( int $ready, array $duration ): ?array {
		$delivers        = fn ( $day ) => ! $this->is_holiday( $day );
		$after           = fn ( $hours ) => $this->later( $ready, 60 * $hours, self::DELIVERS, $delivers );
		list( $from, $to ) = array( $after( $duration['least'] ), $after( $duration['most'] ) );
		if ( null === $from || null === $to ) {
			return null;
		}
		$days = array( intdiv( $from, self::DAY ), $this->widened( intdiv( $to, self::DAY ), $delivers ) );
		if ( $days[0] !== $days[1] ) {
			return null === $days[1] ? null : $days;
		}
		$quarters = array( intdiv( $from, self::QUARTER ), intdiv( $to + self::QUARTER - 1, self::QUARTER ) );
		return array_merge( $days, array_map( fn ( $count ) => $this->moment( $count * self::QUARTER ), $quarters ) );
	}

	/** The earliest day: the courier rests on the days that are known. The latest: on every day on which one may rest. */
	private function days_after( int $ready, array $duration, string $courier ): ?array {
		$unit  = 'hours' === $duration['unit'] ? 24 : 1;
		$known = self::ON_SUNDAYS[ $courier ] ?? null;
		$rests = fn ( $day ) => $this->is_holiday( $day ) || ( false === $known && 'sun' === self::weekday_of( $day ) );
		$works = fn ( $day ) => ! $rests( $day ) && ( $known || ! $this->may_rest( $day ) );
		$from  = intdiv( $ready, self::DAY );
		$first = $this->first_day( $from + intdiv( $duration['least'], $unit ), fn ( $day ) => ! $rests( $day ) );
		$last  = $this->first_day( $from, $works );
		for ( $count = (int) ceil( $duration['most'] / $unit ); $count > 0 && null !== $last; $count-- ) {
			$last = $this->first_day( $last + 1, $works );
		}
		$end = null === $first || null === $last ? null : $this->widened( max( $first, $last ), $works );
		return null === $end ? null : array( $first, $end );
	}

	/** The last day of a range. Where holidays are not known yet, a day later: one of its days may be one. */
	private function widened( int $last, callable $works ): ?int {
		return $this->is_unknown( $last ) ? $this->first_day( $last + 1, $works ) : $last;
	}

	private function is_unknown( int $day ): bool {
		return $day > $this->known_until;
	}

	/** Minutes later, of which only those within the hours of fitting days count. */
	private function later( int $from, int $minutes, array $hours, callable $fits ): ?int {
		$at   = $from;
		$left = $minutes;
		for ( $day = $this->first_day( intdiv( $from, self::DAY ), $fits ); null !== $day; $day = $this->first_day( $day + 1, $fits ) ) {
			$at   = max( $at, $day * self::DAY + $hours[0] );
			$room = $day * self::DAY + $hours[1] - $at;
			// What ends at midnight ends on the next day.
			if ( $left < $room || ( $left === $room && $hours[1] < self::DAY ) ) {
				return $at + $left;
			}
			$left -= max( $room, 0 );
		}
		return null;
	}

	/** The first day from a day on that fits. Null if none does within a year. */
	private function first_day( int $day, callable $fits ): ?int {
		for ( $next = $day; $next <= $day + self::YEAR; $next++ ) {
			if ( $fits( $next ) ) {
				return $next;
			}
		}
		return null;
	}

	private function is_open( int $day ): bool {
		$date = self::date_of( $day );
		if ( array_filter( $this->closed, fn ( $range ) => $range[0] <= $date && $date <= $range[1] ) ) {
			return false;
		}
		$is_off = $this->is_holiday( $day ) || isset( $this->leave[ $date ] );
		return isset( $this->open[ $date ] ) || ( null !== $this->own( $day ) && ! ( $is_off && ( $this->calendar['holidays'] ?? true ) ) );
	}

	private function own( int $day ): ?string {
		return $this->calendar['days'][ self::weekday_of( $day ) ] ?? null;
	}

	/** Opening time and cut-off of a day, in minutes since midnight. */
	private function hours( int $day ): array {
		$own = isset( $this->open[ self::date_of( $day ) ] ) ? null : $this->own( $day );
		return null === $own ? $this->earliest : self::hours_in( $own );
	}

	private static function hours_in( string $text ): array {
		$minutes = fn ( $time ) => 60 * (int) $time + (int) substr( $time, 3 );
		$times   = array_map( $minutes, explode( '-', $text ) );
		$until   = end( $times );
		return array( count( $times ) > 1 ? $times[0] : min( self::OPENS, $until ), $until );
	}

	private function is_holiday( int $day ): bool {
		$date = self::date_of( $day );
		return isset( $this->national[ $date ] ) || ( $this->is_unknown( $day ) && in_array( substr( $date, 5 ), self::FIXED_HOLIDAYS, true ) );
	}

	private function may_rest( int $day ): bool {
		return 'sun' === self::weekday_of( $day ) || isset( $this->leave[ self::date_of( $day ) ] );
	}

	/** Days since 1970, which began on a Thursday. */
	private static function day_number( string $date ): int {
		return intdiv( (int) strtotime( "$date 00:00:00 UTC" ), 86400 );
	}

	private static function date_of( int $day ): string {
		return gmdate( 'Y-m-d', $day * 86400 );
	}

	private static function weekday_of( int $day ): string {
		return self::WEEKDAYS[ ( $day + 3 ) % 7 ];
	}

	/** A moment of the shop's zone, from minutes since 1970 in that zone. */
	private function moment( int $minute ): string {
		return gmdate( 'Y-m-d\TH:i', $minute * 60 ) . sprintf( '+%02d:00', $this->offset );
	}
}
