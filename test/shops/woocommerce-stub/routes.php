<?php
defined( 'ABSPATH' ) || exit;

/** What the tests do in the shop: POST /wp-json/stub/v1/<what>. */
function stub_route( string $what, callable $work ): void {
	$callback = function ( WP_REST_Request $request ) use ( $work ) {
		$given = $request->get_json_params();
		if ( isset( $given['visit'] ) ) {
			WC()->session = new Stub_Session( $given['visit'] );
		}
		if ( isset( $given['without'] ) ) {
			remove_all_filters( $given['without'] );
		}
		try {
			return $work( $given );
		} catch ( Exception $problem ) {
			// WooCommerce's page shows its list and its sums anew.
			$refresh = WC()->session && WC()->session->get( 'refresh_totals' );
			return new WP_REST_Response( array( 'refused' => $problem->getMessage(), 'refresh' => (bool) $refresh ), 409 );
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
		'ship_elements-seen'   => $given['seen'] ?? '',
		'payment_method'       => $given['cashOnDelivery'] ? 'cod' : 'bacs',
		'shipping_method'      => array( "ship_elements:3:$service" ),
	) + ( $given['insurance'] ? array( 'ship_elements-insurance' => '1' ) : array() );
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

function stub_lines(): array {
	$parts = array();
	foreach ( WC()->cart->get_cart() as $key => $values ) {
		$parts[ 'a' === $key ? 1 : 2 ] = new Stub_Line( 'a' === $key ? '' : $values['data']->get_name(), $values );
		do_action( 'woocommerce_checkout_create_order_line_item', $parts[ 'a' === $key ? 1 : 2 ], $key, $values, new WC_Order() );
	}
	return $parts;
}

/** The block checkout makes the lines of its draft before there is an address, so before there is a delivery. */
function stub_draft(): array {
	$chosen = WC()->session->get( 'chosen_shipping_methods' );
	WC()->session->set( 'chosen_shipping_methods', array() );
	$lines = stub_lines();
	WC()->session->set( 'chosen_shipping_methods', $chosen );
	return compact( 'lines' );
}

/** As WooCommerce does: a delivery for each package, and a line for each one of the cart. */
function stub_buy( string $payment, int $fee, array $given = array() ): int {
	$rates                 = WC()->cart->chosen_rates();
	$order                 = new WC_Order();
	$order->payment_method = $payment;
	$order->postcode       = WC()->session->get( 'postcode' );
	$line                  = WC()->cart->get_cart()['a'];
	$order->quantity       = $line['quantity'];
	$order->goods          = $line['line_total'];
	$order->tax            = $line['line_tax'];
	$order->total          = Ship_Elements_Parcel::goods() + array_sum( array_map( fn ( $rate ) => (int) $rate->get_cost(), $rates ) ) + $fee;
	$order->deliveries     = array_map( fn ( $rate ) => new Stub_Delivery( $rate ), array_slice( array_pad( $rates, $given['deliveries'] ?? 0, $rates[0] ), 0, $given['deliveries'] ?? null ) );
	foreach ( array_intersect_key( array_keys( WC()->cart->get_packages() ), $order->deliveries ) as $place => $key ) {
		do_action( 'woocommerce_checkout_create_order_shipping_item', $order->deliveries[ $place ], $key, array(), $order );
	}
	$parts                 = $given['lines'] ?? stub_lines();
	$order->line_meta      = $parts[1]->meta;
	$order->parts          = count( $parts ) > 1 ? $parts : array();
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
		foreach ( array( 'postcode', 'quantity', 'pricing', 'split', 'piece', 'pickup', 'vendors', 'elsewhere', 'download' ) as $name ) {
			if ( isset( $given[ $name ] ) ) {
				WC()->session->set( $name, $given[ $name ] );
			}
		}
		return array( 'goods' => Ship_Elements_Parcel::goods() );
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
			$rates[] = array( 'id' => $id, 'label' => $rate->get_label(), 'price' => (int) $rate->get_cost(), 'meta' => $rate->get_meta_data(), 'arrival' => $rate->get_delivery_time() );
		}
		return array(
			'html'     => ob_get_clean(),
			'rates'    => $rates,
			'payments' => array_keys( apply_filters( 'woocommerce_available_payment_gateways', array( 'bacs' => 1, 'cod' => 1 ) ) ),
		);
	}
);

