<?php
defined( 'ABSPATH' ) || exit;

/** Maps WooCommerce's packages and orders to the service's fields. */
class Ship_Elements_Parcel {
	/** What a line of an order keeps of its goods: see `piece`. */
	const GOODS = '_ship_elements_goods';

	/** Lines of goods that a delivery may have. */
	const MOST_LINES = 100;

	/** The service's categories of goods. */
	const CATEGORIES = array( 'fashion', 'healthcare', 'food_and_drink', 'electronic', 'beauty', 'outdoor_gear', 'home_accessories', 'hobby', 'collection', 'sparepart', 'groceries', 'frozen_food', 'others' );

	/** Rupiah that the shopper pays for everything in the cart. */
	public static function goods(): int {
		return self::worth( WC()->cart->get_cart() );
	}

	/** Rupiah that the shopper pays for lines of the cart: taxes in it, discounts taken off. */
	public static function worth( array $lines ): int {
		return (int) round( array_sum( array_map( fn ( $line ) => (float) ( $line['line_total'] ?? 0 ) + (float) ( $line['line_tax'] ?? 0 ), $lines ) ) );
	}

	/** The same of a parcel of an order, as it is now. */
	public static function goods_of( WC_Order $order, int $parcel = 0 ): int {
		$sum = 0;
		foreach ( Ship_Elements_Terms::lines( $order, $parcel ) as $item ) {
			$sum += (float) $item->get_total() + (float) $item->get_total_tax();
		}
		return (int) round( $sum );
	}

	public static function items( array $package ): array {
		$items = array();
		foreach ( $package['contents'] as $line ) {
			$piece = self::piece( $line['data'] );
			$paid  = (float) ( $line['line_total'] ?? 0 ) + (float) ( $line['line_tax'] ?? 0 );
			// WooCommerce puts in what is delivered. Other plugins may put in more.
			if ( $piece['ships'] ) {
				$items[] = self::item( $piece, $line['data']->get_name(), $paid, (float) $line['quantity'], (float) $line['quantity'] );
			}
		}
		return $items;
	}

	/** How many pieces of each line a package has that are delivered, by the line's key in the cart. */
	public static function quantities( array $package ): array {
		$pieces = array();
		foreach ( $package['contents'] as $key => $line ) {
			if ( $line['data']->needs_shipping() ) {
				$pieces[ $line['key'] ?? $key ] = (float) $line['quantity'];
			}
		}
		return $pieces;
	}

	/** What is still to be sent of a parcel of an order, as it was sold: without refunded pieces, and without what needs no delivery. */
	public static function items_of( WC_Order $order, int $parcel = 0 ): array {
		$items = array();
		foreach ( Ship_Elements_Terms::lines( $order, $parcel ) as $id => $line ) {
			$kept  = $line->get_meta( self::GOODS );
			// A weight that was a mistake may be mended by now.
			$piece = is_array( $kept ) && $kept['grams'] >= 1 ? $kept : self::piece( $line->get_product() ? $line->get_product() : null );
			$left  = (float) $line->get_quantity() - abs( (float) $order->get_qty_refunded_for_item( $id ) );
			if ( $left > 0 && $piece['ships'] ) {
				$items[] = self::item( $piece, $line->get_name(), (float) $line->get_total() + (float) $line->get_total_tax(), (float) $line->get_quantity(), $left );
			}
		}
		return $items;
	}

	private static function item( array $piece, string $name, float $paid, float $pieces, float $left ): array {
		$name = Ship_Elements_Text::name( $name );
		// A label needs a name: some titles are tags alone.
		$item = array( 'name' => '' !== $name ? $name : ( '' !== $piece['sku'] ? $piece['sku'] : __( 'Goods', 'ship-elements' ) ) )
			+ ( $piece['grams'] < 1 ? array( 'weight' => $piece['grams'] ) : array() )
			+ Ship_Elements_Text::line( $paid, $pieces, $left, $piece['grams'] );
		if ( '' !== $piece['sku'] ) {
			$item['sku'] = $piece['sku'];
		}
		return $item + $piece['sides'] + ( $piece['category'] ?? array() );
	}

