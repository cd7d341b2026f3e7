<?php
defined( 'ABSPATH' ) || exit;

/** The e-mail with the waybill. The shop switches it off, and changes its words, under WooCommerce > Settings > Emails. */
class Ship_Elements_Waybill_Email extends WC_Email {
	public function __construct() {
		$this->id             = 'ship_elements_waybill';
		$this->customer_email = true;
		$this->title          = __( 'Waybill', 'ship-elements' );
		$this->description    = __( 'Tells the customer the waybill of the parcel, as soon as the courier has given it.', 'ship-elements' );
		$this->template_base  = dirname( SHIP_ELEMENTS_FILE ) . '/templates/';
		$this->template_html  = 'emails/ship-elements-waybill.php';
		$this->template_plain = 'emails/plain/ship-elements-waybill.php';
		$this->placeholders   = array( '{order_number}' => '', '{waybill}' => '' );
		add_action( 'ship_elements_waybill_notification', array( $this, 'trigger' ), 10, 2 );
		parent::__construct();
	}

	public function get_default_subject() {
		return __( 'The courier has your order {order_number}: waybill {waybill}', 'ship-elements' );
	}

	public function get_default_heading() {
		return __( 'Your parcel has a waybill', 'ship-elements' );
	}

	public function trigger( $id, $waybill = '' ) {
		$order = wc_get_order( $id );
		if ( ! $order instanceof WC_Order ) {
			return;
		}
		$this->setup_locale();
		$this->object       = $order;
		$this->recipient    = $order->get_billing_email();
		$this->placeholders = array( '{order_number}' => $order->get_order_number(), '{waybill}' => $waybill ) + $this->placeholders;
		if ( $this->is_enabled() && $this->get_recipient() ) {
			$this->send( $this->get_recipient(), $this->get_subject(), $this->get_content(), $this->get_headers(), $this->get_attachments() );
		}
		$this->restore_locale();
	}

	public function get_content_html() {
		return $this->content( $this->template_html, false );
	}

	public function get_content_plain() {
		return $this->content( $this->template_plain, true );
	}

	private function content( string $template, bool $plain ): string {
		$values = array( 'order' => $this->object, 'email_heading' => $this->get_heading(), 'additional_content' => $this->get_additional_content(), 'plain_text' => $plain, 'email' => $this );
		return wc_get_template_html( $template, $values, '', $this->template_base );
	}
}