/** WooCommerce makes its list anew, as the block checkout does: without the widget's fields. */
stub_route(
	'list-again',
	function ( $given ) {
		WC()->session->set( 'chosen_shipping_methods', array( $given['chosen'] ) );
		WC()->session->set( 'rates', null );
		Ship_Elements_Checkout::choose( array( 'service' => '' ) );
		WC()->cart->calculate();
		return array( 'chosen' => WC()->session->get( 'chosen_shipping_methods' )[0] );
	}
);

/** Whether the checkout asks for a phone, for a customer who has these. */
stub_route(
	'phone',
	function ( $given ) {
		WC()->customer = new class( $given ) {
			private $phones;

			public function __construct( array $phones ) {
				$this->phones = $phones;
			}

			public function get_billing_phone() {
				return $this->phones['billing'] ?? '';
			}

			public function get_shipping_phone() {
				return $this->phones['shipping'] ?? '';
			}

			public function get_meta() {
				return '';
			}
		};
		update_option( 'woocommerce_checkout_phone_field', $given['setting'] );
		return array( 'field' => get_option( 'woocommerce_checkout_phone_field' ) );
	}
);

/** Another plugin splits a cart in two. The second package has a copy of all that the first one has. */
foreach ( array( 5, 99, 'last' ) as $stub_place ) {
	$stub_split = function ( $packages ) use ( $stub_place ) {
		if ( ! WC()->session || WC()->session->get( 'split' ) !== $stub_place ) {
			return $packages;
		}
		$line = $packages[0]['contents']['a'];
		$half = array( 'contents' => array( 'a' => array( 'quantity' => $line['quantity'] / 2, 'line_total' => $line['line_total'] / 2 ) + $line ) ) + $packages[0];
		return array( $half, $half );
	};
	'last' === $stub_place
		? add_action( 'init', fn () => add_filter( 'woocommerce_cart_shipping_packages', $stub_split, PHP_INT_MAX ) )
		: add_filter( 'woocommerce_cart_shipping_packages', $stub_split, $stub_place );
}

/** As Dokan does: a package for each vendor's goods, under the vendor's number or none. The first vendor is the shop's own, the second one is far away. */
add_filter(
	'woocommerce_cart_shipping_packages',
	function ( $packages ) {
		$vendors = WC()->session ? (array) WC()->session->get( 'vendors' ) : array();
		$package = fn ( $key, $vendor ) => array( 'contents' => array_intersect_key( $packages[0]['contents'], array( $key => 1 ) ), 'seller_id' => $vendor, 'destination' => array_filter( array( 'address' => 'b' === $key ? WC()->session->get( 'elsewhere' ) : null ) ) + $packages[0]['destination'] ) + $packages[0];
		return $vendors ? ( 1 === count( $vendors ) ? array( array( 'seller_id' => $vendors[0] ) + $packages[0] ) : array_map( $package, array( 'a', 'b' ), $vendors ) ) : $packages;
	}
);
add_filter( 'ship_elements_origin', fn ( $shop, $vendor ) => array( '7' => array( 'name' => 'Toko Melati', 'phone' => '0813-1111-2222', 'address' => 'Jalan Tunjungan 5, Surabaya', 'postcode' => '60275' ), '9' => array( 'name' => '' ) + $shop, '8' => array( 'postcode' => '60275' ) + array_diff_key( $shop, array( 'phone' => 1 ) ) )[ $vendor ] ?? $shop, 10, 2 );

/** The checkout shows its table, with the rates of each package. */
stub_route(
	'packages',
	function ( $given ) {
		$form = array( 'payment_method' => $given['payment'] ?? 'bacs', 'shipping_method' => $given['methods'] ?? array() ) + ( empty( $given['insurance'] ) ? array() : array( 'ship_elements_widget' => '1', 'ship_elements-insurance' => '1' ) );
		do_action( 'woocommerce_checkout_update_order_review', http_build_query( $form ) );
		stub_read( $form );
		ob_start();
		do_action( 'woocommerce_review_order_after_shipping' );
		$price = fn ( $rate ) => (int) $rate->get_cost();
		return array(
			'html'     => ob_get_clean(),
			'packages' => array_map( fn ( $package ) => array_map( $price, array_filter( $package['rates'], fn ( $rate ) => 'ship_elements' === $rate->get_method_id() ) ), WC()->cart->get_packages() ),
			'payments' => array_keys( apply_filters( 'woocommerce_available_payment_gateways', array( 'bacs' => 1, 'cod' => 1 ) ) ),
		);
	}
);

