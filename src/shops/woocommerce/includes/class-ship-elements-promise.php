<?php
defined( 'ABSPATH' ) || exit;

/**
 * What delivery costs at least and when it comes, before the checkout. Each question costs the merchant money, so one answer serves all visits of the
 * hours that the shop sets, by the same rules as in src/gateway/quote/promise.ts.
 */
class Ship_Elements_Promise {
	/** Paid questions a day, and those of one address or account. Shoppers of a mobile network share an address. */
	const MOST_OF_ALL = 1000;
	const MOST_OF_ONE = 100;

	/** Seconds after which a visit that asks has failed without a word. Other visits wait for it until then. */
	const ASKING = 10;

	public static function register(): void {
		$class = self::class;
		add_action( 'init', array( $class, 'add_block' ) );
		add_shortcode( 'ship_elements_promise', array( $class, 'html' ) );
		add_action( 'woocommerce_single_product_summary', array( $class, 'show' ), 25 );
		add_action( 'woocommerce_before_cart_totals', array( $class, 'show' ) );
		add_filter( 'woocommerce_available_variation', array( $class, 'add_measures' ), 10, 3 );
		add_action( 'wp_enqueue_scripts', array( $class, 'enqueue' ) );
	}

	public static function is_on(): bool {
		return 'no' !== Ship_Elements_Settings::get( 'promise' ) && null === Ship_Elements_Settings::problem();
	}

	/** The answer for a page: the service with the least price, and what is missing for free delivery. Empty if the page has a mistake, null if the service cannot be asked. */
	public static function answer( array $asked, ?int $now = null ): ?array {
		$place = self::place( $asked );
		$class = Ship_Elements_Pricing::weight_class( (float) ( $asked['weight'] ?? 0 ), (float) ( $asked['volume'] ?? 0 ) );
		if ( ! $place || ! $class ) {
			return array();
		}
		$rates = self::rates( $place, $class, $now ?? time() );
		if ( null === $rates ) {
			return null;
		}
		$goods = is_numeric( $asked['subtotal'] ?? null ) ? max( 0, (int) $asked['subtotal'] ) : null;
		$given = null !== $goods && WC()->cart && Ship_Elements_Quotes::has_free_coupon();
		$rate  = Ship_Elements_Pricing::least( Ship_Elements_Quotes::subsidised_for( $rates, (int) $goods, $given ) );
		$free  = $rate && null !== $goods && ! $given ? self::free_delivery( $goods ) : array();
		if ( $rate ) {
			$fields = array( 'courier_code', 'courier_service_code', 'courier_name', 'courier_service_name', 'duration', 'shipment_duration_range', 'shipment_duration_unit', 'price' );
			$rate   = array_intersect_key( $rate, array_flip( $fields ) ) + array_filter( array( 'arrivals' => Ship_Elements_Settings::promises( $rate ) ) );
		}
		return array( 'success' => true, 'rate' => $rate ) + $free;
	}

	/** What goods of so many rupiah lack for free delivery, as a field of an answer. Empty if the shop has no such rule. */
	public static function free_delivery( int $goods ): array {
		$from = (int) Ship_Elements_Settings::number( 'free_from' );
		return $from > 0 ? array( 'free_delivery' => array( 'from' => $from, 'missing' => max( 0, $from - $goods ) ) ) : array();
	}

	/** A district has one postal code, so its id alone is the question. */
	private static function place( array $asked ): ?array {
		$area = $asked['destination_area_id'] ?? '';
		$code = Ship_Elements_Text::postcode( is_scalar( $asked['destination_postal_code'] ?? '' ) ? (string) ( $asked['destination_postal_code'] ?? '' ) : '' );
		if ( is_string( $area ) && preg_match( '/^\w{1,64}$/D', $area ) ) {
			return array( 'destination_area_id' => $area );
		}
		return $code ? array( 'destination_postal_code' => $code ) : null;
	}

