<?php
/**
 * What the tests do in a real WooCommerce: POST /?rest_route=/stub/v1/<what>, as the stub in its place takes it. The tests put this file into
 * mu-plugins while they run. Without their variables it does nothing.
 */

defined( 'ABSPATH' ) || exit;

if ( ! getenv( 'SHIP_ELEMENTS_TEST_URL' ) ) {
	return;
}

error_reporting( E_ALL );
ini_set( 'display_errors', '0' );
ini_set( 'log_errors', '1' );
ini_set( 'error_log', getenv( 'SHIP_ELEMENTS_TEST_LOG' ) );
define( 'DISABLE_WP_CRON', true );
define( 'SAVEQUERIES', true );

/** The shop's settings, for these processes alone. */
$real_options = array(
	'home'                                    => getenv( 'SHIP_ELEMENTS_TEST_URL' ),
	'siteurl'                                 => getenv( 'SHIP_ELEMENTS_TEST_URL' ),
	'timezone_string'                         => 'Asia/Jakarta',
	'WPLANG'                                  => '',
	'woocommerce_currency'                    => 'IDR',
	'woocommerce_price_num_decimals'          => '0',
	'woocommerce_default_country'             => 'ID:JK',
	'woocommerce_weight_unit'                 => 'kg',
	'woocommerce_coming_soon'                 => 'no',
	'woocommerce_enable_guest_checkout'       => 'yes',
	'woocommerce_calc_taxes'                  => 'yes',
	'woocommerce_prices_include_tax'          => 'no',
	'woocommerce_tax_based_on'                => 'shipping',
	'woocommerce_cod_settings'                => array( 'enabled' => 'yes', 'title' => 'Cash on delivery' ),
	'woocommerce_bacs_settings'               => array( 'enabled' => 'yes', 'title' => 'Direct bank transfer' ),
	'woocommerce_custom_orders_table_enabled' => getenv( 'SHIP_ELEMENTS_TEST_TABLES' ),
	'woocommerce_custom_orders_table_data_sync_enabled' => 'no',
);
foreach ( $real_options as $real_name => $real_value ) {
	add_filter( "pre_option_$real_name", fn () => $real_value );
}
// WordPress has read the site's own address for these before this file is loaded.
foreach ( array( 'content_url', 'plugins_url', 'theme_root_uri', 'script_loader_src', 'style_loader_src' ) as $real_name ) {
	add_filter( $real_name, fn ( $url ) => str_replace( WP_CONTENT_URL, getenv( 'SHIP_ELEMENTS_TEST_URL' ) . '/wp-content', (string) $url ), 99 );
}
add_filter( 'option_active_plugins', fn ( $plugins ) => array_unique( array_merge( array( 'woocommerce/woocommerce.php' ), $plugins, array( 'ship-elements/ship-elements.php' ) ) ) );
add_filter( 'pre_wp_mail', '__return_true' );
// Where a cart has no courier, no other method hides that.
add_filter( 'woocommerce_shipping_methods', fn ( $methods ) => array_intersect_key( $methods, array( 'ship_elements' => '' ) + ( empty( get_option( 'real_other_plugin' )['pickup'] ) ? array() : array( 'local_pickup' => '' ) ) ), 99 );
// The tests say when the scheduler runs.
add_filter( 'action_scheduler_allow_async_request_runner', '__return_false' );
add_action( 'init', fn () => remove_all_actions( 'action_scheduler_run_queue' ), 99 );

/** How many questions of each request to the database the plugin has caused. */
add_action(
	'shutdown',
	function () {
		global $wpdb;
		$ours = array_filter( (array) $wpdb->queries, fn ( $query ) => false !== strpos( $query[2], 'Ship_Elements_' ) );
		$text = array_map( fn ( $query ) => preg_replace( '/\s+/', ' ', $query[0] ), $ours );
		file_put_contents( getenv( 'SHIP_ELEMENTS_TEST_LOG' ) . '.queries', wp_json_encode( array( 'address' => $_SERVER['REQUEST_URI'], 'queries' => array_values( $text ) ) ) . "\n", FILE_APPEND | LOCK_EX );
	}
);

