<?php
defined( 'ABSPATH' ) || exit;

/** A token that does not fit. Its message is one word: forged, expired, other-cart, other-destination, other-service, not-quoted. */
class Ship_Elements_Token_Error extends RuntimeException {}

/** Signs and reads the tokens that the shop and the gateway exchange: compact JWTs with HS256. */
class Ship_Elements_Tokens {
	/** The service refuses to collect more than this many rupiah. */
	const COD_LIMIT = 15000000;

	const PLACE_FIELDS = array( 'area_id', 'postal_code', 'latitude', 'longitude' );

	/** @var array account, kid and secret */
	private $keys;

	public function __construct( array $keys ) {
		$this->keys = $keys;
	}

	public function sign_cart( array $cart ): string {
		return $this->sign( 'cart', 60, $cart );
	}

	private function sign( string $kind, int $minutes, array $claims ): string {
		$head    = array(
			'alg' => 'HS256',
			'typ' => "ship-$kind+jwt",
			'kid' => $this->keys['kid'],
		);
		$claims += array(
			'aud' => 'ship-gateway:' . $this->keys['account'],
			'iat' => time(),
			'exp' => time() + 60 * $minutes,
		);
		$text    = self::base64( self::json( $head ) ) . '.' . self::base64( self::json( $claims ) );
		return $text . '.' . $this->signature( $text );
	}

	/** @throws Ship_Elements_Token_Error */
	private function claims_of_offer( string $token ): array {
		$parts = explode( '.', $token );
		if ( strlen( $token ) > 16384 || 3 !== count( $parts ) || ! hash_equals( $this->signature( "$parts[0].$parts[1]" ), $parts[2] ) ) {
			throw new Ship_Elements_Token_Error( 'forged' );
		}
		$read   = function ( $part ) {
			return json_decode( base64_decode( strtr( $part, '-_', '+/' ) ), true );
		};
		$head   = $read( $parts[0] );
		$claims = $read( $parts[1] );
		$ours   = array(
			'alg' => 'HS256',
			'typ' => 'ship-offer+jwt',
			'kid' => $this->keys['kid'],
		);
		// phpcs:ignore Universal.Operators.StrictComparisons -- the order of the fields does not matter.
		if ( $head != $ours || 'ship-shop:' . $this->keys['account'] !== $claims['aud'] ) {
			throw new Ship_Elements_Token_Error( 'forged' );
		}
		if ( $claims['exp'] + 60 <= time() || $claims['iat'] + 20 * 60 + 60 < time() ) {
			throw new Ship_Elements_Token_Error( 'expired' );
		}
		return $claims;
	}

	/**
	 * Checks that an offer is for this cart, destination and service, and returns what it costs and how it is paid.
	 *
	 * @param string $service jne/reg.
	 * @return array courier, service, collection_method, price, insurance, cod, pay_now, pay_at_door (rupiah), estimate, cart, destination
	 * @throws Ship_Elements_Token_Error
	 */
	public function accept( string $offer, array $cart, array $destination, string $service, bool $insured, bool $cod ): array {
		$claims = $this->claims_of_offer( $offer );
		if ( self::cart_fingerprint( $cart ) !== $claims['cart'] ) {
			throw new Ship_Elements_Token_Error( 'other-cart' );
		}
		if ( self::fingerprint( self::place( $destination, 'destination' ) ) !== $claims['destination'] ) {
			throw new Ship_Elements_Token_Error( 'other-destination' );
		}
		if ( "$claims[courier]/$claims[service]" !== $service ) {
			throw new Ship_Elements_Token_Error( 'other-service' );
		}
		list( $price, $insurance, $collected ) = self::parts( $claims, $insured, $cod );
		$declared                              = array_sum(
			array_map(
				function ( $item ) {
					return $item['value'] * $item['quantity'];
				},
				$cart['items']
			)
		);
		if ( $insurance && empty( $insurance['always'] ) && $insurance['amount'] !== $declared ) {
			throw new Ship_Elements_Token_Error( 'other-cart' );
		}
		if ( $collected && $collected['amount'] !== $cart['subtotal'] ) {
			throw new Ship_Elements_Token_Error( 'other-cart' );
		}
		// WooCommerce has one payment for an order, so cash on delivery always collects goods and delivery.
		$total = $cart['subtotal'] + (int) ceil( $price );
		if ( $collected && $total > self::COD_LIMIT ) {
			throw new Ship_Elements_Token_Error( 'not-quoted' );
		}
		return array(
			'courier'           => $claims['courier'],
			'service'           => $claims['service'],
			'collection_method' => $claims['collection_method'] ?? null,
			'price'             => (int) ceil( $price ),
			'insurance'         => $insurance,
			'cod'               => $collected,
			'pay_now'           => $collected ? 0 : $total,
			'pay_at_door'       => $collected ? $total : 0,
			'estimate'          => ! empty( $claims['estimate'] ),
			'cart'              => $cart,
			'destination'       => $destination,
		);
	}

