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

/** All orders, or those of a list. */
function wc_get_orders( $query ) {
	$ids = range( 1, (int) get_option( 'stub_last_order', 0 ) );
	return array_values( isset( $query['post__in'] ) ? array_intersect( $ids, $query['post__in'] ) : $ids );
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

function wc_get_page_id( $page ) {
	return -1;
}

function is_cart() {
	return false;
}

function is_product() {
	return false;
}

function wc_get_product( $id = 0 ) {
	return new WC_Product();
}

function is_account_page() {
	return false;
}

function is_wc_endpoint_url() {
	return false;
}

function as_enqueue_async_action( $action, $arguments, $group = '' ) {
	update_option( 'stub_queue', array_merge( get_option( 'stub_queue', array() ), array( array( $action, $arguments ) ) ) );
}

class WC_AJAX {
	public static function get_endpoint( $what ) {
		return "/?wc-ajax=$what&stub-visit=" . WC()->session->get_customer_id();
	}
}

add_action(
	'template_redirect',
	function () {
		if ( isset( $_GET['wc-ajax'] ) ) {
			WC()->session = new Stub_Session( sanitize_key( $_GET['stub-visit'] ) );
			do_action( 'wc_ajax_' . sanitize_key( $_GET['wc-ajax'] ) );
		}
	}
);

add_action(
	'plugins_loaded',
	function () {
		do_action( 'woocommerce_shipping_init' );
	}
);
