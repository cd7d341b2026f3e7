<?php
defined( 'ABSPATH' ) || exit;

/** Takes the gateway's notifications: POST /wp-json/ship-elements/v1/news, signed as Standard Webhooks. */
class Ship_Elements_News {
	/** Seconds that a notification may be old: an old one must not be sent again by a stranger. */
	const AGE = 300;

	public static function register(): void {
		add_action(
			'rest_api_init',
			function () {
				register_rest_route(
					'ship-elements/v1',
					'/news',
					array(
						'methods'             => 'POST',
						'callback'            => array( self::class, 'take' ),
						'permission_callback' => array( self::class, 'is_signed' ),
					)
				);
			}
		);
	}

	public static function is_signed( WP_REST_Request $request ): bool {
		$secret = base64_decode( preg_replace( '/^whsec_/', '', Ship_Elements_Settings::get( 'news_secret' ) ), true );
		$id     = (string) $request->get_header( 'webhook-id' );
		$time   = (string) $request->get_header( 'webhook-timestamp' );
		if ( ! $secret || abs( time() - (int) $time ) > self::AGE ) {
			return false;
		}
		$ours = 'v1,' . base64_encode( hash_hmac( 'sha256', "$id.$time." . $request->get_body(), $secret, true ) );
		foreach ( explode( ' ', (string) $request->get_header( 'webhook-signature' ) ) as $theirs ) {
			if ( hash_equals( $ours, $theirs ) ) {
				return true;
			}
		}
		return false;
	}

	public static function take( WP_REST_Request $request ): WP_REST_Response {
		$type  = (string) $request->get_param( 'type' );
		$data  = (array) $request->get_param( 'data' );
		$order = preg_match( '/^woo-\w{8}-(\d+)-\d+$/', (string) ( $data['reference'] ?? '' ), $found ) ? wc_get_order( (int) $found[1] ) : null;
		$kept  = $order ? Ship_Elements_Orders::data( $order ) : array();
		if ( ( $kept['reference'] ?? '' ) === $data['reference'] ) {
			self::apply( $order, $kept, $type, $data );
		}
		// An order of another shop is no error: the gateway must not send it again.
		return new WP_REST_Response( null, 204 );
	}

	private static function apply( WC_Order $order, array $kept, string $type, array $data ): void {
		if ( ! empty( $data['waybill_id'] ) ) {
			Ship_Elements_Orders::save( $order, array( 'waybill' => sanitize_text_field( $data['waybill_id'] ) ) );
		}
		if ( 'order.placed' === $type && 'cancelled' !== $kept['state'] && ! empty( $data['id'] ) ) {
			Ship_Elements_Orders::placed( $order, array( 'id' => sanitize_text_field( $data['id'] ), 'waybill_id' => sanitize_text_field( $data['waybill_id'] ?? '' ) ) );
		} elseif ( 'order.cancelled' === $type ) {
			Ship_Elements_Orders::cancelled( $order );
		} elseif ( 'order.status' === $type ) {
			Ship_Elements_Orders::save( $order, array( 'status' => sanitize_key( $data['status'] ?? '' ) ) );
		} elseif ( 'waiting' === $kept['state'] && in_array( $type, array( 'order.needs-attention', 'order.refused' ), true ) ) {
			Ship_Elements_Orders::attention( $order, 'order.refused' === $type ? sanitize_key( $data['reason'] ?? 'refused' ) : 'needs-attention' );
		}
	}
}