	/** @return array price, insurance or null, collected or null */
	private static function parts( array $claims, bool $insured, bool $cod ): array {
		$parts = $claims['parts'] ?? null;
		if ( ! $parts ) {
			// phpcs:ignore Universal.Operators.StrictComparisons -- the order of the fields does not matter.
			$same = $claims['asked'] == array( 'insured' => $insured, 'cash_on_delivery' => $cod );
			if ( ! $same || ( $insured && ! isset( $claims['amounts']['insurance'] ) ) || ( $cod && ! isset( $claims['amounts']['cash_on_delivery'] ) ) ) {
				throw new Ship_Elements_Token_Error( 'not-quoted' );
			}
			$amount = $insured ? $claims['amounts']['insurance'] : 0;
			return array(
				$claims['price'],
				$amount ? array( 'amount' => $amount ) : null,
				$cod ? $claims['amounts']['cash_on_delivery'] : null,
			);
		}
		$insurance = $parts['insurance'] ?? null;
		$collected = $parts['cash_on_delivery'] ?? null;
		if ( ( $insured && ! $insurance ) || ( $cod && ! $collected ) ) {
			throw new Ship_Elements_Token_Error( 'not-quoted' );
		}
		if ( ! $insured && empty( $insurance['always'] ) ) {
			$insurance = null;
		}
		if ( ! $cod ) {
			$collected = null;
		}
		$price = $parts['shipping'] + ( $insurance['fee'] ?? 0 ) + ( $collected['fee'] ?? 0 );
		// Amount 0: this courier insures nothing.
		return array( $price, empty( $insurance['amount'] ) ? null : $insurance, $collected );
	}

	/** The body of the order for an accepted offer. $contacts has sender and recipient. */
	public static function order( array $accepted, array $contacts ): array {
		$places = $accepted['cart']['origin'] + $accepted['destination'];
		$order  = $places + $contacts + array(
			'items'           => $accepted['cart']['items'],
			'courier_company' => $accepted['courier'],
			'courier_type'    => $accepted['service'],
			'delivery_type'   => 'now',
		);
		if ( $accepted['collection_method'] ) {
			$order['origin_collection_method'] = $accepted['collection_method'];
		}
		if ( $accepted['insurance'] ) {
			$order['courier_insurance'] = $accepted['insurance']['amount'];
		}
		if ( $accepted['cod'] ) {
			$order['destination_cash_on_delivery']      = $accepted['pay_at_door'];
			$order['destination_cash_on_delivery_type'] = $accepted['cod']['type'];
		}
		return $order;
	}

	/**
	 * The token that allows one order. The same order under the same reference is placed once, however often it is sent.
	 *
	 * @param int $price_max Rupiah that the delivery may cost.
	 */
	public function sign_grant( array $order, array $accepted, string $reference, int $price_max ): string {
		$claims = array(
			'order'     => $order,
			'reference' => $reference,
			'price_max' => $price_max,
			'subtotal'  => $accepted['cart']['subtotal'],
		);
		if ( $accepted['cod'] ) {
			$claims['quoted_cash_on_delivery'] = $accepted['cod']['amount'];
		}
		return $this->sign( 'grant', 10, $claims );
	}

	public static function cart_fingerprint( array $cart ): string {
		$fields = array( 'name', 'sku', 'category', 'value', 'quantity', 'weight', 'length', 'width', 'height' );
		$items  = array();
		foreach ( $cart['items'] as $item ) {
			$items[] = self::row( $item, $fields );
		}
		return self::fingerprint( array( $items, self::place( $cart['origin'], 'origin' ), $cart['subtotal'] ) );
	}

	private static function place( array $from, string $side ): array {
		$fields = array();
		foreach ( self::PLACE_FIELDS as $field ) {
			$fields[] = "{$side}_$field";
		}
		return self::row( $from, $fields );
	}

	private static function row( array $from, array $fields ): array {
		$row = array();
		foreach ( $fields as $field ) {
			$row[] = $from[ $field ] ?? null;
		}
		return $row;
	}

	private static function fingerprint( array $parts ): string {
		return self::base64( hash( 'sha256', self::json( $parts ), true ) );
	}

	private function signature( string $text ): string {
		return self::base64( hash_hmac( 'sha256', $text, $this->keys['secret'], true ) );
	}

	private static function base64( string $bytes ): string {
		return rtrim( strtr( base64_encode( $bytes ), '+/', '-_' ), '=' );
	}

	/** The same JSON as JavaScript writes: fingerprints of both must be equal. */
	private static function json( $value ): string {
		// phpcs:ignore WordPress.WP.AlternativeFunctions -- wp_json_encode changes text that is not UTF-8, and so the fingerprint.
		return json_encode( $value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_LINE_TERMINATORS );
	}
}
