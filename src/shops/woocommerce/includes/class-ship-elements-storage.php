<?php
defined( 'ABSPATH' ) || exit;

/** The plugin's two tables: deliveries, and what is kept for a while (answers of the service, choices of shoppers). */
class Ship_Elements_Storage {
	const VERSION = '1';

	const OPTION = 'ship_elements_tables';

	/** @var array[] rows of this request, by name */
	private static $read = array();

	public static function deliveries(): string {
		global $wpdb;
		return $wpdb->prefix . 'ship_elements_deliveries';
	}

	private static function kept(): string {
		global $wpdb;
		return $wpdb->prefix . 'ship_elements_kept';
	}

	/** Creates the tables after an installation or an update, which has no hook of its own on a site of a network. */
	public static function install(): void {
		global $wpdb;
		if ( self::VERSION === get_option( self::OPTION ) ) {
			return;
		}
		$end = $wpdb->get_charset_collate();
		// phpcs:disable WordPress.DB.PreparedSQL -- names and character set are WordPress' own.
		// It stays when the plugin is deleted.
		$is_there = $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( self::deliveries() ) ) );
		$is_there || $wpdb->query(
			'CREATE TABLE IF NOT EXISTS `' . self::deliveries() . "` (
				order_id bigint(20) unsigned NOT NULL,
				state varchar(20) NOT NULL,
				attention tinyint(1) NOT NULL DEFAULT 0,
				version int(11) NOT NULL DEFAULT 1,
				lease bigint(20) NOT NULL DEFAULT 0,
				due bigint(20) NOT NULL DEFAULT 0,
				attempts int(11) NOT NULL DEFAULT 0,
				reference varchar(64) NOT NULL DEFAULT '',
				service_id varchar(64) NOT NULL DEFAULT '',
				waybill varchar(100) NOT NULL DEFAULT '',
				status varchar(40) NOT NULL DEFAULT '',
				body longtext NULL,
				data longtext NULL,
				changed bigint(20) NOT NULL DEFAULT 0,
				PRIMARY KEY  (order_id),
				KEY service_id (service_id),
				KEY due (due)
			) $end"
		);
		$wpdb->query(
			'CREATE TABLE IF NOT EXISTS `' . self::kept() . "` (
				name varchar(150) NOT NULL,
				owner varchar(80) NOT NULL DEFAULT '',
				created bigint(20) NOT NULL,
				until bigint(20) NOT NULL,
				value longtext NOT NULL,
				PRIMARY KEY  (name),
				KEY owner (owner)
			) $end"
		);
		// phpcs:enable
		// WooCommerce asks for it on each page that may send an e-mail. One that is not there is asked for each time.
		add_option( 'woocommerce_ship_elements_waybill_settings', array() );
		update_option( self::OPTION, self::VERSION );
	}

	/** @return array|null value, and created in seconds since the epoch. Rows that are over are returned as well, until they are swept */
	public static function get( string $name ): ?array {
		global $wpdb;
		if ( ! array_key_exists( $name, self::$read ) ) {
			$row                 = $wpdb->get_row( $wpdb->prepare( 'SELECT created, value FROM %i WHERE name = %s', self::kept(), $name ), ARRAY_A );
			self::$read[ $name ] = $row ? array( 'created' => (int) $row['created'], 'value' => json_decode( $row['value'], true ) ) : null;
		}
		return self::$read[ $name ];
	}

	public static function value( string $name ) {
		$row = self::get( $name );
		return $row['value'] ?? null;
	}

	/** Returns whether the database has kept it. This request goes on with it in any case. */
	public static function set( string $name, $value, int $seconds, string $owner = '' ): bool {
		global $wpdb;
		$now = time();
		self::$read[ $name ] = array( 'created' => $now, 'value' => $value );
		// `$wpdb->replace` would ask for the columns of the table first.
		return false !== $wpdb->query( $wpdb->prepare( 'REPLACE INTO %i (name, owner, created, until, value) VALUES (%s, %s, %d, %d, %s)', self::kept(), $name, $owner, $now, $now + $seconds, wp_json_encode( $value ) ) );
	}

	/**
	 * Writes a row without a value for whoever asks first. Returns false to everybody else, until the row has a value or was deleted.
	 *
	 * @param int $lease seconds after which the row may be claimed again.
	 */
	public static function claim( string $name, int $lease, int $seconds, string $owner ): bool {
		global $wpdb;
		$now   = time();
		$added = $wpdb->query( $wpdb->prepare( 'INSERT IGNORE INTO %i (name, owner, created, until, value) VALUES (%s, %s, %d, %d, %s)', self::kept(), $name, $owner, $now, $now + $seconds, 'null' ) );
		$taken = $added ? $added : $wpdb->query( $wpdb->prepare( 'UPDATE %i SET created = %d WHERE name = %s AND value = %s AND created < %d', self::kept(), $now, $name, 'null', $now - $lease ) );
		return 1 === $taken;
	}

	public static function delete( string $name ): void {
		global $wpdb;
		$wpdb->delete( self::kept(), array( 'name' => $name ) );
		unset( self::$read[ $name ] );
	}

	/** Forgets what this request has read, because another process may have written since. */
	public static function forget(): void {
		self::$read = array();
	}

	/**
	 * How many rows were written in the last seconds by owners that begin so. An empty text counts everybody's.
	 *
	 * @param array[] $owners Each with the beginning of an owner, and seconds.
	 * @return int[] one count for each
	 */
	public static function counts( string $prefix, array $owners ): array {
		global $wpdb;
		$sums   = implode( ', ', array_fill( 0, count( $owners ), 'SUM( CASE WHEN owner LIKE %s AND created > %d THEN 1 ELSE 0 END )' ) );
		$values = array();
		foreach ( $owners as list( $owner, $seconds ) ) {
			array_push( $values, $wpdb->esc_like( $owner ) . '%', time() - $seconds );
		}
		array_push( $values, self::kept(), $wpdb->esc_like( $prefix ) . '%' );
		$found = $wpdb->get_row( $wpdb->prepare( "SELECT $sums FROM %i WHERE name LIKE %s", $values ), ARRAY_N ); // phpcs:ignore WordPress.DB.PreparedSQL, WordPress.DB.PreparedSQLPlaceholders -- the sums have placeholders alone, and the values are theirs.
		return array_map( 'intval', (array) $found + array_fill( 0, count( $owners ), 0 ) );
	}

	/** @return array[] values by name */
	public static function all( string $prefix ): array {
		global $wpdb;
		$rows = $wpdb->get_results( $wpdb->prepare( 'SELECT name, value FROM %i WHERE name LIKE %s ORDER BY created', self::kept(), $wpdb->esc_like( $prefix ) . '%' ), ARRAY_A );
		return array_map( fn ( $value ) => json_decode( $value, true ), array_column( $rows, 'value', 'name' ) );
	}

	public static function sweep(): void {
		global $wpdb;
		$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE until < %d', self::kept(), time() ) );
	}
}
