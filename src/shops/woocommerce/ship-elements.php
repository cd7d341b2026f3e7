<?php
/**
 * Plugin Name: Ship Elements for WooCommerce
 * Description: Compares Indonesian couriers in the checkout, takes cash on delivery, and orders the delivery once when the order is paid.
 * Version: 0.1.0
 * Requires at least: 6.5
 * Requires PHP: 7.4
 * Requires Plugins: woocommerce
 * WC requires at least: 9.2
 * WC tested up to: 10.0
 * Author: ship-elements
 * License: MIT
 * Text Domain: ship-elements
 * Domain Path: /languages
 */

defined( 'ABSPATH' ) || exit;

const SHIP_ELEMENTS_FILE    = __FILE__;
const SHIP_ELEMENTS_VERSION = '0.1.0';

// A class is loaded from the file of its name. Three of them extend classes that WooCommerce loads late.
spl_autoload_register(
	function ( $name ) {
		if ( 0 !== strpos( $name, 'Ship_Elements_' ) ) {
			return;
		}
		$file = 'class-' . strtolower( str_replace( '_', '-', $name ) ) . '.php';
		foreach ( array( '', 'admin/', 'blocks/', 'emails/' ) as $folder ) {
			if ( is_file( __DIR__ . "/includes/$folder$file" ) ) {
				require_once __DIR__ . "/includes/$folder$file";
			}
		}
	}
);

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

add_filter( 'woocommerce_shipping_methods', fn ( $methods ) => array( 'ship_elements' => 'Ship_Elements_Shipping_Method' ) + $methods );

add_filter(
	'cron_schedules', // phpcs:ignore WordPress.WP.CronInterval -- a lost answer is asked for again soon.
	fn ( $schedules ) => $schedules + array( 'ship_elements_minutes' => array( 'interval' => 300, 'display' => 'Ship Elements' ) )
);

add_filter(
	'plugin_action_links_' . plugin_basename( __FILE__ ),
	function ( $links ) {
		$url = admin_url( 'admin.php?page=wc-settings&tab=shipping&section=ship_elements' );
		array_unshift( $links, '<a href="' . esc_url( $url ) . '">' . esc_html__( 'Settings', 'ship-elements' ) . '</a>' );
		return $links;
	}
);

register_deactivation_hook( __FILE__, fn () => wp_clear_scheduled_hook( 'ship_elements_settle' ) );

// Without WooCommerce there is nothing to do, and none of its functions.
add_action(
	'plugins_loaded',
	function () {
		if ( ! function_exists( 'WC' ) ) {
			return;
		}
		Ship_Elements_Storage::install();
		foreach ( array( 'Packages', 'Checkout', 'Terms', 'Classic_Checkout', 'Promise', 'Blocks', 'District', 'Orders', 'Changes', 'Charges', 'Webhooks', 'Tracking', 'Admin', 'Admin_List', 'Privacy' ) as $part ) {
			call_user_func( array( "Ship_Elements_$part", 'register' ) );
		}
	},
	5
);