/** What the checkout shows where no method has a price, for a customer of this country. */
stub_route(
	'no-delivery',
	function ( $given ) {
		WC()->customer = new class( $given['country'] ) {
			private $country;

			public function __construct( string $country ) {
				$this->country = $country;
			}

			public function get_shipping_country() {
				return $this->country;
			}

			public function get_meta() {
				return '';
			}
		};
		WC()->cart->calculate();
		if ( WC()->session->get( 'pickup' ) ) {
			ob_start();
			do_action( 'woocommerce_review_order_after_shipping' );
			return array( 'html' => ob_get_clean() );
		}
		WC()->cart->without_rates();
		return array( 'html' => apply_filters( 'woocommerce_no_shipping_available_html', 'There is none.' ) );
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
		$given += empty( $given['draft'] ) ? array() : stub_draft();
		WC()->cart->calculate();
		// WooCommerce logs the shopper in before it makes the order.
		WC()->session->customer = $given['account'] ?? WC()->session->customer;
		if ( isset( $given['locked'] ) ) {
			stub_lock( $given['locked'] );
		}
		return array( 'id' => stub_buy( $given['payment'], $given['fee'] ?? 0, $given ) );
	}
);

stub_route(
	'order',
	function ( $given ) {
		$order    = wc_get_order( $given['id'] );
		$delivery = Ship_Elements_Ledger::find( $given['id'] );
		$rows = array_map( array( 'Ship_Elements_Ledger', 'find' ), Ship_Elements_Terms::numbers( $order ) );
		return array( 'deliveries' => $rows, 'total' => $order->total, 'payment' => $order->payment_method, 'status' => $order->status, 'notes' => $order->notes, 'terms' => $order->get_meta( '_ship_elements' ), 'delivery' => $delivery, 'delivery_to_display' => apply_filters( 'woocommerce_order_shipping_to_display', 'Rp 1', $order, '' ) );
	}
);

/** The database does not change a table. */
function stub_lock( string $table ): void {
	global $wpdb;
	$wpdb->suppress_errors();
	add_filter( 'query', fn ( $query ) => preg_match( "/^(INSERT|UPDATE|REPLACE)\b.* `\w*ship_elements_$table`/", $query ) ? 'UPDATE nothing SET is = locked' : $query );
}

/** A message of the service arrives. Returns the status of the answer. */
function stub_tell( array $message ): int {
	$request = new WP_REST_Request( 'POST', '/ship-elements/v1/webhook' );
	$request->set_header( 'X-Ship-Elements-Secret', Ship_Elements_Settings::webhook_secret() );
	$request->set_body( wp_json_encode( $message ) );
	return rest_do_request( $request )->get_status();
}

stub_route(
	'tell',
	function ( $given ) {
		if ( isset( $given['locked'] ) ) {
			stub_lock( $given['locked'] );
		}
		return array( 'told' => stub_tell( $given['message'] ) );
	}
);

/**
 * Time passes, and the scheduler runs. `dies` ends the process before or after the order is sent, `locked` is a table that the
 * database does not change, and `dead` says that the lease of a process that has ended is over.
 */
