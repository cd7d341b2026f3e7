<?php
defined( 'ABSPATH' ) || exit;

/** The packages of the cart: one, or those into which another plugin has split it. Each is quoted, chosen and sold by itself. */
class Ship_Elements_Packages {
	/** Packages that a cart may have: each one is a question that costs money, and the page waits for all of them. */
	const MOST = 10;

	public static function register(): void {
		// After the plugins that split a cart.
		add_filter( 'woocommerce_cart_shipping_packages', array( self::class, 'mark' ), PHP_INT_MAX );
	}

	/** WooCommerce asks for rates again if a package has changed. So everything that decides a price goes into it. */
	public static function mark( array $packages ): array {
		if ( ! $packages || ! WC()->session || Ship_Elements_Settings::problem() ) {
			return $packages;
		}
		// WooCommerce makes no package of what needs no delivery. Another plugin may, and no courier could be chosen for it.
		$delivered = array_filter( $packages, array( 'Ship_Elements_Parcel', 'quantities' ) );
		$packages  = $delivered ? $delivered : $packages;
		if ( ! self::fits_order( $packages ) ) {
			self::warn( 'split' );
			return $packages;
		}
		if ( ! has_filter( 'ship_elements_origin' ) && count( array_unique( array_map( array( self::class, 'vendor' ), $packages ) ) ) > 1 ) {
			self::warn( 'origin' );
		}
		$goods = self::goods( $packages );
		foreach ( $packages as $key => $package ) {
			$items = Ship_Elements_Parcel::items( $package );
			$light = Ship_Elements_Parcel::too_light( $items );
			if ( $light ) {
				self::warn( 'too-light', array( 'item' => $light['name'], 'grams' => $light['weight'] ) );
			} elseif ( ! Ship_Elements_Parcel::is_origin( self::vendor( $package ) ) ) {
				self::warn( 'vendor', self::vendor( $package ) );
			} elseif ( $items && Ship_Elements_Parcel::destination( $package ) ) {
				$packages[ $key ]['ship_elements'] = Ship_Elements_Quotes::mark( $package, (string) $key, $goods[ $key ] );
			}
		}
		return $packages;
	}

	/**
	 * Whether one order can have the packages of a split cart. It has one address, and it and its refunds know lines: each line goes into the
	 * delivery of its package with all its pieces, so a part of one could be priced and could not be ordered.
	 */
	public static function fits_order( array $packages ): bool {
		if ( 1 === count( $packages ) ) {
			return true;
		}
		$address = fn ( $package ) => wp_json_encode( array_map( fn ( $part ) => trim( (string) ( $package['destination'][ $part ] ?? '' ) ), array( 'country', 'state', 'postcode', 'city', 'address', 'address_2' ) ) );
		if ( count( array_unique( array_map( $address, $packages ) ) ) > 1 ) {
			return false;
		}
		$left = Ship_Elements_Parcel::quantities( array( 'contents' => WC()->cart->get_cart() ) );
		foreach ( $packages as $package ) {
			foreach ( Ship_Elements_Parcel::quantities( $package ) as $line => $pieces ) {
				if ( ( $left[ $line ] ?? null ) !== $pieces ) {
					return false;
				}
				unset( $left[ $line ] );
			}
		}
		return ! $left && count( $packages ) <= self::MOST;
	}

	/** @return int[] rupiah of the goods of each package. The first one has what needs no delivery, because its courier collects that, too */
	private static function goods( array $packages ): array {
		$ships = fn ( $line ) => $line['data']->needs_shipping();
		$goods = array_map( fn ( $package ) => Ship_Elements_Parcel::worth( array_filter( $package['contents'], $ships ) ), $packages );
		$first = array_key_first( $goods );
		return array( $first => Ship_Elements_Parcel::goods() - array_sum( $goods ) + $goods[ $first ] ) + $goods;
	}

	/** Who sends a package: what Dokan and WCFM call seller and vendor. Empty if it is the shop. */
	public static function vendor( array $package ): string {
		/** Filters who sends a package. Where that is, says the filter `ship_elements_origin`. */
		return (string) apply_filters( 'ship_elements_vendor', (string) ( $package['seller_id'] ?? $package['vendor_id'] ?? '' ), $package );
	}

	/** Whether a package still has the goods for which it was marked. Another plugin may have split it, and copied the mark. */
	public static function is_whole( array $package ): bool {
		$is_whole = ( $package['ship_elements']['lines'] ?? null ) === Ship_Elements_Parcel::quantities( $package );
		if ( ! $is_whole && isset( $package['ship_elements'] ) ) {
			self::warn( 'split' );
		}
		return $is_whole;
	}

	/** Tells the merchant for a day that no courier is offered for such carts. */
	private static function warn( string $reason, $about = true ): void {
		$known = Ship_Elements_Storage::get( $reason );
		if ( ! $known || $known['value'] !== $about || $known['created'] < time() - HOUR_IN_SECONDS ) {
			Ship_Elements_Storage::set( $reason, $about, DAY_IN_SECONDS );
		}
	}

	/** @return array[] the packages whose delivery can be priced, by WooCommerce's keys */
	public static function all(): array {
		return array_filter( WC()->cart->get_shipping_packages(), fn ( $package ) => isset( $package['ship_elements'] ) );
	}

	/** The package of a cart that is not split, if its delivery can be priced. The widget shows such a cart alone. */
	public static function only(): ?array {
		$packages = WC()->cart->get_shipping_packages();
		$package  = 1 === count( $packages ) ? reset( $packages ) : array();
		return isset( $package['ship_elements'] ) ? $package : null;
	}

	/** The service of one of our rates, as `jne/reg`. Empty if it is none of ours. */
	public static function service_of( $rate_id ): string {
		return is_string( $rate_id ) && preg_match( '~^ship_elements:\d*:(.+)$~', $rate_id, $found ) ? $found[1] : '';
	}

	/** The service that a package goes by. Empty if it goes by another method. */
	public static function chosen( string $key ): string {
		$chosen = (array) WC()->session->get( 'chosen_shipping_methods' );
		return self::service_of( $chosen[ $key ] ?? '' );
	}

	/** @return bool[] whether each package goes by one of our rates, by WooCommerce's keys. The session may know packages of an earlier cart */
	public static function ours(): array {
		$packages = WC()->cart->get_shipping_packages();
		return array_combine( array_keys( $packages ), array_map( fn ( $key ) => '' !== self::chosen( (string) $key ), array_keys( $packages ) ) );
	}

	/** @return WC_Shipping_Rate[] the chosen rates that are ours, by WooCommerce's keys */
	public static function rates(): array {
		$chosen = (array) WC()->session->get( 'chosen_shipping_methods' );
		$rates  = array();
		foreach ( WC()->shipping()->get_packages() as $key => $package ) {
			$rate = $package['rates'][ $chosen[ $key ] ?? '' ] ?? null;
			if ( $rate && 'ship_elements' === $rate->get_method_id() ) {
				$rates[ $key ] = $rate;
			}
		}
		return $rates;
	}
}
