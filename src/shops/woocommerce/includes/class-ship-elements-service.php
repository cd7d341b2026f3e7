<?php
defined( 'ABSPATH' ) || exit;

/** Speaks to the shipping service. The key leaves PHP in the header of these requests and nowhere else. */
class Ship_Elements_Service {
	const USUAL = 'https://api.biteship.com';

	/** Seconds that all questions of one page may take together. A page needs some time of its own, and may take four. */
	const PATIENCE = 3.0;

	/** The shortest time in seconds that WordPress can wait for an answer. */
	const SHORTEST = 1.0;

	/** Seconds without further questions of this kind after the service did not answer: not every page may wait for it. */
	const PAUSE = 30;

	/** Seconds for an order, and for its price. Nobody's page waits for them. */
	const SEND = 15;

	/** The service's codes by what they mean. */
	const REASONS = array(
		'no-courier'       => array( 40001010 ),
		'location'         => array( 40001001, 40002010, 40002011, 40002020, 40002021, 40002022, 40002023, 40002024, 40002025 ),
		'contact'          => array( 40002012, 40002014, 40002015, 40002016, 40002017, 40002018, 40002019 ),
		'declared-value'   => array( 40001007, 40002072 ),
		'cod-unavailable'  => array( 40002009, 40002028, 40002029, 40002030, 40002031 ),
		'no-insurance'     => array( 40002034 ),
		'service-gone'     => array( 40002026, 40002027 ),
		'reference-used'   => array( 40002060 ),
		'not-cancellable'  => array( 40002053 ),
		'order-not-found'  => array( 40002057 ),
		'merchant-balance' => array( 40002039, 40009003 ),
		'merchant-account' => array( 40000001, 40002001, 40002002, 40002003, 40101001, 40101002, 40101003, 40301001, 40301002 ),
	);

	/** @var float|null when this page began to ask */
	private static $began = null;

	/** @var bool whether the questions of this page have left one without an answer for want of time */
	private static $is_late = false;

	/** A read for a page that somebody waits for: all of them together take PATIENCE seconds. */
	public static function read( string $method, string $path, ?array $body = null ): array {
		$is_first    = null === self::$began;
		self::$began = self::$began ?? microtime( true );
		$left        = fn () => self::PATIENCE - ( microtime( true ) - self::$began );
		if ( self::is_paused( $path ) ) {
			return self::answer( 'no-proof', 0, null, 'service-paused' );
		}
		$answer = $left() < self::SHORTEST ? null : self::send( $method, $path, $body, $left() );
		// The questions before it have taken its time. That is no outage: the next page keeps their answers, and asks this one first.
		if ( ! $answer || ( ! $is_first && 0 === $answer['status'] && $left() < 0.1 ) ) {
			self::$is_late = true;
			return self::answer( 'no-proof', 0, null, 'service-paused' );
		}
		// A service that is asked too often answers at once.
		if ( 'no-proof' === $answer['kind'] && 429 !== $answer['status'] ) {
			self::pause( $path );
		}
		return $answer;
	}

	/** Whether this page has not asked, or not waited for an answer, because its time was over. That says nothing of the service. */
	public static function is_late(): bool {
		return self::$is_late;
	}

	public static function is_paused( string $path ): bool {
		return (int) Ship_Elements_Storage::value( self::paused( $path ) ) > time();
	}

	/** Pauses questions of one kind (rates, maps, trackings): prices do not depend on the others. */
	public static function pause( string $path ): void {
		Ship_Elements_Storage::set( self::paused( $path ), time() + self::PAUSE, self::PAUSE );
	}

	private static function paused( string $path ): string {
		return 'paused:' . explode( '/', $path )[2];
	}

	/**
	 * Sends a request once. Status first, then `success`, then the code; never the status alone.
	 *
	 * @return array kind (accepted, refused, no-proof), status, json, reason
	 */
	public static function send( string $method, string $path, ?array $body = null, float $seconds = self::SEND ): array {
		$request = array(
			'method'              => $method,
			'timeout'             => $seconds,
			// A redirect that is followed sends the key and the shopper's address elsewhere.
			'redirection'         => 0,
			'limit_response_size' => 4000000,
			'headers'             => array( 'authorization' => Ship_Elements_Settings::key() ),
		);
		if ( null !== $body ) {
			$request['headers']['content-type'] = 'application/json';
			$request['body']                    = wp_json_encode( $body );
		}
		$service = Ship_Elements_Settings::service_url();
		// WordPress looks up the name of another address first, to refuse private ones. That has no time limit.
		$known  = self::USUAL === $service || Ship_Elements_Settings::is_trial();
		$answer = $known ? wp_remote_request( $service . $path, $request ) : wp_safe_remote_request( $service . $path, $request );
		$status = is_wp_error( $answer ) ? 0 : (int) wp_remote_retrieve_response_code( $answer );
		if ( 0 === $status || 408 === $status || 425 === $status || 429 === $status || $status >= 500 ) {
			return self::noted( $path, self::answer( 'no-proof', $status, null, 0 === $status ? 'service-unreachable' : 'service-busy' ) );
		}
		$json = Ship_Elements_Text::json( wp_remote_retrieve_body( $answer ) );
		if ( null === $json ) {
			return self::noted( $path, self::answer( 'no-proof', $status, null, 'service-unreadable' ) );
		}
		if ( $status < 300 && true === ( $json['success'] ?? null ) ) {
			return self::answer( 'accepted', $status, $json, '' );
		}
		// A proxy may change the status, so a refusal needs a body that says so.
		$says_no = is_string( $json['error'] ?? null ) && ( false === ( $json['success'] ?? null ) || $status >= 400 );
		if ( ! $says_no || ( $status >= 300 && $status < 400 ) ) {
			return self::noted( $path, self::answer( 'no-proof', $status, null, 'service-unreadable' ) );
		}
		return self::noted( $path, self::answer( 'refused', $status, $json, self::reason( $status, $json ) ) );
	}

	private static function answer( string $kind, int $status, ?array $json, string $reason ): array {
		return compact( 'kind', 'status', 'json', 'reason' );
	}

	private static function reason( int $status, array $json ): string {
		$code = (int) ( $json['code'] ?? 0 );
		foreach ( self::REASONS as $reason => $codes ) {
			if ( in_array( $code, $codes, true ) ) {
				return $reason;
			}
		}
		// The merchant's empty balance has no code.
		if ( false !== stripos( $json['error'], 'balance' ) ) {
			return 'merchant-balance';
		}
		return 401 === $status || 403 === $status ? 'merchant-account' : 'other';
	}

	/** Logs no bodies: they have names and addresses. */
	private static function noted( string $path, array $answer ): array {
		if ( 'no-courier' !== $answer['reason'] ) {
			$code = $answer['json']['code'] ?? '';
			self::log( 'error', preg_replace( '~/[^/]*\d[^/]*$~', '/…', $path ) . ": HTTP $answer[status] $code $answer[reason]" );
		}
		return $answer;
	}

	public static function log( string $level, string $message ): void {
		wc_get_logger()->log( $level, $message, array( 'source' => 'ship-elements' ) );
	}
}