stub_route(
	'run',
	function ( $given ) {
		global $wpdb;
		if ( empty( $given['at_once'] ) ) {
			$wpdb->query( "UPDATE {$wpdb->prefix}ship_elements_deliveries SET due = 0" );
		}
		if ( ! empty( $given['dead'] ) ) {
			$wpdb->query( "UPDATE {$wpdb->prefix}ship_elements_deliveries SET lease = 1" );
		}
		$is_order = fn ( $url ) => (bool) preg_match( '~/v1/orders$~', $url );
		$ends     = function ( $passed, $url ) use ( $is_order ) {
			if ( $is_order( $url ) ) {
				exit( '{"died":true}' );
			}
			return $passed;
		};
		if ( 'before' === ( $given['dies'] ?? '' ) ) {
			add_filter( 'pre_http_request', fn ( $answer, $request, $url ) => $ends( $answer, $url ), 10, 3 );
		}
		if ( 'after' === ( $given['dies'] ?? '' ) ) {
			add_filter( 'http_response', fn ( $answer, $request, $url ) => $ends( $answer, $url ), 10, 3 );
		}
		if ( ! empty( $given['locked'] ) ) {
			stub_lock( $given['locked'] );
		}
		$told = null;
		if ( ! empty( $given['while_sent'] ) ) {
			// The service's message arrives while the answer is on its way.
			$tell = function ( $answer, $request, $url ) use ( $is_order, $given, &$told ) {
				if ( $is_order( $url ) ) {
					$told = stub_tell( array( 'order_id' => json_decode( $answer['body'] )->id ) + $given['while_sent'] );
				}
				return $answer;
			};
			add_filter( 'http_response', $tell, 10, 3 );
		}
		if ( ! empty( $given['refunded_meanwhile'] ) ) {
			$refund = function ( $answer, $request, $url ) use ( $is_order, $given ) {
				if ( $is_order( $url ) ) {
					stub_refund( $given['refunded_meanwhile'] );
				}
				return $answer;
			};
			add_filter( 'http_response', $refund, 10, 3 );
		}
		if ( ! empty( $given['meanwhile'] ) ) {
			// Messages of a payment provider arrive while the service answers at this address.
			$change = function ( $answer, $request, $url ) use ( $given ) {
				list( $path, $id ) = $given['meanwhile'];
				$statuses          = array_slice( $given['meanwhile'], 2 );
				if ( false !== strpos( $url, $path ) && ! wc_get_order( $id )->has_status( end( $statuses ) ) ) {
					foreach ( $statuses as $status ) {
						wc_get_order( $id )->update_status( $status );
					}
				}
				return $answer;
			};
			add_filter( 'http_response', $change, 10, 3 );
		}
		stub_run();
		do_action( 'ship_elements_settle' );
		return array( 'told' => $told );
	}
);

/** A delivery has waited for so many hours. */
stub_route(
	'age',
	function ( $given ) {
		Ship_Elements_Ledger::change( $given['id'], fn () => array( 'data' => array( 'since' => time() - HOUR_IN_SECONDS * $given['hours'] ) ) );
	}
);

/** Another process changes a delivery between the moments at which this one reads and writes it. */
stub_route(
	'race',
	function ( $given ) {
		$read   = 0;
		$decide = function ( $row ) use ( &$read, $given ) {
			if ( 0 === $read++ ) {
				Ship_Elements_Ledger::change( $given['id'], fn () => array( 'waybill' => 'RESI-3' ) );
			}
			return array( 'status' => 'seen with ' . $row['waybill'] );
		};
		Ship_Elements_Ledger::change( $given['id'], $decide );
		return array( 'read' => $read );
	}
);

/** Forgets the deliveries of earlier tests, which the scheduler would go on with. */
stub_route(
	'forget',
	function () {
		global $wpdb;
		update_option( 'stub_queue', array() );
		$wpdb->query( "DELETE FROM {$wpdb->prefix}ship_elements_deliveries" );
	}
);

/** How many questions the shop may ask in an hour. It begins without any. */
stub_route(
	'hour',
	function ( $given ) {
		global $wpdb;
		update_option( 'stub_hour', $given['most'] );
		$wpdb->query( "DELETE FROM {$wpdb->prefix}ship_elements_kept WHERE name LIKE 'quote:%'" );
	}
);

add_filter( 'ship_elements_promises_per_day', fn ( $most ) => get_option( 'stub_hour' ) ? get_option( 'stub_hour' ) : $most );
add_filter( 'ship_elements_questions_per_hour', fn ( $most ) => get_option( 'stub_hour' ) ? get_option( 'stub_hour' ) : $most );