	/** The first of these items that weighs less than a gram, which is kilograms by mistake: no courier is asked for it. */
	public static function too_light( array $items ): ?array {
		return array_values( array_filter( $items, fn ( $item ) => $item['weight'] < 1 ) )[0] ?? null;
	}

	/**
	 * What a delivery has to know of a product.
	 *
	 * @param WC_Product|null $product nothing if it was deleted.
	 * @return array sku, ships, grams of one piece, sides in centimetres, and the service's category
	 */
	public static function piece( ?WC_Product $product ): array {
		return array(
			'sku'      => $product ? (string) $product->get_sku() : '',
			'ships'    => ! $product || $product->needs_shipping(),
			'grams'    => self::weight( $product ),
			'sides'    => self::sides( $product ),
			'category' => self::category( $product ),
		);
	}

	/** By the slugs of the product's categories, or else the shop's usual one. None is sent where nothing is named. */
	private static function category( ?WC_Product $product ): array {
		$terms = $product ? get_the_terms( $product->get_parent_id() ? $product->get_parent_id() : $product->get_id(), 'product_cat' ) : array();
		$rules = array_intersect_key( Ship_Elements_Settings::categories(), array_flip( is_array( $terms ) ? array_column( $terms, 'slug' ) : array() ) );
		$named = (string) apply_filters( 'ship_elements_category', $rules ? reset( $rules ) : Ship_Elements_Settings::get( 'category' ), $product );
		return in_array( $named, self::CATEGORIES, true ) ? array( 'category' => $named ) : array();
	}

	/** Weight in grams and sides in centimetres of one piece. Empty if the weight is a mistake. */
	public static function measures( WC_Product $product ): array {
		$grams = self::weight( $product );
		return $grams < 1 ? array() : array( 'weight' => (int) ceil( $grams ) ) + self::sides( $product );
	}

	private static function sides( ?WC_Product $product ): array {
		$sides = array();
		foreach ( array( 'length', 'width', 'height' ) as $side ) {
			$own   = $product ? Ship_Elements_Text::number( $product->{"get_$side"}() ) : 0;
			$value = $own ? wc_get_dimension( $own, 'cm' ) : Ship_Elements_Settings::number( $side );
			if ( $value > 0 ) {
				$sides[ $side ] = (int) ceil( $value );
			}
		}
		return $sides;
	}

	/** Grams of one piece. A weight that is no number counts as missing. */
	public static function weight( ?WC_Product $product ): float {
		$own = $product ? Ship_Elements_Text::number( $product->get_weight() ) : 0;
		if ( ! $own ) {
			return Ship_Elements_Settings::number( 'weight' );
		}
		$grams = round( (float) wc_get_weight( $own, 'g' ), 6 );
		// Each ounce and each pound has a fraction.
		if ( $grams > 1 && floor( $grams ) !== $grams && in_array( get_option( 'woocommerce_weight_unit' ), array( 'g', 'kg' ), true ) ) {
			self::warn_of_fraction( $product->get_name(), $grams );
		}
		return $grams;
	}

	/** Couriers take whole grams, and 12.5 may be kilograms: one line in the log for each product. */
	private static function warn_of_fraction( string $name, float $grams ): void {
		$known = (array) Ship_Elements_Storage::value( 'fractions' );
		if ( ( $known[ $name ] ?? null ) !== $grams ) {
			Ship_Elements_Storage::set( 'fractions', array_slice( array( $name => $grams ) + $known, 0, 1000, true ), YEAR_IN_SECONDS );
			Ship_Elements_Service::log( 'warning', "The weight of $name: $grams counts as " . ceil( $grams ) . ' grams. Is it meant in another unit?' );
		}
	}

	/** Rupiah: the sum that is insured. */
	public static function declared( array $items ): int {
		return array_sum( array_map( fn ( $item ) => $item['value'] * $item['quantity'], $items ) );
	}

	/** Null if the address is not complete, or outside Indonesia. */
	public static function destination( array $package ): ?array {
		$to = $package['destination'];
		return self::place( (string) ( $to['country'] ?? '' ), (string) ( $to['postcode'] ?? '' ), Ship_Elements_District::of_customer() );
	}

