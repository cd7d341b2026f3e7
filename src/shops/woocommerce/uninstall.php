<?php
defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

global $wpdb;

// The key goes, and nothing is left to be done later. What was sold stays with the orders.
delete_option( 'woocommerce_ship_elements_settings' );
delete_option( 'ship_elements_site' );
delete_option( 'ship_elements_tables' );
wp_clear_scheduled_hook( 'ship_elements_settle' );
if ( function_exists( 'as_unschedule_all_actions' ) ) {
	as_unschedule_all_actions( '', array(), 'ship-elements' );
}
foreach ( array( 'deliveries', 'kept' ) as $ship_elements_table ) {
	$wpdb->query( $wpdb->prepare( 'DROP TABLE IF EXISTS %i', "{$wpdb->prefix}ship_elements_$ship_elements_table" ) );
}
