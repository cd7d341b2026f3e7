<?php
defined( 'ABSPATH' ) || exit;

/** What WC() returns: one shopper's session, cart and deliveries. */
class Stub_Shop {
	public $session;
	public $cart;
	public $countries;
	public $customer = null;

	public function __construct() {
		$this->cart      = new Stub_Cart();
		$this->countries = new class() {
			public function get_states() {
				return array( 'JB' => 'Jawa Barat' );
			}
		};
	}

	public function shipping() {
		return $this->cart;
	}
}

class Stub_Session {
	public $customer;
	private $visit;
	private $values;

	public function __construct( string $visit ) {
		$this->visit    = $visit;
		$this->customer = $visit;
		$this->values = get_option( "stub_visit_$visit", array() );
	}

	public function get( $key ) {
		return $this->values[ $key ] ?? null;
	}

	public function set( $key, $value ) {
		$this->values[ $key ] = $value;
		update_option( "stub_visit_$this->visit", $this->values );
	}

	public function has_session() {
		return '' !== $this->visit;
	}

	public function get_customer_id() {
		return $this->customer;
	}
}

/** A method of the shop's own, beside ours. */
class Stub_Pickup extends WC_Shipping_Method {
	public $id = 'local_pickup';

	public function calculate_shipping() {
		$this->add_rate( array( 'id' => 'local_pickup:2', 'label' => 'Local pickup', 'cost' => 0, 'meta_data' => array() ) );
	}
}

/** Each zone has both. */
class WC_Shipping_Zones {
	public static function get_zone_matching_package() {
		return new self();
	}

	public function get_shipping_methods() {
		return array( new Stub_Pickup( 2 ), new Ship_Elements_Shipping_Method( 3 ) );
	}
}

class Stub_Cart {
	private $packages = array();

	public function get_cart() {
		$pricing = (array) WC()->session->get( 'pricing' );
		$pieces  = (int) ( WC()->session->get( 'quantity' ) ?? 2 );
		// What is not delivered, by the key of its line.
		$other   = fn ( $key ) => WC()->session->get( 'download' ) === $key ? array( 'needs_shipping' => false ) : array();
		$total   = round( $pieces * ( $pricing['unit'] ?? 75000 ) * ( 100 - ( $pricing['discount'] ?? 0 ) ) / 100, 2 );
		$lines   = array( 'a' => array( 'data' => new WC_Product( ( did_action( 'woocommerce_before_calculate_totals' ) ? (array) WC()->session->get( 'piece' ) : array() ) + $other( 'a' ) ), 'quantity' => $pieces, 'line_total' => $total, 'line_tax' => round( $total * ( $pricing['tax'] ?? 0 ) / 100, 2 ) ) );
		// Goods of another vendor.
		return $lines + ( WC()->session->get( 'vendors' ) ? array( 'b' => array( 'data' => new WC_Product( array( 'get_name' => 'Sarung', 'get_sku' => 'SRG-1', 'get_weight' => '0.9' ) + $other( 'b' ) ), 'quantity' => 1, 'line_total' => 80000, 'line_tax' => 0 ) ) : array() );
	}

	public function get_coupons() {
		$free = ! empty( ( (array) WC()->session->get( 'pricing' ) )['freeDelivery'] );
		return $free ? array( new Stub_Coupon() ) : array();
	}

	public function needs_shipping() {
		return true;
	}

	public function get_shipping_packages() {
		$destination = array( 'country' => 'ID', 'postcode' => WC()->session->get( 'postcode' ) );
		return apply_filters( 'woocommerce_cart_shipping_packages', array( array( 'contents' => $this->get_cart(), 'destination' => $destination ) ) );
	}

	/** As WooCommerce does: rates are asked again if a package has changed, and the choice is dropped if the list has. */
	public function calculate() {
		// Another plugin sets weights now.
		do_action( 'woocommerce_before_calculate_totals', $this );
		$packages = $this->get_shipping_packages();
		$hash     = md5( serialize( $packages ) );
		$known    = WC()->session->get( 'rates' );
		if ( ! $known || $known['hash'] !== $hash ) {
			$rates  = array();
			$chosen = WC()->session->get( 'chosen_shipping_methods' );
			$pickup = new Stub_Pickup( 2 );
			$pickup->calculate_shipping();
			foreach ( $packages as $key => $package ) {
				$method = new Ship_Elements_Shipping_Method( 3 );
				$method->calculate_shipping( $package );
				$rates[ $key ]  = $method->rates;
				$all            = $method->rates + $pickup->rates;
				$chosen[ $key ] = apply_filters( 'woocommerce_shipping_chosen_method', (string) array_key_first( $all ), $all, $chosen[ $key ] ?? '' );
			}
			$known = array( 'hash' => $hash, 'rates' => $rates, 'pickup' => $pickup->rates );
			WC()->session->set( 'rates', $known );
			WC()->session->set( 'chosen_shipping_methods', $chosen );
		}
		$this->packages = array_combine( array_keys( $packages ), array_map( fn ( $package, $rates ) => $package + array( 'rates' => $rates + $known['pickup'] ), $packages, $known['rates'] ) );
		return reset( $known['rates'] );
	}

	/** A zone without another method. */
	public function without_rates() {
		$this->packages = array_map( fn ( $package ) => $package + array( 'rates' => array() ), $this->get_shipping_packages() );
	}

	public function chosen_rate() {
		$this->calculate();
		return $this->chosen_rates()[0];
	}

	public function chosen_rates() {
		$chosen = WC()->session->get( 'chosen_shipping_methods' );
		$this->calculate();
		return array_map( fn ( $key, $package ) => $package['rates'][ $chosen[ $key ] ], array_keys( $this->packages ), $this->packages );
	}

	public function get_packages() {
		return $this->packages;
	}
}
