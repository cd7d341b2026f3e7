<?php
defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/**
 * The key goes, and nothing is left to be done later. What was sold stays with the orders, and of a delivery its number and its state: whoever
 * installs the plugin again would order it a second time without them.
 */
function ship_elements_uninstall(): void {
	global $wpdb;
	delete_option( 'woocommerce_ship_elements_settings' );
	delete_option( 'woocommerce_ship_elements_waybill_settings' );
	delete_option( 'ship_elements_site' );
	delete_option( 'ship_elements_tables' );
	// The district of accounts, of both checkouts. Accounts belong to all sites of a network.
	foreach ( array( '_wc_billing/ship-elements/district', '_wc_shipping/ship-elements/district', 'billing_ship_elements_district', 'shipping_ship_elements_district' ) as $key ) {
		delete_metadata( 'user', 0, $key, '', true );
	}
	wp_clear_scheduled_hook( 'ship_elements_settle' );
	if ( function_exists( 'as_unschedule_all_actions' ) ) {
		as_unschedule_all_actions( '', array(), 'ship-elements' );
	}
	$wpdb->query( $wpdb->prepare( 'DROP TABLE IF EXISTS %i', "{$wpdb->prefix}ship_elements_kept" ) );
	$deliveries = "{$wpdb->prefix}ship_elements_deliveries";
	if ( $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $deliveries ) ) ) ) {
		$wpdb->query( $wpdb->prepare( "UPDATE %i SET waybill = '', data = '{}' WHERE data IS NULL OR data NOT LIKE %s", $deliveries, '%"erased"%' ) );
	}
}

// A network uninstalls once for all its sites.
foreach ( is_multisite() ? get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) : array( 0 ) as $ship_elements_site ) {
	if ( $ship_elements_site ) {
		switch_to_blog( $ship_elements_site );
	}
	ship_elements_uninstall();
	if ( $ship_elements_site ) {
		restore_current_blog();
	}
}
