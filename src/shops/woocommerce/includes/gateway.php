<?php
defined( 'ABSPATH' ) || exit;

/** Asks the gateway over HTTP. */
class Ship_Elements_Gateway {
	/** Seconds without further questions after the gateway was out of reach: a checkout must not wait for it each time. */
	const PAUSE = 30;

	const PAUSED = 'ship_elements_gateway_paused';

	/** @return array|null rows as the gateway answers them; null if it cannot be asked */
	public static function rates( array $question ): ?array {
		if ( get_transient( self::PAUSED ) ) {
			return null;
		}
		$couriers = self::couriers();
		$answer   = null === $couriers ? null : self::send( 'POST', '/v1/rates/couriers', $question + array( 'couriers' => $couriers ), 8 );
		if ( $answer && 200 === $answer['status'] ) {
			return $answer['body']['pricing'] ?? array();
		}
		$status = $answer['status'] ?? 0;
		if ( 0 === $status || $status >= 500 ) {
			set_transient( self::PAUSED, 1, self::PAUSE );
		}
		self::log( 'error', 'No prices: ' . self::problem( $answer ) );
		// A place that the service does not know is no outage.
		return 400 === $status ? array() : null;
	}

	/** The courier codes to compare, with commas between them. Null if they cannot be asked. */
	public static function couriers(): ?string {
		$chosen = preg_replace( '/\s+/', '', Ship_Elements_Settings::get( 'couriers' ) );
		if ( '' !== $chosen ) {
			return $chosen;
		}
		$known = get_transient( 'ship_elements_couriers' );
		if ( $known ) {
			return $known;
		}
		$answer = self::send( 'GET', '/v1/couriers', null, 5 );
		if ( 200 !== $answer['status'] ) {
			return null;
		}
		$codes = implode( ',', array_unique( array_column( $answer['body']['couriers'] ?? array(), 'courier_code' ) ) );
		set_transient( 'ship_elements_couriers', $codes, HOUR_IN_SECONDS );
		return $codes;
	}

	public static function order( string $grant ): array {
		return self::send( 'POST', '/v1/orders', array( 'grant' => $grant ), 30 );
	}

	public static function cancel( string $id, string $token ): array {
		$body = array(
			'cancel'                   => $token,
			'cancellation_reason_code' => 'others',
			'cancellation_reason'      => 'Cancelled by the shop',
		);
		return self::send( 'POST', '/v1/orders/' . rawurlencode( $id ) . '/cancel', $body, 30 );
	}

	/** @return array status (0 without an answer), and body */
	private static function send( string $method, string $path, ?array $body, int $seconds ): array {
		$request = array(
			'method'      => $method,
			'timeout'     => $seconds,
			'redirection' => 0,
		);
		if ( null !== $body ) {
			$request['headers'] = array( 'content-type' => 'application/json' );
			$request['body']    = wp_json_encode( $body );
		}
		$answer = wp_remote_request( untrailingslashit( Ship_Elements_Settings::get( 'gateway_url' ) ) . $path, $request );
		if ( is_wp_error( $answer ) ) {
			return array(
				'status' => 0,
				'body'   => array( 'error' => $answer->get_error_message() ),
			);
		}
		$read = json_decode( wp_remote_retrieve_body( $answer ), true );
		return array(
			'status' => is_array( $read ) ? (int) wp_remote_retrieve_response_code( $answer ) : 0,
			'body'   => is_array( $read ) ? $read : array( 'error' => 'The answer is not JSON.' ),
		);
	}

	/** What went wrong, in the gateway's words. */
	public static function problem( ?array $answer ): string {
		return $answer ? ( $answer['body']['error'] ?? 'HTTP ' . $answer['status'] ) : 'the couriers could not be asked';
	}

	public static function log( string $level, string $message ): void {
		wc_get_logger()->log( $level, $message, array( 'source' => 'ship-elements' ) );
	}
}
