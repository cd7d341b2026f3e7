<?php
defined( 'ABSPATH' ) || exit;

/** The table that the classic checkout replaces after each change. */
function stub_review(): string {
	ob_start();
	echo '<table><tbody><tr><td><ul id="shipping_method">';
	$rates  = WC()->cart->calculate();
	$chosen = WC()->session->get( 'chosen_shipping_methods' )[0];
	$label  = fn ( $rate ) => apply_filters( 'woocommerce_cart_shipping_method_full_label', $rate->get_label() . ': ' . $rate->get_cost(), $rate );
	foreach ( array_map( $label, $rates ) + array( 'local_pickup:2' => 'Local pickup' ) as $id => $label ) {
		$checked = checked( $id, $chosen, false );
		printf( '<li><label><input type="radio" name="shipping_method[0]" value="%s" %s>%s</label></li>', esc_attr( $id ), $checked, wp_kses_post( $label ) );
	}
	echo '</ul></td></tr>';
	do_action( 'woocommerce_review_order_after_shipping' );
	printf( '<tr><td id="total">%d</td></tr></tbody></table>', Ship_Elements_Parcel::goods() + (int) WC()->cart->chosen_rate()->get_cost() );
	return ob_get_clean();
}

stub_route(
	'review',
	function ( $given ) {
		parse_str( $given['form'], $fields );
		do_action( 'woocommerce_checkout_update_order_review', $given['form'] );
		stub_read( $fields );
		return array( 'html' => stub_review() );
	}
);

stub_route(
	'checkout',
	function ( $given ) {
		parse_str( $given['form'], $fields );
		stub_place( $fields );
		$id = stub_buy( $fields['payment_method'], 0 );
		stub_run();
		return array( 'id' => $id );
	}
);

/** The classic checkout: ?stub-checkout=<visit>. */
add_action(
	'template_redirect',
	function () {
		if ( ! is_checkout() ) {
			return;
		}
		WC()->session = new Stub_Session( sanitize_key( $_GET['stub-checkout'] ) );
		WC()->session->set( 'postcode', '40111' );
		stub_read( array() );
		wp_register_script( 'wc-checkout', plugins_url( 'checkout.js', __FILE__ ), array( 'jquery' ), '1', true );
		echo '<!doctype html><html><head>';
		wp_head();
		echo '</head><body><form class="checkout">';
		do_action( 'woocommerce_checkout_before_order_review' );
		echo '<div id="order_review">' . stub_review() . '</div>'; // phpcs:ignore
		foreach ( array( 'bacs', 'cod' ) as $method ) {
			printf( '<label><input type="radio" name="payment_method" value="%1$s" %2$s>%1$s</label>', $method, checked( $method, 'bacs', false ) ); // phpcs:ignore
		}
		echo '<button>Place order</button></form>';
		wp_footer();
		echo '</body></html>';
		exit;
	}
);
