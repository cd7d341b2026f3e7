<?php
defined( 'ABSPATH' ) || exit;

class WC_Admin_Settings {
	public static $errors = array();

	public static function add_error( $text ) {
		self::$errors[] = $text;
	}

	public static function add_message() {}
}

class WC_Cache_Helper {
	public static function get_transient_version() {}
}

abstract class WC_Shipping_Method {
	public $id = '';
	public $instance_id = 0;
	public $method_title = '';
	public $method_description = '';
	public $supports = array();
	public $title = '';
	public $tax_status = 'taxable';
	public $enabled = 'yes';
	public $form_fields = array();
	public $settings = array();
	public $rates = array();

	public function __construct( $instance_id = 0 ) {
		$this->instance_id = $instance_id;
	}

	public function init_settings() {
		$this->settings = get_option( "woocommerce_{$this->id}_settings", array() );
	}

	public function get_option( $key ) {
		return $this->settings[ $key ] ?? '';
	}

	public function get_rate_id( $suffix = '' ) {
		return "{$this->id}:{$this->instance_id}:$suffix";
	}

	public function add_rate( $arguments ) {
		$this->rates[ $arguments['id'] ] = new WC_Shipping_Rate( $arguments, $this );
	}

	/** @var array what the merchant has typed on the page */
	public $posted = array();
	private $errors = array();

	public function get_field_key( $key ) {
		return $key;
	}

	public function get_post_data() {
		return $this->posted;
	}

	public function get_field_value( $key, $field, $post_data = array() ) {
		$value = $post_data[ $key ] ?? null;
		return method_exists( $this, "validate_$field[type]_field" ) ? $this->{"validate_$field[type]_field"}( $key, $value ) : (string) $value;
	}

	public function get_errors() {
		return $this->errors;
	}

	public function process_admin_options() {
		foreach ( $this->form_fields as $key => $field ) {
			if ( isset( $this->posted[ $key ] ) ) {
				try {
					$this->settings[ $key ] = $this->get_field_value( $key, $field, $this->posted );
				} catch ( Exception $mistake ) {
					$this->errors[] = $mistake->getMessage();
				}
			}
		}
		return update_option( "woocommerce_{$this->id}_settings", $this->settings );
	}

	public function get_form_fields() {
		return $this->form_fields;
	}

	public function generate_settings_html( $fields = array(), $echo = true ) {
		$html = array();
		foreach ( $fields as $key => $field ) {
			$generate = "generate_$field[type]_html";
			$html[]   = method_exists( $this, $generate ) ? $this->$generate( $key, $field ) : $this->generate_text_html( $key, $field );
		}
		return implode( "\n", $html );
	}

	public function generate_text_html( $key, $data ) {
		return sprintf( '<input name="%s" value="%s"><p>%s</p>', esc_attr( $key ), esc_attr( $this->get_option( $key ) ), $data['description'] ?? '' );
	}
}

class WC_Shipping_Rate {
	private $data;
	private $method;

	public function __construct( array $data, WC_Shipping_Method $method ) {
		$this->data   = $data;
		$this->method = $method;
	}

	public function get_label() {
		return $this->data['label'];
	}

	public function get_cost() {
		return (string) $this->data['cost'];
	}

	public function get_meta_data() {
		return $this->data['meta_data'];
	}

	public function set_delivery_time( $text ) {
		$this->data['delivery_time'] = $text;
	}

	public function get_delivery_time() {
		return $this->data['delivery_time'] ?? '';
	}

	public function get_method_id() {
		return $this->method->id;
	}

	public function get_instance_id() {
		return $this->method->instance_id;
	}
}

class WC_Product {
	private $answers;

	public function __construct( array $answers = array() ) {
		$goods         = array( 'get_name' => 'Kain “Batik” / ü 💡', 'get_sku' => 'BTK-1', 'get_weight' => '0.25', 'get_length' => '8.5' );
		$sold          = array( 'needs_shipping' => true, 'is_purchasable' => true, 'is_in_stock' => true );
		$this->answers = $answers + $goods + $sold;
	}

	public function __call( $name, $arguments ) {
		return $this->answers[ $name ] ?? '';
	}
}

/** A line of an order that is a delivery, as staff or an app add it. */
class WC_Order_Item_Shipping {
	private $fields = array();

	public function __call( $name, $arguments ) {
		if ( 0 === strpos( $name, 'set_' ) ) {
			$this->fields[ substr( $name, 4 ) ] = $arguments[0];
		}
		return $this->fields[ substr( $name, 4 ) ] ?? '';
	}
}

/** The same, as a checkout adds it. */
class Stub_Delivery extends WC_Order_Item_Shipping {
	public $cost;
	public $meta;
	public $method;

	public function __construct( WC_Shipping_Rate $rate ) {
		$this->cost   = $rate->get_cost();
		$this->meta   = $rate->get_meta_data();
		$this->method = $rate->get_method_id();
	}

	public function get_method_id() {
		return $this->method;
	}

	public function get_meta( $key ) {
		return $this->meta[ $key ] ?? '';
	}

	public function update_meta_data( $key, $value ) {
		$this->meta[ $key ] = $value;
	}

	public function get_total() {
		return $this->cost;
	}
}

/** Lines of an order that were paid back. */
class Stub_Refund {
	public $items = array();

	public function get_items() {
		return $this->items;
	}
}

class Stub_Coupon {
	public function get_free_shipping() {
		return true;
	}
}

/** A line of an order with goods. */
class Stub_Line {
	public $name = '';
	public $meta = array();
	public $quantity = 2;
	public $total = 150000;
	public $tax = 0;