	/** Lifetimes begin at the same moments for all districts, and nobody keeps an answer after the end of its own. */
	private static function rates( array $place, array $class, int $now ): ?array {
		$lifetime = HOUR_IN_SECONDS * (int) Ship_Elements_Settings::number( 'promise_hours' );
		$side     = isset( $class['volume'] ) ? (int) floor( round( $class['volume'] ** ( 1 / 3 ), 9 ) ) : 0;
		$item     = array( 'name' => 'Goods', 'value' => 1, 'quantity' => 1, 'weight' => $class['weight'] ) + ( $side ? array( 'length' => $side, 'width' => $side, 'height' => $side ) : array() );
		$question = Ship_Elements_Quotes::plain_question( $item, $place );
		$name     = 'promise:' . hash( 'sha256', Ship_Elements_Settings::service_url() . wp_json_encode( $question ) ) . ':' . $lifetime . ':' . intdiv( $now, $lifetime );
		$until    = microtime( true ) + Ship_Elements_Service::PATIENCE;
		do {
			$kept = Ship_Elements_Storage::get( $name );
			if ( is_array( $kept['value'] ?? null ) ) {
				return $kept['value'];
			}
			if ( '' === $question['couriers'] || ( ! $kept && self::is_exhausted() ) ) {
				return null;
			}
			if ( Ship_Elements_Storage::claim( $name, self::ASKING, max( DAY_IN_SECONDS, $lifetime ), implode( Ship_Elements_Quotes::asker() ) ) ) {
				$rates = Ship_Elements_Quotes::ask_plain( $question );
				if ( null === $rates ) {
					// What was not answered is not counted.
					Ship_Elements_Storage::delete( $name );
				} else {
					Ship_Elements_Storage::set( $name, $rates, max( DAY_IN_SECONDS, $lifetime ), implode( Ship_Elements_Quotes::asker() ) );
				}
				return $rates;
			}
			// Another visit of this moment asks.
			usleep( 100000 );
			Ship_Elements_Storage::forget();
		} while ( microtime( true ) < $until );
		return null;
	}

	private static function is_exhausted(): bool {
		/** Filters how many questions before the checkout the shop may ask the service in a day. */
		$most = (int) apply_filters( 'ship_elements_promises_per_day', self::MOST_OF_ALL );
		list( $all, $of_one ) = Ship_Elements_Storage::counts( 'promise:', array( array( '', DAY_IN_SECONDS ), array( Ship_Elements_Quotes::asker()[0], DAY_IN_SECONDS ) ) );
		return $all >= $most || $of_one >= self::MOST_OF_ONE;
	}

	public static function add_block(): void {
		wp_register_script( 'ship-elements-promise-block', plugins_url( 'assets/promise-block.js', SHIP_ELEMENTS_FILE ), array( 'wp-blocks', 'wp-block-editor', 'wp-element' ), SHIP_ELEMENTS_VERSION, true );
		wp_add_inline_script( 'ship-elements-promise-block', 'window.shipElementsOutside = ' . wp_json_encode( self::outside() ) . ';', 'before' );
		register_block_type(
			'ship-elements/promise',
			array(
				'api_version'           => 3,
				'title'                 => __( 'Delivery: price and arrival', 'ship-elements' ),
				'description'           => __( 'Says on the page of a product what delivery costs and when it comes.', 'ship-elements' ),
				'category'              => 'woocommerce',
				'icon'                  => 'airplane',
				'uses_context'          => array( 'postId', 'postType' ),
				'editor_script_handles' => array( 'ship-elements-promise-block' ),
				'render_callback'       => fn ( $attributes, $content, $block ) => self::html_of( wc_get_product( $block->context['postId'] ?? 0 ) ),
			)
		);
	}

	/** On each page of a product and in the classic cart, unless the merchant has another place for it. */
	public static function show(): void {
		if ( 'pages' === Ship_Elements_Settings::get( 'promise' ) ) {
			echo self::html(); // phpcs:ignore WordPress.Security.EscapeOutput -- html() escapes.
		}
	}

	public static function html(): string {
		return self::html_of( $GLOBALS['product'] ?? wc_get_product() );
	}

