<?php
defined( 'ABSPATH' ) || exit;

/** What the tests do in the shop: POST /wp-json/stub/v1/<what>. */
function stub_route( string $what, callable $work ): void {
	$callback = function ( WP_REST_Request $request ) use ( $work ) {
		$given = $request->get_json_params();
		if ( isset( $given['visit'] ) ) {
			WC()->session = new Stub_Session( $given['visit'] );
		}
		try {
			return $work( $given );
		} catch ( Exception $problem ) {
			return new WP_REST_Response( array( 'refused' => $problem->getMessage() ), 409 );
		}
	};
	add_action(
		'rest_api_init',
		function () use ( $what, $callback ) {
			register_rest_route( 'stub/v1', "/$what", array( 'methods' => 'POST', 'callback' => $callback, 'permission_callback' => '__return_true' ) );
		}
	);
}

/** The fields that the form of the classic checkout has, with the widget's choice. */
function stub_form( array $given ): array {
	$service = $given['service'] ?? '';
	return array(
		'ship_elements_widget' => '1',
		'ship_elements'        => $service,
		'ship_elements-offer'  => $given['offer'] ?? '',
		'payment_method'       => $given['cashOnDelivery'] ? 'cod' : 'bacs',
		'shipping_method'      => array( "ship_elements:3:$service" ),
	) + ( $given['insured'] ? array( 'ship_elements-insured' => '1' ) : array() );
}

/** WooCommerce reads the form that is posted. */
function stub_read( array $fields ): void {
	WC()->session->set( 'chosen_payment_method', $fields['payment_method'] ?? 'bacs' );
	WC()->session->set( 'chosen_shipping_methods', $fields['shipping_method'] ?? array( '' ) );
	WC()->cart->calculate();
}

function stub_place( array $fields ): void {
	$_POST = $fields;
	do_action( 'woocommerce_checkout_process' );
	stub_read( $fields );
	$errors = new WP_Error();
	do_action( 'woocommerce_after_checkout_validation', array( 'payment_method' => $fields['payment_method'] ), $errors );
	if ( $errors->has_errors() ) {
		throw new Exception( $errors->get_error_message() );
	}
}

function stub_buy( string $payment, int $fee ): int {
	$rate                  = WC()->cart->chosen_rate();
	$order                 = new WC_Order();
	$order->payment_method = $payment;
	$order->postcode       = WC()->session->get( 'postcode' );
	$order->total          = 150000 + (int) $rate->get_cost() + $fee;
	$order->deliveries     = array( new Stub_Delivery( $rate ) );
	do_action( 'woocommerce_checkout_create_order', $order, array() );
	$order->save();
	$order->update_status( 'processing' );
	return $order->id;
}

/** What the action scheduler does, without waiting for the time. */
function stub_run(): void {
	$queue = get_option( 'stub_queue', array() );
	update_option( 'stub_queue', array() );
	foreach ( $queue as list( $action, $arguments ) ) {
		do_action_ref_array( $action, $arguments );
	}
}

stub_route(
	'visit',
	function ( $given ) {
		WC()->session->set( 'postcode', $given['postcode'] );
		return array( 'goods' => 150000 );
	}
);

stub_route(
	'rates',
	function ( $given ) {
		do_action( 'woocommerce_checkout_update_order_review', http_build_query( stub_form( $given ) ) );
		stub_read( stub_form( $given ) );
		ob_start();
		do_action( 'woocommerce_review_order_after_shipping' );
		$rates = array();
		foreach ( WC()->cart->calculate() as $id => $rate ) {
			$rates[] = array( 'id' => $id, 'label' => $rate->get_label(), 'price' => (int) $rate->get_cost(), 'meta' => $rate->get_meta_data() );
		}
		return array(
			'html'     => ob_get_clean(),
			'rates'    => $rates,
			'payments' => array_keys( apply_filters( 'woocommerce_available_payment_gateways', array( 'bacs' => 1, 'cod' => 1 ) ) ),
		);
	}
);

stub_route(
	'choose',
	function ( $given ) {
		stub_place( stub_form( $given ) );
		return array( 'added' => (int) WC()->cart->chosen_rate()->get_cost() );
	}
);

stub_route(
	'buy',
	function ( $given ) {
		return array( 'id' => stub_buy( $given['payment'], $given['fee'] ?? 0 ) );
	}
);

stub_route(
	'order',
	function ( $given ) {
		$order = wc_get_order( $given['id'] );
		return array( 'total' => $order->total, 'payment' => $order->payment_method, 'notes' => $order->notes, 'delivery' => $order->get_meta( '_ship_elements' ) );
	}
);

stub_route( 'run', 'stub_run' );

/** The delivery costs more by now than the shopper has paid. */
stub_route(
	'raise',
	function ( $given ) {
		Ship_Elements_Orders::save( wc_get_order( $given['id'] ), array( 'price_max' => 1 ) );
	}
);

/** The staff press a button on the order's page. */
stub_route(
	'press',
	function ( $given ) {
		wp_set_current_user( 1 );
		wp_get_current_user()->add_cap( 'edit_shop_orders' );
		$_POST = array( 'ship_elements_action' => $given['button'], '_ship_elements_nonce' => wp_create_nonce( 'ship_elements_order' ) );
		do_action( 'woocommerce_process_shop_order_meta', $given['id'] );
		return array( 'notice' => get_transient( 'ship_elements_notice_1' ) );
	}
);

stub_route(
	'settings',
	function ( $given ) {
		update_option( 'woocommerce_ship_elements_settings', $given['settings'] );
		delete_transient( 'ship_elements_gateway_paused' );
		return array( 'problem' => Ship_Elements_Settings::problem(), 'secret' => ( new Ship_Elements_Shipping_Method() )->generate_password_html( 'secret', array() ) );
	}
);