function real_route( string $what, callable $work ): void {
	$callback = function ( WP_REST_Request $request ) use ( $work ) {
		require_once ABSPATH . 'wp-admin/includes/admin.php';
		// All that it is asked for is the staff's work.
		wp_set_current_user( get_users( array( 'role' => 'administrator', 'fields' => 'ID', 'number' => 1 ) )[0] );
		return $work( $request->get_json_params() );
	};
	add_action(
		'rest_api_init',
		fn () => register_rest_route( 'stub/v1', "/$what", array( 'methods' => 'POST', 'callback' => $callback, 'permission_callback' => '__return_true' ) )
	);
}

function real_product( string $name, int $price, string $kilograms ): int {
	$id      = wc_get_product_id_by_sku( "test-$name" );
	$product = $id ? wc_get_product( $id ) : new WC_Product_Simple();
	$product->set_props( array( 'name' => $name, 'sku' => "test-$name", 'regular_price' => $price, 'weight' => $kilograms, 'status' => 'publish' ) );
	return $product->save();
}

function real_page( string $slug, string $content ): int {
	$page = get_page_by_path( $slug );
	return $page ? $page->ID : wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => $slug, 'post_name' => $slug, 'post_content' => $content ) );
}

/** The shop gets its goods, its methods of delivery and the tables of its orders. */
real_route(
	'prepare',
	function () {
		wc_get_container()->get( Automattic\WooCommerce\Internal\DataStores\Orders\DataSynchronizer::class )->create_database_tables();
		$package   = array( 'destination' => array( 'country' => 'ID', 'state' => 'JB', 'postcode' => '40111' ) );
		$zone      = WC_Shipping_Zones::get_zone_matching_package( $package );
		$available = wp_list_pluck( $zone->get_shipping_methods(), 'id' );
		foreach ( array_diff( array( 'ship_elements', 'local_pickup' ), $available ) as $method ) {
			$zone->add_shipping_method( $method );
		}
		foreach ( array( 7, 100 ) as $percent ) {
			$coupon = new WC_Coupon( "test-off-$percent" );
			$coupon->set_props( array( 'discount_type' => 'percent', 'amount' => $percent ) );
			$coupon->save();
		}
		$coupon = new WC_Coupon( 'test-free' );
		$coupon->set_props( array( 'discount_type' => 'fixed_cart', 'amount' => 0, 'free_shipping' => true ) );
		$coupon->save();
		real_product( 'Sarung', 75000, '0.9' );
		$classic = real_page( 'test-classic', '<!-- wp:shortcode -->[woocommerce_checkout]<!-- /wp:shortcode -->' );
		$ours    = current( array_filter( $zone->get_shipping_methods(), fn ( $method ) => 'ship_elements' === $method->id ) );
		return array( 'classic' => get_permalink( $classic ), 'block' => wc_get_checkout_url(), 'kain' => get_permalink( real_product( 'Kain', 75000, '0.25' ) ), 'zone' => $ours->instance_id );
	}
);

/** The goods, coupons and taxes of one shopper's visit. */
real_route(
	'open',
	function ( $given ) {
		global $wpdb;
		$pricing = $given['pricing'] ?? array();
		$wpdb->query( "DELETE FROM {$wpdb->prefix}woocommerce_tax_rates" );
		WC_Tax::_insert_tax_rate( array( 'tax_rate_country' => 'ID', 'tax_rate_state' => '', 'tax_rate' => $pricing['tax'] ?? 0, 'tax_rate_name' => 'PPN', 'tax_rate_shipping' => 0, 'tax_rate_priority' => 1, 'tax_rate_compound' => 0, 'tax_rate_order' => 1, 'tax_rate_class' => '' ) );
		$coupons = array_merge( isset( $pricing['discount'] ) ? array( "test-off-$pricing[discount]" ) : array(), empty( $pricing['freeDelivery'] ) ? array() : array( 'test-free' ) );
		return array( 'product' => isset( $pricing['unit'] ) ? real_product( 'Stiker', $pricing['unit'], '0.05' ) : real_product( 'Kain', 75000, '0.25' ), 'vendors' => real_product( 'Songket', 80000, '0.9' ), 'coupons' => $coupons );
	}
);

