<?php
defined( 'ABSPATH' ) || exit;

/**
 * The deliveries of orders, one row each. A row has a number: that of its order, and before it the place of a further parcel of that order. So
 * the rows of orders with one parcel are what earlier versions wrote. A change counts only if the row is still the one that was read, so that two processes
 * never send the same order.
 *
 * States: held (waits for a click), waiting (nothing was sent), sending (sent, not answered), placed, cancelling, cancelled,
 * refused (nothing exists at the service, a person decides), unknown (a person has to look at the service).
 */
class Ship_Elements_Ledger {
	/** Seconds that a row belongs to one process. It is longer than all that a process waits for. */
	const LEASE = 60;

	/** Seconds until the next try, which doubles each time. */
	const PAUSE = 30;

	/** Sends, including the first one, before a person has to look. */
	const SENDS = 8;

	/** Seconds after which a delivery that was not sent waits for a person's click. */
	const LONGEST = DAY_IN_SECONDS;

	/** @var bool[] deliveries that were not there in this request, by number */
	private static $absent = array();

	/** A further parcel of an order stands at this place of the number: 2,000,000,000,017 is the third parcel of order 17. */
	const PARCEL = 1000000000000;

	/** What a delivery knows of a person, beside its waybill and the body that is sent. */
	const PERSONAL = array( 'link', 'tracking', 'sentence', 'mailed', 'label', 'kept_label', 'edited' );

	/** @param int $parcel from 0 on, as in the terms of the order */
	public static function number( int $order_id, int $parcel ): int {
		return $order_id + $parcel * self::PARCEL;
	}

	public static function order_of( int $id ): int {
		return $id % self::PARCEL;
	}

	public static function parcel_of( int $id ): int {
		return intdiv( $id, self::PARCEL );
	}

	public static function find( int $id ): ?array {
		return self::one( 'order_id', (string) $id );
	}

	/** The same, for pages that show it or look for changes: a delivery that is not there is asked for once in a request. */
	public static function glance( int $id ): ?array {
		$row = isset( self::$absent[ $id ] ) ? null : self::find( $id );
		if ( ! $row ) {
			self::$absent[ $id ] = true;
		}
		return $row;
	}

	public static function by_service_id( string $id ): ?array {
		return '' === $id ? null : self::one( 'service_id', $id );
	}

	private static function one( string $column, string $value ): ?array {
		global $wpdb;
		$row = $wpdb->get_row( $wpdb->prepare( 'SELECT * FROM %i WHERE %i = %s', Ship_Elements_Storage::deliveries(), $column, $value ), ARRAY_A );
		if ( null === $row && $wpdb->last_error ) {
			throw new Ship_Elements_Storage_Error( 'The deliveries cannot be read.' );
		}
		return $row ? self::read( $row ) : null;
	}

	private static function read( array $row ): array {
		foreach ( array( 'order_id', 'attention', 'version', 'lease', 'due', 'attempts', 'changed' ) as $field ) {
			$row[ $field ] = (int) $row[ $field ];
		}
		$row['id']       = $row['order_id'];
		$row['parcel']   = self::parcel_of( $row['id'] );
		$row['order_id'] = self::order_of( $row['id'] );
		$row['body'] = $row['body'] ? json_decode( $row['body'], true ) : null;
		$row['data'] = $row['data'] ? json_decode( $row['data'], true ) : array();
		return $row;
	}

	/**
	 * Adds a delivery. Returns false if it is there.
	 *
	 * @throws Ship_Elements_Storage_Error If the database keeps nothing.
	 */
	public static function add( int $id, string $state, array $data = array() ): bool {
		global $wpdb;
		unset( self::$absent[ $id ] );
		$now   = time();
		$table = Ship_Elements_Storage::deliveries();
		$added = $wpdb->query( $wpdb->prepare( 'INSERT IGNORE INTO %i (order_id, state, due, data, changed) VALUES (%d, %s, %d, %s, %d)', $table, $id, $state, $now, wp_json_encode( $data + array( 'since' => $now ) ), $now ) );
		if ( false === $added ) {
			throw new Ship_Elements_Storage_Error( 'A delivery could not be kept.' );
		}
		return 1 === $added;
	}

	/**
	 * Changes a row, however often other processes change it meanwhile.
	 *
	 * @param callable $decide gets the row, and returns the changes, or null if nothing is to change.
	 * @return array|null the row after the change; null if nothing was to change
	 * @throws Ship_Elements_Storage_Error If the database keeps nothing.
	 */
	public static function change( int $id, callable $decide ): ?array {
		global $wpdb;
		for ( $try = 0; $try < 20; $try++ ) {
			$row     = self::find( $id );
			$changes = $row ? $decide( $row ) : null;
			if ( null === $changes ) {
				return null;
			}
			$after              = array( 'version' => $row['version'] + 1, 'changed' => time() ) + $changes + $row;
			$after['data']      = array_filter( ( $changes['data'] ?? array() ) + $row['data'], fn ( $value ) => null !== $value );
			$after              = self::without_person( $after );
			$after['attention'] = (int) ( in_array( $after['state'], array( 'refused', 'unknown' ), true ) || ( 'placed' === $after['state'] && self::is_doubtful( $after ) ) );
			$fields             = array( 'data' => wp_json_encode( $after['data'] ), 'body' => $after['body'] ? wp_json_encode( $after['body'] ) : null ) + $after;
			unset( $fields['id'], $fields['parcel'], $fields['order_id'] );
			$changed = $wpdb->update( Ship_Elements_Storage::deliveries(), $fields, array( 'order_id' => $id, 'version' => $row['version'] ) );
			if ( false === $changed ) {
				break;
			}
			if ( 1 === $changed ) {
				return $after;
			}
		}
		throw new Ship_Elements_Storage_Error( 'A delivery could not be kept.' );
	}