	public function __construct( string $name = '', array $values = array() ) {
		$this->name = $name;
		if ( $values ) {
			list( $this->quantity, $this->total, $this->tax ) = array( $values['quantity'], $values['line_total'], $values['line_tax'] );
		}
	}

	public function update_meta_data( $key, $value ) {
		$this->meta[ $key ] = $value;
	}

	public function get_meta( $key ) {
		return $this->meta[ $key ] ?? '';
	}

	public function get_product() {
		return new WC_Product();
	}

	public function get_name() {
		return '' === $this->name ? $this->get_product()->get_name() : $this->name;
	}

	public function get_quantity() {
		return $this->quantity;
	}

	public function get_total() {
		return (string) $this->total;
	}

	public function get_total_tax() {
		return (string) $this->tax;
	}
}

class WC_Order {
	public $id = 0;
	public $status = 'pending';
	public $total = 0;
	public $payment_method = '';
	public $postcode = '';
	public $phone = '0812-9876-5432';
	public $quantity = 2;
	public $goods = 150000;
	public $tax = 0;
	public $refunded = 0;
	public $goods_name = '';
	public $lines = 1;
	public $before = '';
	public $paid_at = 0;
	public $paid_ahead = 0;
	public $country = 'ID';
	public $street = 'Jalan Braga 8';
	public $deliveries = array();
	public $parts = array();
	public $refunds = array();
	public $parent = 0;
	public $line_meta = array();
	public $meta = array();
	public $notes = array();

	public static function find( int $id ) {
		$order = get_option( "stub_order_$id" );
		return $order ? unserialize( $order ) : false;
	}

	public function save() {
		$is_new = ! $this->id;
		if ( $is_new ) {
			$this->id = (int) get_option( 'stub_last_order', 0 ) + 1;
			update_option( 'stub_last_order', $this->id );
		}
		update_option( "stub_order_$this->id", serialize( $this ) );
		if ( ! $is_new ) {
			do_action( 'woocommerce_update_order', $this->id, $this );
		}
	}

	public function update_status( string $status ) {
		$before       = $this->status;
		$this->status = $status;
		// Cash on delivery is paid when the order is completed.
		if ( ! $this->paid_at && $this->has_status( 'cod' === $this->payment_method ? 'completed' : array( 'processing', 'completed' ) ) ) {
			$this->paid_at = time();
		}
		// WooCommerce writes a refund of all that is left.
		if ( 'refunded' === $status ) {
			$this->refunded = $this->total;
		}
		$this->save();
		do_action( "woocommerce_order_status_$status", $this->id, $this );
		do_action( "woocommerce_order_status_{$before}_to_$status", $this->id, $this );
	}

	public function has_status( $statuses ) {
		return in_array( $this->status, (array) $statuses, true );
	}

	public function update_meta_data( $key, $value ) {
		$this->meta[ $key ] = $value;
	}

	public function get_meta( $key ) {
		return $this->meta[ $key ] ?? '';
	}

	public function delete_meta_data( $key ) {
		unset( $this->meta[ $key ] );
	}

	public function get_status() {
		return $this->status;
	}

	public function get_refunds() {
		return $this->refunds;
	}

	public function get_parent_id() {
		return $this->parent;
	}

	public function get_items() {
		// The goods of several vendors.
		if ( $this->parts ) {
			return $this->parts;
		}
		$line           = new Stub_Line();
		$line->quantity = $this->quantity;
		$line->total    = $this->goods;
		$line->tax      = $this->tax;
		$line->name     = $this->goods_name;
		// Staff swap the goods by a line of their own.
		$line->meta     = '' === $this->goods_name ? $this->line_meta : array();
		return array_fill( 1, $this->lines, $line );
	}

	public function get_qty_refunded_for_item( $id ) {
		$items = array_merge( array(), ...array_map( fn ( $refund ) => $refund->get_items(), $this->refunds ) );
		return array_sum( array_map( fn ( $item ) => $item->get_quantity(), array_filter( $items, fn ( $item ) => $item->get_meta( '_refunded_item_id' ) === $id ) ) );
	}

	public function add_order_note( $note ) {
		$this->notes[] = $note;
		$this->save();
	}

	public function get_id() {
		return $this->id;
	}

	public function get_total() {
		return (string) $this->total;
	}

	public function get_total_refunded() {
		return (string) $this->refunded;
	}

	public function get_payment_method() {
		return $this->payment_method;
	}

	public function get_shipping_methods() {
		return $this->deliveries;
	}

	public function get_shipping_total() {
		return (string) array_sum( array_map( fn ( $line ) => (int) $line->get_total(), $this->deliveries ) );
	}

	public function get_date_paid() {
		return $this->paid_at ? new DateTime( "@$this->paid_at" ) : null;
	}

	public function is_paid() {
		return $this->has_status( array( 'processing', 'completed' ) );
	}

	public function add_item( $line ) {
		$this->deliveries[] = $line;
	}

	public function calculate_totals() {
		$this->total = $this->goods + (int) $this->get_shipping_total();
	}

	public function has_shipping_method( $id ) {
		return (bool) array_filter( $this->deliveries, fn ( $line ) => $line->get_method_id() === $id );
	}

	public function get_address( $side ) {
		return array( 'company' => '', 'address_1' => $this->street, 'address_2' => '', 'city' => 'Bandung', 'state' => 'JB', 'postcode' => $this->postcode, 'country' => $this->country );
	}

	public function __call( $name, $arguments ) {
		$fields = array( 'get_billing_first_name' => 'Siti', 'get_billing_last_name' => 'Rahayu', 'get_billing_phone' => $this->phone );
		return $fields[ $name ] ?? '';
	}
}