/** What another plugin does to all carts. */
real_route( 'visit', fn ( $given ) => update_option( 'real_other_plugin', array_intersect_key( $given, array( 'split' => 1, 'piece' => 1, 'pickup' => 1, 'vendors' => 1, 'forgets' => 1 ) ) ) );

foreach ( array( 5, 99, 'last' ) as $real_place ) {
	$real_split = function ( $packages ) use ( $real_place ) {
		if ( ( get_option( 'real_other_plugin' )['split'] ?? null ) !== $real_place ) {
			return $packages;
		}
		$half = array( 'contents' => array_map( fn ( $line ) => array( 'quantity' => $line['quantity'] / 2, 'line_total' => $line['line_total'] / 2 ) + $line, $packages[0]['contents'] ) ) + $packages[0];
		return array( $half, $half );
	};
	'last' === $real_place
		? add_action( 'init', fn () => add_filter( 'woocommerce_cart_shipping_packages', $real_split, PHP_INT_MAX ) )
		: add_filter( 'woocommerce_cart_shipping_packages', $real_split, $real_place );
}

/** As Dokan does: a package for the goods of each vendor, who has a number. "Songket" is a vendor's, in Surabaya. */
add_filter(
	'woocommerce_cart_shipping_packages',
	function ( $packages ) {
		$packed = array();
		foreach ( empty( get_option( 'real_other_plugin' )['vendors'] ) ? array() : $packages[0]['contents'] as $key => $line ) {
			$vendor                                = 'Songket' === $line['data']->get_name() ? 7 : 1;
			$packed[ $vendor ]                     = ( $packed[ $vendor ] ?? array( 'contents' => array(), 'seller_id' => $vendor ) ) + $packages[0];
			$packed[ $vendor ]['contents'][ $key ] = $line;
		}
		return $packed ? array_values( $packed ) : $packages;
	}
);
add_filter( 'ship_elements_origin', fn ( $shop, $vendor ) => '7' === $vendor ? array( 'name' => 'Toko Melati', 'phone' => '0813-1111-2222', 'address' => 'Jalan Tunjungan 5, Surabaya', 'postcode' => '60275' ) : $shop, 10, 2 );

/** As Dokan does: an order for each vendor, which has copies of its line and of its delivery, and the state of the order that is paid. */
function real_copies( $order ): void {
	$order      = wc_get_order( $order );
	$deliveries = array_values( $order->get_shipping_methods() );
	foreach ( empty( get_option( 'real_other_plugin' )['vendors'] ) ? array() : array_values( $order->get_items() ) as $place => $line ) {
		$copy = new WC_Order();
		$copy->set_payment_method( $order->get_payment_method() );
		foreach ( array( 'billing', 'shipping' ) as $side ) {
			$copy->set_address( $order->get_address( $side ), $side );
		}
		foreach ( array( $line, $deliveries[ $place ] ) as $item ) {
			$item = clone $item;
			$item->set_id( 0 );
			$copy->add_item( $item );
		}
		$copy->save();
		$copy->calculate_totals();
		$copy->set_status( $order->get_status() );
		$copy->set_parent_id( $order->get_id() );
		$copy->save();
	}
}
add_action( 'woocommerce_checkout_update_order_meta', 'real_copies' );
add_action( 'woocommerce_store_api_checkout_order_processed', 'real_copies' );
function real_copies_of( int $id ): array {
	return wc_get_orders( array( 'parent' => $id, 'type' => 'shop_order' ) );
}
add_action( 'woocommerce_order_status_changed', fn ( $id, $before, $after ) => array_map( fn ( $copy ) => $copy->update_status( $after ), real_copies_of( $id ) ), 10, 3 );

/** As a version of the plugin that knew no packages: the lines of an order have no key of the cart. */
add_action(
	'woocommerce_checkout_create_order_line_item',
	function ( $item ) {
		if ( ! empty( get_option( 'real_other_plugin' )['forgets'] ) ) {
			$item->delete_meta_data( '_ship_elements_goods' );
		}
	},
	99
);