/** What the plugin writes into the page of a product, and what a shortcode writes. */
stub_route(
	'product',
	function ( $given ) {
		WC()->session       = new Stub_Session( '' );
		$GLOBALS['product'] = empty( $given['outside'] ) ? new WC_Product( $given['product'] ?? array() ) : false;
		if ( ! empty( $given['merchant'] ) ) {
			wp_set_current_user( 1 );
			wp_get_current_user()->add_cap( 'manage_woocommerce' );
		}
		ob_start();
		do_action( 'woocommerce_single_product_summary' );
		return array( 'page' => ob_get_clean(), 'shortcode' => do_shortcode( '[ship_elements_promise]' ), 'block' => render_block( array( 'blockName' => 'ship-elements/promise', 'attrs' => array(), 'innerBlocks' => array(), 'innerHTML' => '', 'innerContent' => array() ) ) );
	}
);

/** Changes an order as the staff do: its own fields, and the terms that it was sold at. */
stub_route(
	'edit',
	function ( $given ) {
		// Staff do it, unless it is the message of a payment provider, or a shopper with an account comes back from its page.
		wp_set_current_user( empty( $given['by_message'] ) ? 1 : 0 );
		if ( ! empty( $given['by_shopper'] ) ) {
			wp_set_current_user( username_exists( 'siti' ) ?: wp_create_user( 'siti', 'siti' ) );
		} elseif ( empty( $given['by_message'] ) ) {
			wp_get_current_user()->add_cap( 'edit_shop_orders' );
		}
		$order = wc_get_order( $given['id'] );
		foreach ( $given['order'] ?? array() as $field => $value ) {
			$order->$field = $value;
		}
		if ( isset( $given['terms'] ) ) {
			$order->update_meta_data( '_ship_elements', $given['terms'] + $order->get_meta( '_ship_elements' ) );
		}
		$order->save();
		if ( isset( $given['status'] ) ) {
			$order->update_status( $given['status'] );
		}
	}
);

/** Staff, an app or a copy makes an order without the checkout. */
stub_route(
	'make',
	function ( $given ) {
		$order           = new WC_Order();
		$order->postcode = '40111';
		$order->total    = $order->goods;
		if ( isset( $given['method'] ) ) {
			$line = new WC_Order_Item_Shipping();
			$line->set_method_id( $given['method'] );
			$line->set_total( '11000' );
			$order->add_item( $line );
		}
		$order->parent = $given['parent'] ?? 0;
		// A plugin copies lines with what is kept of them.
		$order->parts = isset( $given['lines'] ) ? array_intersect_key( wc_get_order( $order->parent )->parts, array_flip( $given['lines'] ) ) : array();
		foreach ( empty( $given['virtual'] ) ? array() : $order->parts as $line ) {
			$line->meta[ Ship_Elements_Parcel::GOODS ]['ships'] = false;
		}
		$order->save();
		$order->update_status( $given['status'] );
		return array( 'id' => (string) $order->id );
	}
);

/**
 * Orders that are posts go into the trash and come out of it without a change of their status, and may be deleted there. Those in tables of
 * their own are still in the trash when it is told that they come back.
 */
stub_route(
	'trash',
	function ( $given ) {
		$order = wc_get_order( $given['id'] );
		switch ( $given['how'] ) {
			case 'trash':
				do_action( 'wp_trash_post', $order->id );
				$order         = wc_get_order( $given['id'] );
				$order->before = $order->status;
				$order->status = 'trash';
				update_option( "stub_order_$order->id", serialize( $order ) );
				break;
			case 'restore':
				if ( 'tables' === $given['kept'] ) {
					do_action( 'woocommerce_untrash_order', $order->id, "wc-$order->before" );
				}
				$order->status = $order->before;
				update_option( "stub_order_$order->id", serialize( $order ) );
				if ( 'posts' === $given['kept'] ) {
					do_action( 'untrashed_post', $order->id, "wc-$order->before" );
				}
				break;
			case 'delete':
				do_action( 'woocommerce_before_delete_order', $order->id );
				delete_option( "stub_order_$order->id" );
		}
	}
);

stub_route(
	'bulk',
	function ( $given ) {
		wp_set_current_user( 1 );
		wp_get_current_user()->add_cap( 'edit_shop_orders' );
		apply_filters( 'handle_bulk_actions-edit-shop_order', '', 'ship_elements_order', array( $given['id'] ) );
	}
);