	/** @param WC_Product|mixed $product nothing in the cart */
	private static function html_of( $product ): string {
		$goods = is_cart() ? self::cart_goods() : self::goods_of( $product );
		if ( ! $goods || ! self::is_on() ) {
			return is_cart() ? '' : self::why_nothing( $product );
		}
		self::load();
		$attributes = array( 'base-url' => Ship_Elements_Classic_Checkout::url(), 'lang' => substr( determine_locale(), 0, 2 ), 'items' => wp_json_encode( $goods ) ) + ( is_cart() ? array( 'subtotal' => Ship_Elements_Parcel::goods() ) : array() );
		$pairs      = array_map( fn ( $name, $value ) => sprintf( '%s="%s"', $name, esc_attr( $value ) ), array_keys( $attributes ), $attributes );
		return '<ship-promise ' . implode( ' ', $pairs ) . ' remember></ship-promise>';
	}

	private static function outside(): string {
		return __( 'Nothing is shown here, because this is not the page of a product.', 'ship-elements' );
	}

	/** The merchant reads why nothing is shown, where that is not to be seen from the product. Shoppers read nothing. */
	private static function why_nothing( $product ): string {
		if ( ! current_user_can( 'manage_woocommerce' ) ) {
			return '';
		}
		$why = $product instanceof WC_Product ? '' : self::outside();
		if ( '' === $why && $product->is_type( 'grouped' ) ) {
			$why = __( 'Nothing is shown here, because a grouped product is not delivered itself. The pages of its products say what delivery costs.', 'ship-elements' );
		}
		if ( '' === $why && ! Ship_Elements_Parcel::measures( $product ) ) {
			$why = Ship_Elements_Words::too_light( $product->get_name(), Ship_Elements_Parcel::weight( $product ) );
		}
		if ( ! self::is_on() ) {
			$why = Ship_Elements_Settings::problem() ?? __( 'Nothing is shown here, because “Show delivery” is off in the settings.', 'ship-elements' );
		}
		/* translators: %s: why nothing is shown */
		return '' === $why ? '' : '<p><em>' . esc_html( sprintf( __( 'Ship Elements, to you alone: %s', 'ship-elements' ), $why ) ) . '</em></p>';
	}

	/** Empty if this shop cannot deliver the product just now: a file, one that is sold elsewhere or sold out, or whose weight is a mistake. */
	private static function goods_of( $product ): array {
		$measures = $product instanceof WC_Product && $product->needs_shipping() && $product->is_purchasable() && $product->is_in_stock() ? Ship_Elements_Parcel::measures( $product ) : array();
		return $measures ? array( $measures ) : array();
	}

	private static function cart_goods(): array {
		$lines = array_filter( WC()->cart->get_cart(), fn ( $line ) => $line['data']->needs_shipping() );
		$goods = array_values( array_map( fn ( $line ) => Ship_Elements_Parcel::measures( $line['data'] ) + array( 'quantity' => $line['quantity'] ), $lines ) );
		return count( array_column( $goods, 'weight' ) ) === count( $goods ) ? $goods : array();
	}

	/** The page of a variable product tells the element of the chosen variation. */
	public static function add_measures( $data, $parent, $variation ) {
		return self::is_on() ? $data + array( 'ship_elements' => self::goods_of( $variation ) ) : $data;
	}

	/** Its height is reserved from the beginning of the page on. */
	public static function enqueue(): void {
		if ( ( is_product() || is_cart() ) && self::is_on() ) {
			self::load();
		}
	}

	private static function load(): void {
		$asset = fn ( $file ) => plugins_url( "assets/$file", SHIP_ELEMENTS_FILE ) . '?ver=' . SHIP_ELEMENTS_VERSION;
		wp_enqueue_style( 'ship-elements-promise', plugins_url( 'assets/promise.css', SHIP_ELEMENTS_FILE ), array(), SHIP_ELEMENTS_VERSION );
		if ( ! wp_script_is( 'ship-elements-promise', 'enqueued' ) ) {
			wp_enqueue_script( 'ship-elements-promise', plugins_url( 'assets/promise.js', SHIP_ELEMENTS_FILE ), array(), SHIP_ELEMENTS_VERSION, true );
			wp_add_inline_script( 'ship-elements-promise', 'window.shipElementsFiles = ' . wp_json_encode( array( $asset( 'ship-elements-promise.js' ), $asset( 'ship-elements-area-search.js' ) ) ) . ';', 'before' );
		}
	}
}
