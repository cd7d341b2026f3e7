<?php
/** The e-mail with the waybill as text. Copy it to THEME/woocommerce/emails/plain/ship-elements-waybill.php to change it. */
defined( 'ABSPATH' ) || exit;

echo esc_html( wp_strip_all_tags( $email_heading ) ) . "\n\n";
echo esc_html__( 'Your order is ordered at the courier. With this waybill you can follow it.', 'ship-elements' ) . "\n\n";
do_action( 'woocommerce_email_order_details', $order, false, $plain_text, $email );
if ( $additional_content ) {
	echo "\n" . esc_html( wp_strip_all_tags( wptexturize( $additional_content ) ) ) . "\n";
}
echo "\n" . esc_html( wp_strip_all_tags( apply_filters( 'woocommerce_email_footer_text', get_option( 'woocommerce_email_footer_text' ) ) ) );