/** The notices of a page of the admin. */
stub_route(
	'notices',
	function () {
		require_once ABSPATH . 'wp-admin/includes/admin.php';
		wp_set_current_user( 1 );
		wp_get_current_user()->add_cap( 'manage_woocommerce' );
		ob_start();
		Ship_Elements_Admin::notices();
		return array( 'html' => ob_get_clean() );
	}
);

/** Staff leave a delivery as it is, by the link of a notice. */
stub_route( 'keep', fn ( $given ) => Ship_Elements_Changes::keep( $given['id'] ) );

stub_route( 'month', fn () => Ship_Elements_Charges::of_month( wp_date( 'Y-m' ) ) );

stub_route(
	'column',
	function ( $given ) {
		ob_start();
		Ship_Elements_Admin_List::column( 'ship_elements_charged', $given['id'] );
		return array( 'html' => ob_get_clean() );
	}
);

/** The waybills that WooCommerce was asked to mail, of one order. */
add_action( 'ship_elements_waybill', fn ( $id, $waybill ) => update_option( "stub_mails_$id", array_merge( get_option( "stub_mails_$id", array() ), array( $waybill ) ) ), 10, 2 );
stub_route( 'mails', fn ( $given ) => get_option( "stub_mails_$given[id]", array() ) );

/** A plugin for deposits: the shopper has paid a part ahead. */
add_filter( 'ship_elements_due', fn ( $due, $order ) => max( 0, $due - $order->paid_ahead ), 10, 2 );

/** The merchant saves the page of the settings. Returns what it says, and what is kept. */
stub_route(
	'save',
	function ( $given ) {
		$method = new Ship_Elements_Shipping_Method();
		$method->posted = $given['fields'];
		WC_Admin_Settings::$errors = array();
		$method->process_admin_options();
		$html = ( new Ship_Elements_Shipping_Method() )->generate_settings_html( array(), false );
		return array( 'errors' => WC_Admin_Settings::$errors, 'html' => $html, 'kept' => get_option( 'woocommerce_ship_elements_settings' ), 'problem' => Ship_Elements_Settings::problem() );
	}
);

/** Pays rupiah back, or lines of goods with all their pieces. */
function stub_refund( array $given ): void {
	$order           = wc_get_order( $given['id'] );
	$order->refunded = $given['refunded'];
	foreach ( $given['lines'] ?? array() as $id ) {
		$line           = clone $order->parts[ $id ];
		$line->meta     = array( '_refunded_item_id' => $id );
		$line->total    = -$line->total;
		$line->quantity = -$line->quantity;
		$refund         = new Stub_Refund();
		$refund->items  = array( $line );
		array_push( $order->refunds, $refund );
	}
	$order->save();
	do_action( 'woocommerce_order_refunded', $given['id'], 1 );
}

/** The staff pay a part back. */
stub_route( 'refund', 'stub_refund' );

/** The staff press a button on the order's page. */
stub_route(
	'press',
	function ( $given ) {
		wp_set_current_user( 1 );
		wp_get_current_user()->add_cap( 'edit_shop_orders' );
		delete_transient( 'ship_elements_notice_1' );
		$_POST = $given['fields'] ?? array();
		$_POST += array( 'ship_elements_action' => $given['button'], '_ship_elements_nonce' => wp_create_nonce( 'ship_elements_order' ) );
		do_action( 'woocommerce_process_shop_order_meta', $given['id'] );
		return array( 'notice' => get_transient( 'ship_elements_notice_1' ) );
	}
);

stub_route(
	'box',
	function ( $given ) {
		ob_start();
		Ship_Elements_Admin::box( wc_get_order( $given['id'] ) );
		return array( 'html' => ob_get_clean() );
	}
);

/** The staff follow the link of the notice about an order in the trash, which ends with a redirect. */
stub_route(
	'follow',
	function ( $given ) {
		wp_set_current_user( 1 );
		wp_get_current_user()->add_cap( 'edit_shop_orders' );
		stub_lock( $given['locked'] );
		$_REQUEST['_wpnonce'] = wp_create_nonce( 'ship_elements_order' );
		$_GET['order']        = $given['id'];
		$end                  = function () {
			throw new DomainException( 'redirect' );
		};
		add_filter( 'wp_redirect', $end );
		try {
			do_action( 'admin_post_ship_elements_cancel' );
		} catch ( DomainException $redirect ) {
			return array( 'notice' => get_transient( 'ship_elements_notice_1' ) );
		}
	}
);

