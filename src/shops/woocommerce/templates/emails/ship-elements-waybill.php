<?php
/** The e-mail with the waybill. Copy it to THEME/woocommerce/emails/ship-elements-waybill.php to change it. The hook in the order's details shows the delivery. */
defined( 'ABSPATH' ) || exit;

do_action( 'woocommerce_email_header', $email_heading, $email );
?>
<p><?php echo esc_html__( 'Your order is ordered at the courier. With this waybill you can follow it.', 'ship-elements' ); ?></p>
<?php
do_action( 'woocommerce_email_order_details', $order, false, $plain_text, $email );
if ( $additional_content ) {
	echo wp_kses_post( wpautop( wptexturize( $additional_content ) ) );
}
do_action( 'woocommerce_email_footer', $email );