add_action(
	'woocommerce_before_calculate_totals',
	function ( $cart ) {
		$piece = get_option( 'real_other_plugin' )['piece'] ?? array();
		foreach ( $piece ? $cart->get_cart() : array() as $line ) {
			$line['data']->set_weight( $piece['get_weight'] );
			$line['data']->set_sku( $piece['get_sku'] );
		}
	}
);

real_route(
	'order',
	function ( $given ) {
		$order = wc_get_order( $given['id'] );
		return array(
			'total'    => (float) $order->get_total(),
			'payment'  => $order->get_payment_method(),
			'status'   => $order->get_status(),
			'notes'    => array_reverse( wp_list_pluck( wc_get_order_notes( array( 'order_id' => $order->get_id() ) ), 'content' ) ),
			'terms'    => $order->get_meta( '_ship_elements' ),
			'delivery' => Ship_Elements_Ledger::find( $order->get_id() ),
			'deliveries' => array_map( array( 'Ship_Elements_Ledger', 'find' ), Ship_Elements_Terms::numbers( $order ) ),
			'copies'   => array_map( fn ( $copy ) => array( $copy->get_status(), Ship_Elements_Ledger::find( $copy->get_id() ) ), real_copies_of( $order->get_id() ) ),
		);
	}
);

/** Staff, an app or a copy makes an order without the checkout, by WooCommerce's REST interface. */
real_route(
	'make',
	function ( $given ) {
		$person  = array( 'first_name' => 'Siti', 'last_name' => 'Aminah', 'address_1' => 'Jalan Braga 1', 'city' => 'Bandung', 'state' => 'JB', 'postcode' => '40111', 'country' => 'ID', 'phone' => '081234567890' );
		$request = new WP_REST_Request( 'POST', '/wc/v3/orders' );
		$lines   = isset( $given['method'] ) ? array( 'shipping_lines' => array( array( 'method_id' => $given['method'], 'method_title' => 'x', 'total' => '11000' ) ) ) : array();
		$request->set_body_params( array( 'status' => $given['status'], 'payment_method' => 'bacs', 'billing' => $person, 'shipping' => $person, 'line_items' => array( array( 'product_id' => real_product( 'Kain', 75000, '0.25' ), 'quantity' => 2 ) ) ) + $lines );
		return array( 'id' => (string) rest_do_request( $request )->get_data()['id'] );
	}
);

/** Changes an order as the staff do, and its terms. */
real_route(
	'edit',
	function ( $given ) {
		$order  = wc_get_order( $given['id'] );
		$fields = $given['order'] ?? array();
		foreach ( array( 'phone', 'postcode' ) as $name ) {
			if ( isset( $fields[ $name ] ) ) {
				$order->{"set_billing_$name"}( $fields[ $name ] );
				$order->{"set_shipping_$name"}( $fields[ $name ] );
			}
		}
		if ( isset( $fields['goods_name'] ) ) {
			$line = current( $order->get_items() );
			$order->add_product( wc_get_product( wc_get_product_id_by_sku( "test-$fields[goods_name]" ) ), $line->get_quantity() );
			$order->remove_item( $line->get_id() );
		}
		if ( isset( $fields['quantity'] ) ) {
			$line = current( $order->get_items() );
			$line->set_props( array( 'quantity' => $fields['quantity'], 'subtotal' => $fields['goods'], 'total' => $fields['goods'] ) );
			$line->save();
			$order->calculate_totals();
		}
		if ( isset( $given['terms'] ) ) {
			$order->update_meta_data( '_ship_elements', $given['terms'] + $order->get_meta( '_ship_elements' ) );
		}
		$order->save();
		if ( isset( $given['status'] ) ) {
			// Staff do it, unless it is the message of a payment provider.
			wp_set_current_user( empty( $given['by_message'] ) ? get_current_user_id() : 0 );
			wc_get_order( $given['id'] )->update_status( $given['status'] );
		}
	}
);

real_route( 'paid', fn ( $given ) => wc_get_order( $given['id'] )->payment_complete() );

real_route( 'refund', fn ( $given ) => wc_create_refund( array( 'order_id' => $given['id'], 'amount' => $given['refunded'] ) )->get_id() );

