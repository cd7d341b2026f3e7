<?php
/**
 * Plugin Name: Ship Elements for WooCommerce
 * Description: Compares Indonesian couriers in the checkout, takes cash on delivery, and orders the delivery once when the order is paid.
 * Version: 0.1.0
 * Requires at least: 6.5
 * Requires PHP: 7.4
 * Requires Plugins: woocommerce
 * WC requires at least: 9.0
 * WC tested up to: 10.0
 * Author: ship-elements
 * License: MIT
 * Text Domain: ship-elements
 * Domain Path: /languages
 */

defined( 'ABSPATH' ) || exit;

const SHIP_ELEMENTS_FILE    = __FILE__;
const SHIP_ELEMENTS_VERSION = '0.1.0';

foreach ( array( 'tokens', 'short-list', 'settings', 'gateway', 'parcel', 'quote', 'checkout', 'orders', 'news', 'admin' ) as $ship_elements_part ) {
	require_once __DIR__ . "/includes/$ship_elements_part.php";
}

add_action(
	'before_woocommerce_init',
	function () {
		$features = 'Automattic\WooCommerce\Utilities\FeaturesUtil';
		if ( class_exists( $features ) ) {
			$features::declare_compatibility( 'custom_order_tables', __FILE__, true );
			$features::declare_compatibility( 'cart_checkout_blocks', __FILE__, true );
		}
	}
);

add_action(
	'init',
	function () {
		load_plugin_textdomain( 'ship-elements', false, dirname( plugin_basename( __FILE__ ) ) . '/languages' );
	}
);

add_action(
	'woocommerce_shipping_init',
	function () {
		require_once __DIR__ . '/includes/shipping-method.php';
	}
);

add_filter(
	'woocommerce_shipping_methods',
	function ( $methods ) {
		$methods['ship_elements'] = 'Ship_Elements_Shipping_Method';
		return $methods;
	}
);

add_filter(
	'plugin_action_links_' . plugin_basename( __FILE__ ),
	function ( $links ) {
		$url = admin_url( 'admin.php?page=wc-settings&tab=shipping&section=ship_elements' );
		array_unshift( $links, '<a href="' . esc_url( $url ) . '">' . esc_html__( 'Settings', 'ship-elements' ) . '</a>' );
		return $links;
	}
);

Ship_Elements_Checkout::register();
Ship_Elements_Orders::register();
Ship_Elements_News::register();
Ship_Elements_Admin::register();