	public static function destination_of( WC_Order $order ): ?array {
		$to = $order->get_address( self::side( $order ) );
		return self::place( $to['country'], $to['postcode'], Ship_Elements_District::of_order( $order, self::side( $order ) ) );
	}

	/** The name of the country that an order goes to, if it is not Indonesia. */
	public static function foreign_country( WC_Order $order ): ?string {
		return self::foreign( (string) $order->get_address( self::side( $order ) )['country'] );
	}

	/** The name of a country that is not Indonesia. */
	public static function foreign( string $code ): ?string {
		return in_array( $code, array( '', 'ID' ), true ) ? null : ( WC()->countries->countries[ $code ] ?? $code );
	}

	private static function place( string $country, string $postcode, string $district ): ?array {
		$code = Ship_Elements_Text::postcode( $postcode );
		if ( 'ID' !== $country || ! $code ) {
			return null;
		}
		$area = Ship_Elements_District::area( $district, $code );
		return array( 'destination_postal_code' => $code ) + ( $area ? array( 'destination_area_id' => $area ) : array() );
	}

	/** An address is taken whole: a line of the billing address must not be mixed in. */
	private static function side( WC_Order $order ): string {
		return '' === $order->get_shipping_address_1() ? 'billing' : 'shipping';
	}

	/**
	 * Where a parcel is collected: at the shop, or at the vendor who sends it.
	 *
	 * @param string $vendor see `Ship_Elements_Packages::vendor`
	 * @return array name, phone, address and postcode
	 */
	public static function origin( string $vendor ): array {
		$shop = array(
			'name'     => Ship_Elements_Settings::get( 'sender_name' ),
			'phone'    => Ship_Elements_Settings::get( 'sender_phone' ),
			'address'  => Ship_Elements_Settings::get( 'sender_address' ),
			'postcode' => Ship_Elements_Settings::get( 'origin_postcode' ),
		);
		$origin = $shop;
		if ( '' !== $vendor ) {
			/** Filters where the courier collects the goods of a vendor, and whom it calls there. Without a filter that is the shop. */
			$given  = array_filter( (array) apply_filters( 'ship_elements_origin', $shop, $vendor ), 'is_scalar' );
			$origin = array_map( 'sanitize_text_field', array_intersect_key( $given, $shop ) ) + array_fill_keys( array_keys( $shop ), '' );
		}
		return array( 'phone' => Ship_Elements_Text::phone( $origin['phone'] ), 'postcode' => Ship_Elements_Text::postcode( $origin['postcode'] ) ) + $origin;
	}

	/** Whether a courier can collect there. The shop's own address is checked with the settings. */
	public static function is_origin( string $vendor ): bool {
		$origin = self::origin( $vendor );
		return '' === $vendor || ( $origin['postcode'] && '' !== $origin['name'] && '' !== $origin['phone'] && '' !== $origin['address'] );
	}

	/** Sender and recipient of a parcel of an order. */
	public static function contacts( WC_Order $order, string $vendor = '' ): array {
		$side     = self::side( $order );
		$lines    = $order->get_address( $side );
		$states   = WC()->countries->get_states( $lines['country'] );
		$district = explode( ',', Ship_Elements_District::of_order( $order, $side ) )[0];
		$parts    = array( $lines['company'], $lines['address_1'], $lines['address_2'], $district, $lines['city'], $states[ $lines['state'] ] ?? $lines['state'] );
		$origin   = self::origin( $vendor );
		$contacts = array(
			'origin_contact_name'       => $origin['name'],
			'origin_contact_phone'      => $origin['phone'],
			'origin_address'            => $origin['address'],
			'destination_contact_name'  => trim( $order->{"get_{$side}_first_name"}() . ' ' . $order->{"get_{$side}_last_name"}() ),
			'destination_contact_phone' => Ship_Elements_Text::phone( self::phone( $order ) ),
			'destination_address'       => implode( ', ', array_filter( $parts ) ),
			'destination_note'          => $order->get_customer_note(),
		);
		return array_filter( $contacts );
	}

	public static function phone( WC_Order $order ): string {
		$phone = $order->get_shipping_phone();
		return trim( $phone ? $phone : $order->get_billing_phone() );
	}

	public static function is_phone( string $phone ): bool {
		return '' !== Ship_Elements_Text::phone( $phone );
	}
}
