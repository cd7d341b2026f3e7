<?php
defined( 'ABSPATH' ) || exit;

/** Takes the service's messages: POST /wp-json/ship-elements/v1/webhook, with the shop's secret in a header. */
class Ship_Elements_Webhooks {
	/** A header of our own, because servers that run PHP by CGI drop `Authorization`. */
	const HEADER = 'X-Ship-Elements-Secret';

	/** Bytes. A message of the service has about one thousand. */
	const LARGEST = 131072;

	public static function register(): void {
		add_action(
			'rest_api_init',
			function () {
				$route = array( 'methods' => 'POST', 'callback' => array( self::class, 'take' ), 'permission_callback' => array( self::class, 'has_secret' ) );
				register_rest_route( 'ship-elements/v1', '/webhook', $route );
			}
		);
	}

	public static function url(): string {
		return rest_url( 'ship-elements/v1/webhook' );
	}

	public static function has_secret( WP_REST_Request $request ): bool {
		return hash_equals( Ship_Elements_Settings::webhook_secret(), (string) $request->get_header( self::HEADER ) ) && strlen( $request->get_body() ) <= self::LARGEST;
	}

	public static function take( WP_REST_Request $request ): WP_REST_Response {
		$body = Ship_Elements_Text::json( $request->get_body() );
		$id   = is_array( $body ) && is_string( $body['order_id'] ?? null ) ? sanitize_text_field( $body['order_id'] ) : '';
		$kind = is_array( $body ) ? $body['event'] ?? '' : '';
		// Saving the address in the dashboard posts an empty body.
		$is_known = '' !== $id && in_array( $kind, array( 'order.status', 'order.price', 'order.waybill_id' ), true );
		try {
			$status = $is_known ? self::keep( $id, self::facts( $body ) ) : 200;
		} catch ( Ship_Elements_Storage_Error $error ) {
			// The service sends it again.
			$status = 503;
		}
		return new WP_REST_Response( array( 'success' => 200 === $status ), $status );
	}

	/** What a message says, as text that may be shown. */
	private static function facts( array $body ): array {
		$given = Ship_Elements_Text::moment( $body['updated_at'] ?? null );
		$facts = array_filter(
			array(
				'status'   => Ship_Elements_Words::normal_status( $body['status'] ?? '' ),
				'waybill'  => self::text( $body['courier_waybill_id'] ?? '' ),
				'tracking' => self::text( $body['courier_tracking_id'] ?? '' ),
				'link'     => self::text( $body['courier_link'] ?? '' ),
				'price'    => (int) ( is_numeric( $body['price'] ?? null ) ? $body['price'] : ( $body['order_price'] ?? 0 ) ),
			)
		);
		$plausible = $given > time() - MONTH_IN_SECONDS && $given < time() + HOUR_IN_SECONDS;
		return $facts + array( 'at' => $plausible ? $given : time(), 'timed' => $plausible );
	}

	/** Returns the status of the answer. */
	private static function keep( string $id, array $facts ): int {
		$row = Ship_Elements_Ledger::by_service_id( $id );
		if ( $row ) {
			self::apply( $row['id'], $facts );
			return 200;
		}
		if ( ! Ship_Elements_Ledger::has_open() ) {
			return 404;
		}
		// An order is being placed, and its number is not known yet. The message may be about it, so it is kept.
		$kept = Ship_Elements_Storage::set( "webhook:$id:" . bin2hex( random_bytes( 6 ) ), $facts, DAY_IN_SECONDS );
		$row  = Ship_Elements_Ledger::by_service_id( $id );
		if ( $row ) {
			self::apply_kept( $row );
		}
		return $kept ? 200 : 503;
	}

	private static function text( $value ): string {
		return is_string( $value ) ? substr( sanitize_text_field( $value ), 0, 300 ) : '';
	}

	public static function apply_kept( array $row ): void {
		foreach ( Ship_Elements_Storage::all( "webhook:$row[service_id]:" ) as $name => $facts ) {
			self::apply( $row['id'], $facts );
			Ship_Elements_Storage::delete( $name );
		}
	}

	private static function apply( int $id, array $facts ): void {
		$before = Ship_Elements_Ledger::find( $id );
		$after  = Ship_Elements_Ledger::change(
			$id,
			function ( $row ) use ( $facts ) {
				$status  = $facts['status'] ?? '';
				$known   = array( 'status' => $row['status'], 'heard' => $row['data']['heard'] ?? array() );
				$after   = Ship_Elements_Tracking::after( $known, $facts );
				$newer   = $after['status'] !== $row['status'];
				$changes = array( 'data' => array_intersect_key( $facts, array_flip( array( 'tracking', 'link', 'price' ) ) ) + array_filter( array( 'heard' => $after['heard'] ) ) );
				if ( $newer ) {
					$changes['status']             = $status;
					$changes['data']['status_at'] = $facts['at'];
					if ( 'placed' === $row['state'] && ! isset( $row['data']['unwanted'] ) && in_array( $status, Ship_Elements_Tracking::FAILED, true ) ) {
						// Nothing is on its way any more, and a person decides.
						$changes['state'] = 'refused';
						$changes['data'] += array( 'reason' => 'ended', 'owed' => null, 'edited' => null );
					} elseif ( 'cancelled' !== $status && in_array( $status, Ship_Elements_Tracking::ENDED, true ) ) {
						// It is too late to cancel it, or to order it again.
						$changes['data'] += array( 'unwanted' => null, 'edited' => null );
					}
				}
				// A late message has the waybill that the parcel had then.
				if ( isset( $facts['waybill'] ) && ( $newer || '' === $row['waybill'] || in_array( $status, array( '', $row['status'] ), true ) ) ) {
					$changes['waybill'] = substr( $facts['waybill'], 0, 100 );
				}
				$same = array( 'data' => $changes['data'] + $row['data'] ) + $changes + $row;
				return $same == $row ? null : $changes; // phpcs:ignore Universal.Operators.StrictComparisons -- the order of the fields does not matter.
			}
		);
		if ( ! $after ) {
			return;
		}
		Ship_Elements_Charges::note( $before, $after );
		Ship_Elements_Tracking::tell( $after );
		if ( 'refused' === $after['state'] && 'placed' === $before['state'] ) {
			Ship_Elements_Orders::note( $id );
			Ship_Elements_Tracking::forget( $after );
		} elseif ( 'cancelled' === $after['status'] && ! in_array( $after['state'], array( 'cancelled', 'refused' ), true ) ) {
			Ship_Elements_Delivery::cancelled( $id );
		} elseif ( $after['status'] !== $before['status'] || $after['waybill'] !== $before['waybill'] ) {
			$order = wc_get_order( $after['order_id'] );
			if ( $order ) {
				Ship_Elements_Orders::tell( $order, $after, trim( Ship_Elements_Words::status( $after['status'] ) . '. ' . $after['waybill'], '. ' ) );
			}
			Ship_Elements_Tracking::forget( $after );
		}
	}
}
