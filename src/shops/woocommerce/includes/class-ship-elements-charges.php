<?php
defined( 'ABSPATH' ) || exit;

/** What the service charges, beside the price that it named before the order: notes, what staff have to look at, and a month's sum by product. */
class Ship_Elements_Charges {
	const PAGE = 'ship-elements-charges';

	/** Deliveries that a month's sum reads. */
	const MOST = 5000;

	public static function register(): void {
		add_action( 'admin_menu', array( self::class, 'add_page' ), 60 );
	}

	/** Rupiah that the service charges more than it named; below 0 it charges less. Null if one of both is not known. */
	public static function more( array $data ): ?int {
		return isset( $data['price'], $data['charged'] ) ? (int) $data['price'] - (int) $data['charged'] : null;
	}

	/** Whether the difference is above the shop's limit, and nobody has accepted it. */
	public static function is_raised( array $data ): bool {
		return (int) self::more( $data ) > Ship_Elements_Settings::number( 'raise_limit' ) && (int) ( $data['accepted'] ?? -1 ) !== (int) $data['price'];
	}

	/** Says at the order that the service charges something else than it did before. */
	public static function note( ?array $before, array $after ): void {
		$known = $before['data']['price'] ?? $after['data']['charged'] ?? null;
		$more  = self::more( $after['data'] );
		$order = null !== $more && (int) $known !== (int) $after['data']['price'] ? wc_get_order( $after['order_id'] ) : null;
		if ( $order ) {
			Ship_Elements_Orders::tell( $order, $after, self::sentence( $after['data'] ) );
		}
	}

	public static function sentence( array $data ): string {
		$price = Ship_Elements_Words::rupiah( (int) $data['price'] );
		$more  = (int) self::more( $data );
		if ( $more <= 0 ) {
			/* translators: %s: price */
			return sprintf( __( 'The service charges %s for the delivery now.', 'ship-elements' ), $price );
		}
		/* translators: 1: price, 2: difference */
		return sprintf( __( 'The service charges %1$s for the delivery, %2$s more than it named before the order. It may have weighed the parcel again.', 'ship-elements' ), $price, Ship_Elements_Words::rupiah( $more ) );
	}

	/** What the service charges, and how much more or less that is. */
	public static function text( array $data ): string {
		$more  = (int) self::more( $data );
		$price = $data['price'] ?? $data['charged'] ?? null;
		return null === $price ? '' : Ship_Elements_Words::rupiah( (int) $price ) . ( $more ? sprintf( ' (%s%s)', $more > 0 ? '+' : '−', Ship_Elements_Words::rupiah( abs( $more ) ) ) : '' );
	}

	public static function add_page(): void {
		$title = __( 'Charges of deliveries', 'ship-elements' );
		add_submenu_page( 'woocommerce', $title, $title, 'manage_woocommerce', self::PAGE, array( self::class, 'page' ) );
	}

	/** The months that have deliveries, and what was charged more in the chosen one, by product. */
	public static function page(): void {
		$chosen = isset( $_GET['month'] ) ? sanitize_text_field( wp_unslash( $_GET['month'] ) ) : ''; // phpcs:ignore WordPress.Security.NonceVerification
		$chosen = preg_match( '/^\d{4}-\d\d$/', $chosen ) ? $chosen : wp_date( 'Y-m' );
		$sums   = self::of_month( $chosen );
		echo '<div class="wrap"><h1>' . esc_html__( 'Charges of deliveries', 'ship-elements' ) . '</h1>';
		echo '<p>' . esc_html__( 'What the service has charged more than it named before the orders, by product. A product that stands out probably weighs more than its data say.', 'ship-elements' ) . '</p>';
		printf( '<form><input type="hidden" name="page" value="%s"><p><label>%s <input type="month" name="month" value="%s"></label> <button class="button">%s</button></p></form>', esc_attr( self::PAGE ), esc_html__( 'Month', 'ship-elements' ), esc_attr( $chosen ), esc_html__( 'Show', 'ship-elements' ) );
		echo '<table class="widefat striped"><thead><tr>';
		foreach ( array( __( 'Product', 'ship-elements' ), __( 'Parcels', 'ship-elements' ), __( 'Charged more', 'ship-elements' ) ) as $title ) {
			echo '<th scope="col">' . esc_html( $title ) . '</th>';
		}
		echo '</tr></thead><tbody>';
		foreach ( $sums['products'] as $name => $sum ) {
			printf( '<tr><td>%s</td><td>%d</td><td>%s</td></tr>', esc_html( $name ), (int) $sum['parcels'], esc_html( Ship_Elements_Words::rupiah( $sum['more'] ) ) );
		}
		printf( '</tbody><tfoot><tr><th scope="row">%s</th><td>%d</td><td>%s</td></tr></tfoot></table></div>', esc_html__( 'All parcels with a difference', 'ship-elements' ), (int) $sums['parcels'], esc_html( Ship_Elements_Words::rupiah( $sums['more'] ) ) );
	}

	/**
	 * The differences of the deliveries that were ordered in a month. A parcel of several products has its difference by their weights.
	 *
	 * @param string $month 2026-11.
	 * @return array parcels, more in rupiah, and products: the same by name, the largest first
	 */
	public static function of_month( string $month ): array {
		$sums = array( 'parcels' => 0, 'more' => 0, 'products' => array() );
		foreach ( Ship_Elements_Ledger::charged( strtotime( "$month-01 00:00 -1 day" ), self::MOST ) as $row ) {
			$more = self::more( $row['data'] );
			if ( ! $more || wp_date( 'Y-m', $row['data']['placed_at'] ?? $row['changed'] ) !== $month ) {
				continue;
			}
			++$sums['parcels'];
			$sums['more'] += $more;
			foreach ( self::shares( $row ) as $name => $share ) {
				$sum                       = $sums['products'][ $name ] ?? array( 'parcels' => 0, 'more' => 0 );
				$sums['products'][ $name ] = array( 'parcels' => $sum['parcels'] + 1, 'more' => (int) round( $sum['more'] + $more * $share ) );
			}
		}
		uasort( $sums['products'], fn ( $one, $other ) => $other['more'] <=> $one['more'] );
		return $sums;
	}

	/** @return float[] the share of each product in the weight of a parcel, by name */
	private static function shares( array $row ): array {
		$order = wc_get_order( $row['order_id'] );
		$items = $order instanceof WC_Order ? Ship_Elements_Parcel::items_of( $order, $row['parcel'] ) : array();
		$all   = array_sum( array_map( fn ( $item ) => $item['weight'] * $item['quantity'], $items ) );
		if ( ! $all ) {
			return array( __( 'Orders that were deleted', 'ship-elements' ) => 1.0 );
		}
		$shares = array();
		foreach ( $items as $item ) {
			$shares[ $item['name'] ] = ( $shares[ $item['name'] ] ?? 0 ) + $item['weight'] * $item['quantity'] / $all;
		}
		return $shares;
	}
}
