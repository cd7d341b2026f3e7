<?php
/**
 * Plugin Name: A stub of WooCommerce
 * Description: As much of WooCommerce's interfaces as the plugin uses, for tests. Written from its documentation.
 */

defined( 'ABSPATH' ) || exit;

require_once __DIR__ . '/things.php';
require_once __DIR__ . '/shop.php';
require_once __DIR__ . '/routes.php';
require_once __DIR__ . '/page.php';

function WC() {
	static $shop = null;
	$shop        = $shop ?? new Stub_Shop();
	return $shop;
}

function wc_get_order( $order ) {
	return $order instanceof WC_Order ? $order : WC_Order::find( (int) $order );
}

function wc_get_logger() {
	return new class() {
		public function log( $level, $message ) {
			fwrite( fopen( 'php://stderr', 'w' ), "$level: $message\n" );
		}
	};
}

function wc_get_weight( $weight, $unit ) {
	return $weight * 1000;
}

function wc_get_dimension( $dimension, $unit ) {
	return $dimension;
}

function get_woocommerce_currency() {
	return 'IDR';
}

function is_checkout() {
	return isset( $_GET['stub-checkout'] );
}

function is_wc_endpoint_url() {
	return false;
}

/** As in Action Scheduler, a unique action is one for its hook, whatever its arguments. */
function as_schedule_single_action( $time, $action, $arguments, $group = '', $unique = false ) {
	$queue = get_option( 'stub_queue', array() );
	if ( ! $unique || ! in_array( $action, array_column( $queue, 0 ), true ) ) {
		update_option( 'stub_queue', array_merge( $queue, array( array( $action, $arguments ) ) ) );
	}
}

add_action(
	'plugins_loaded',
	function () {
		do_action( 'woocommerce_shipping_init' );
	}
);
