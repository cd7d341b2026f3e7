<?php
defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

// The secrets go. What is known of deliveries stays with the orders.
delete_option( 'woocommerce_ship_elements_settings' );
delete_transient( 'ship_elements_couriers' );