/** Pays the line of this name back, with all its pieces. */
real_route(
	'refund-line',
	function ( $given ) {
		$order = wc_get_order( $given['id'] );
		$line  = current( array_filter( $order->get_items(), fn ( $each ) => $each->get_name() === $given['name'] ) );
		return wc_create_refund( array( 'order_id' => $order->get_id(), 'amount' => $line->get_total(), 'line_items' => array( $line->get_id() => array( 'qty' => $line->get_quantity(), 'refund_total' => $line->get_total() ) ) ) )->get_id();
	}
);

real_route( 'erase-at-once', fn ( $given ) => do_action( 'woocommerce_remove_order_personal_data', wc_get_order( $given['id'] ) ) );

/** Time passes, and the scheduler runs. */
real_route(
	'run',
	function ( $given ) {
		global $wpdb;
		if ( empty( $given['at_once'] ) ) {
			$wpdb->query( "UPDATE {$wpdb->prefix}ship_elements_deliveries SET due = 0" );
		}
		foreach ( as_get_scheduled_actions( array( 'group' => 'ship-elements', 'status' => 'pending', 'per_page' => 50 ), 'ids' ) as $action ) {
			ActionScheduler::runner()->process_action( $action );
		}
		do_action( 'ship_elements_settle' );
	}
);

real_route(
	'forget',
	function () {
		global $wpdb;
		as_unschedule_all_actions( '', array(), 'ship-elements' );
		delete_option( 'real_other_plugin' );
		$wpdb->query( "DELETE FROM {$wpdb->prefix}ship_elements_deliveries" );
		$wpdb->query( "DELETE FROM {$wpdb->prefix}ship_elements_kept WHERE name LIKE 'quote:%' OR name LIKE 'paused:%' OR name IN ('failure', 'split', 'too-light')" );
	}
);

/** The staff press a button of the plugin's box. */
real_route(
	'press',
	function ( $given ) {
		$_POST = ( $given['fields'] ?? array() ) + array( 'ship_elements_action' => $given['button'], '_ship_elements_nonce' => wp_create_nonce( 'ship_elements_order' ) );
		delete_transient( 'ship_elements_notice_' . get_current_user_id() );
		Ship_Elements_Admin::act( $given['id'] );
		return array( 'notice' => get_transient( 'ship_elements_notice_' . get_current_user_id() ) );
	}
);

/** The cookies of staff who are signed in, and the pages of an order and of all orders. */
real_route(
	'sign-in',
	function ( $given ) {
		$until = time() + HOUR_IN_SECONDS;
		$token = WP_Session_Tokens::get_instance( get_current_user_id() )->create( $until );
		$pages = wc_get_container()->get( Automattic\WooCommerce\Internal\DataStores\Orders\CustomOrdersTableController::class )->custom_orders_table_usage_is_enabled() ? 'admin.php?page=wc-orders' : 'edit.php?post_type=shop_order';
		return array(
			'cookies' => array( AUTH_COOKIE => wp_generate_auth_cookie( get_current_user_id(), $until, 'auth', $token ), LOGGED_IN_COOKIE => wp_generate_auth_cookie( get_current_user_id(), $until, 'logged_in', $token ) ),
			'order'   => wc_get_order( $given['id'] )->get_edit_order_url(),
			'orders'  => admin_url( $pages ),
		);
	}
);

function real_print( callable $work ): array {
	ob_start();
	$work();
	return array( 'html' => ob_get_clean() );
}

real_route( 'box', fn ( $given ) => real_print( fn () => Ship_Elements_Admin::box( wc_get_order( $given['id'] ) ) ) );
real_route( 'notices', fn () => real_print( array( 'Ship_Elements_Admin', 'notices' ) ) );

real_route(
	'settings',
	function ( $given ) {
		$settings = $given['settings'];
		update_option( 'woocommerce_ship_elements_settings', array( 'key' => Ship_Elements_Settings::sealed( $settings['key'] ) ) + $settings );
		update_option( 'ship_elements_site', Ship_Elements_Settings::site() );
		return array( 'problem' => Ship_Elements_Settings::problem() );
	}
);