/** The list of orders: how many WooCommerce counts for its pages, and then for its link of one status. */
stub_route(
	'list',
	function ( $given ) {
		$_GET['ship_elements'] = $given['filter'];
		apply_filters( 'woocommerce_order_list_table_prepare_items_query_args', array() );
		$count = fn ( $statuses ) => apply_filters( 'woocommerce_shop_order_list_table_order_count', $given['count'], $statuses );
		return array( 'pages' => $count( array( 'wc-processing', 'wc-completed' ) ), 'link' => $count( array( 'wc-processing' ) ) );
	}
);

/** What the shop knows of a person. The stub's orders belong to all. */
stub_route(
	'export',
	function () {
		$tool = apply_filters( 'wp_privacy_personal_data_exporters', array() )['ship-elements'];
		return call_user_func( $tool['callback'], 'siti@mail.example' )['data'];
	}
);

function stub_erase( WC_Order $order ): void {
	do_action( 'woocommerce_privacy_before_remove_order_personal_data', $order );
	list( $order->street, $order->postcode, $order->phone ) = array( '[deleted]', '[deleted]', '' );
	$order->save();
	do_action( 'woocommerce_privacy_remove_order_personal_data', $order );
}

/** Staff remove the personal data of an order by hand, or the time is over: nobody is asked whether that may be. */
add_action( 'woocommerce_remove_order_personal_data', 'stub_erase' );
stub_route( 'erase-at-once', fn ( $given ) => stub_erase( wc_get_order( $given['id'] ) ) );

/** What WordPress' eraser says of the orders of a person. */
stub_route( 'eraser', fn () => call_user_func( apply_filters( 'wp_privacy_personal_data_erasers', array() )['ship-elements']['callback'], 'siti@mail.example' ) );

/** WooCommerce removes what is personal from an order. Returns the names of the fields that it removes besides its own. */
stub_route(
	'erase',
	function ( $given ) {
		$order = wc_get_order( $given['id'] );
		if ( ! apply_filters( 'woocommerce_privacy_erase_order_personal_data', true, $order ) ) {
			return 'retained';
		}
		stub_erase( $order );
		return array_keys( apply_filters( 'woocommerce_privacy_remove_order_personal_data_meta', array(), $order ) );
	}
);

stub_route(
	'tracking',
	function ( $given ) {
		ob_start();
		do_action( 'woocommerce_order_details_after_order_table', wc_get_order( $given['id'] ) );
		return array( 'html' => ob_get_clean() );
	}
);

stub_route(
	'settings',
	function ( $given ) {
		global $wpdb;
		$wpdb->query( "DELETE FROM {$wpdb->prefix}ship_elements_kept WHERE name LIKE 'paused:%' OR name = 'failure'" );
		$settings = $given['settings'];
		$key      = $settings['key'] ?? '';
		update_option( 'woocommerce_ship_elements_settings', array( 'key' => '' === $key ? '' : Ship_Elements_Settings::sealed( $key ) ) + $settings );
		update_option( 'ship_elements_site', $given['site'] ?? Ship_Elements_Settings::site() );
		if ( ! empty( $given['translated'] ) ) {
			add_filter( 'home_url', fn ( $url ) => "$url/en" );
		}
		$html = ( new Ship_Elements_Shipping_Method() )->generate_password_html( 'key', array() );
		return array( 'problem' => Ship_Elements_Settings::problem(), 'key' => $html, 'kept' => get_option( 'woocommerce_ship_elements_settings' )['key'], 'webhook' => Ship_Elements_Settings::webhook_secret() );
	}
);

/** The plugin is deleted, and installed again with the same settings. */
stub_route(
	'reinstall',
	function () {
		$settings = get_option( 'woocommerce_ship_elements_settings' );
		define( 'WP_UNINSTALL_PLUGIN', 'ship-elements' );
		require WP_PLUGIN_DIR . '/ship-elements/uninstall.php';
		Ship_Elements_Storage::install();
		update_option( 'woocommerce_ship_elements_settings', $settings );
	}
);

stub_route( 'test', fn () => array( 'problem' => Ship_Elements_Quotes::test() ) );