	/**
	 * Once a person was erased, no message and no answer brings anything back but the state. What was sent and not answered is kept until it is,
	 * because the same body is sent again.
	 */
	private static function without_person( array $row ): array {
		if ( ! isset( $row['data']['erased'] ) ) {
			return $row;
		}
		$row['data'] = array_diff_key( $row['data'], array_flip( self::PERSONAL ) );
		return array( 'waybill' => '', 'body' => in_array( $row['state'], array( 'sending', 'unknown' ), true ) ? $row['body'] : null ) + $row;
	}

	/** Whether staff have to say what becomes of a delivery that is ordered. */
	public static function is_doubtful( array $row ): bool {
		$data = $row['data'];
		// Another phone number alone is a note.
		$edited = array_diff( $data['edited'] ?? array(), array( 'phone' ) );
		return isset( $data['unwanted'] ) || isset( $data['owed'] ) || $edited || Ship_Elements_Charges::is_raised( $data );
	}

	/** Whether another process works on it. A lease that ends too late was written before the clock was set back. */
	public static function is_busy( array $row ): bool {
		return $row['lease'] > time() && $row['lease'] <= time() + 2 * self::LEASE;
	}

	/** Whether a step of it is to be done now, or is being done. */
	public static function is_due( array $row ): bool {
		return in_array( $row['state'], array( 'waiting', 'sending', 'cancelling' ), true ) && ( self::is_busy( $row ) || $row['due'] <= time() + 2 );
	}

	/** Takes the row for this process, if it is free and in one of the states. */
	public static function take( int $id, array $states, array $changes = array() ): ?array {
		return self::change(
			$id,
			fn ( $row ) => in_array( $row['state'], $states, true ) && ! self::is_busy( $row ) ? $changes + array( 'lease' => time() + self::LEASE ) : null
		);
	}

	/** Writes a result, and gives the row back. A message of the service may have changed it meanwhile. */
	public static function record( array $row, callable $decide ): void {
		self::change(
			$row['id'],
			function ( $now ) use ( $row, $decide ) {
				$changes = $now['lease'] === $row['lease'] ? $decide( $now ) : null;
				return null === $changes ? null : $changes + array( 'lease' => 0 );
			}
		);
	}

	/** The row for one more try. After too many of them, a person has to look. */
	public static function next_try( array $row, string $reason ): ?array {
		if ( $row['attempts'] >= self::SENDS ) {
			self::record( $row, fn () => array( 'state' => 'unknown', 'data' => array( 'reason' => $reason ) ) );
			return null;
		}
		return self::change( $row['id'], fn ( $now ) => $now['lease'] === $row['lease'] ? array( 'attempts' => $now['attempts'] + 1, 'due' => self::later( $now['attempts'] + 1 ) ) : null );
	}

	/** Another process may have taken the row over while this one waited: then it must not send. */
	public static function is_ours( array $row ): bool {
		$now = self::find( $row['id'] );
		return $now && $now['lease'] === $row['lease'] && self::is_busy( $now );
	}

	/** Seconds from now. */
	public static function later( int $attempts ): int {
		return time() + self::PAUSE * 2 ** min( $attempts, 10 );
	}

	/** @return int[] deliveries that are to be worked on */
	public static function due(): array {
		global $wpdb;
		return array_map( 'intval', $wpdb->get_col( $wpdb->prepare( "SELECT order_id FROM %i WHERE state IN ('waiting', 'sending', 'cancelling') AND due <= %d ORDER BY due LIMIT 20", Ship_Elements_Storage::deliveries(), time() ) ) );
	}

	/** @return int[] the deliveries that need a person (attention), or that are in a state: those that have changed last */
	public static function ids( string $state ): array {
		global $wpdb;
		list( $column, $value ) = 'attention' === $state ? array( 'attention', '1' ) : array( 'state', $state );
		return array_map( 'intval', $wpdb->get_col( $wpdb->prepare( 'SELECT order_id FROM %i WHERE %i = %s ORDER BY changed DESC LIMIT 1000', Ship_Elements_Storage::deliveries(), $column, $value ) ) );
	}

	/** @return array[] rows with a price that have changed since, the last ones first */
	public static function charged( int $since, int $most ): array {
		global $wpdb;
		$rows = $wpdb->get_results( $wpdb->prepare( "SELECT * FROM %i WHERE changed >= %d AND service_id <> '' AND state <> 'cancelled' ORDER BY changed DESC LIMIT %d", Ship_Elements_Storage::deliveries(), $since, $most ), ARRAY_A );
		return array_map( array( self::class, 'read' ), (array) $rows );
	}

	/** Whether an order is on its way to the service, whose number is not known yet. */
	public static function has_open(): bool {
		global $wpdb;
		return (bool) $wpdb->get_var( $wpdb->prepare( "SELECT 1 FROM %i WHERE state IN ('sending', 'unknown') LIMIT 1", Ship_Elements_Storage::deliveries() ) );
	}

	/** A copied site: nothing goes out by itself that its original may order. */
	public static function hold_all(): void {
		global $wpdb;
		$table = Ship_Elements_Storage::deliveries();
		$wpdb->query( $wpdb->prepare( "UPDATE %i SET state = 'held', version = version + 1 WHERE state = 'waiting'", $table ) );
		$wpdb->query( $wpdb->prepare( "UPDATE %i SET state = 'unknown', attention = 1, version = version + 1 WHERE state IN ('sending', 'cancelling')", $table ) );
	}
}
