<?php
defined( 'ABSPATH' ) || exit;

/** Maps WooCommerce's packages and orders to the fields of the gateway. */
class Ship_Elements_Parcel {
	/** Rupiah that the shopper pays for everything in the cart: taxes in it, discounts taken off. */
	public static function goods(): int {
		$sum = 0;
		foreach ( WC()->cart->get_cart() as $line ) {
			$sum += self::paid_for( $line );
		}
		return (int) round( $sum );
	}

	/** The claims of the signed cart, for a package of WooCommerce that Ship_Elements_Checkout has marked. */
	public static function cart( array $package ): array {
		$items = array();
		foreach ( $package['contents'] as $line ) {
			$items[] = self::item( $line );
		}
		return array(
			'items'    => $items,
			'origin'   => array( 'origin_postal_code' => (int) Ship_Elements_Settings::get( 'origin_postcode' ) ),
			'subtotal' => $package['ship_elements']['goods'],
			'session'  => substr( hash_hmac( 'sha256', (string) WC()->session->get_customer_id(), wp_salt( 'nonce' ) ), 0, 32 ),
		);
	}

	/** Null if the address is not complete, or outside Indonesia. */
	public static function destination( array $package ): ?array {
		$to   = $package['destination'];
		$code = trim( (string) ( $to['postcode'] ?? '' ) );
		return 'ID' === ( $to['country'] ?? '' ) && preg_match( '/^[1-9]\d{4}$/', $code ) ? array( 'destination_postal_code' => (int) $code ) : null;
	}

	/** Sender and recipient of an order. */
	public static function contacts( WC_Order $order ): array {
		$given = function ( $field ) use ( $order ) {
			$shipping = $order->{"get_shipping_$field"}();
			return trim( '' === $shipping ? $order->{"get_billing_$field"}() : $shipping );
		};
		// An address is taken whole: a line of the billing address must not be mixed in.
		$side     = '' === $order->get_shipping_address_1() ? 'billing' : 'shipping';
		$lines    = $order->get_address( $side );
		$states   = WC()->countries->get_states( $lines['country'] );
		$parts    = array( $lines['company'], $lines['address_1'], $lines['address_2'], $lines['city'], $states[ $lines['state'] ] ?? $lines['state'] );
		$contacts = array(
			'origin_contact_name'       => Ship_Elements_Settings::get( 'sender_name' ),
			'origin_contact_phone'      => Ship_Elements_Settings::get( 'sender_phone' ),
			'origin_address'            => Ship_Elements_Settings::get( 'sender_address' ),
			'destination_contact_name'  => trim( $given( 'first_name' ) . ' ' . $given( 'last_name' ) ),
			'destination_contact_phone' => self::phone( $order ),
			'destination_address'       => implode( ', ', array_filter( $parts ) ),
			'destination_note'          => $order->get_customer_note(),
		);
		return array_filter( $contacts );
	}

	public static function phone( WC_Order $order ): string {
		$phone = $order->get_shipping_phone();
		return trim( $phone ? $phone : $order->get_billing_phone() );
	}

	private static function item( array $line ): array {
		$product = $line['data'];
		$item    = array(
			'name'     => wp_strip_all_tags( $product->get_name() ),
			'value'    => (int) round( self::paid_for( $line ) / $line['quantity'] ),
			'quantity' => (int) ceil( $line['quantity'] ),
			'weight'   => self::weight( $product ),
		);
		if ( $product->get_sku() ) {
			$item['sku'] = $product->get_sku();
		}
		foreach ( array( 'length', 'width', 'height' ) as $side ) {
			$own   = (float) $product->{"get_$side"}();
			$value = $own ? wc_get_dimension( $own, 'cm' ) : (float) Ship_Elements_Settings::get( $side );
			if ( $value > 0 ) {
				$item[ $side ] = (int) ceil( $value );
			}
		}
		return $item;
	}

	private static function weight( WC_Product $product ): int {
		$own = (float) $product->get_weight();
		return max( 1, (int) ceil( round( $own ? wc_get_weight( $own, 'g' ) : (float) Ship_Elements_Settings::get( 'weight' ), 3 ) ) );
	}

	private static function paid_for( array $line ): float {
		return (float) ( $line['line_total'] ?? 0 ) + (float) ( $line['line_tax'] ?? 0 );
	}
}
