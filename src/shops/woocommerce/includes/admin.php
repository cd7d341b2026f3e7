<?php
defined( 'ABSPATH' ) || exit;

/** The delivery on the order's page and in the list of orders. */
class Ship_Elements_Admin {
	const NONCE = 'ship_elements_order';

	public static function register(): void {
		$class = self::class;
		add_action( 'add_meta_boxes', array( $class, 'add_box' ) );
		add_action( 'woocommerce_process_shop_order_meta', array( $class, 'act' ), 60 );
		add_action( 'admin_notices', array( $class, 'notices' ) );
		foreach ( array( 'woocommerce_page_wc-orders', 'edit-shop_order' ) as $screen ) {
			add_filter( "manage_{$screen}_columns", array( $class, 'columns' ), 20 );
		}
		add_action( 'manage_woocommerce_page_wc-orders_custom_column', array( $class, 'column' ), 10, 2 );
		add_action( 'manage_shop_order_posts_custom_column', array( $class, 'column' ), 10, 2 );
	}

	public static function add_box(): void {
		$screen = function_exists( 'wc_get_page_screen_id' ) ? wc_get_page_screen_id( 'shop-order' ) : 'shop_order';
		add_meta_box( 'ship-elements', __( 'Delivery', 'ship-elements' ), array( self::class, 'box' ), $screen, 'side', 'high' );
	}

	public static function state( array $data ): string {
		$words = array(
			'unpaid'          => __( 'Waits for the payment', 'ship-elements' ),
			'waiting'         => __( 'Is being ordered', 'ship-elements' ),
			'placed'          => __( 'Ordered', 'ship-elements' ),
			'needs-attention' => __( 'Needs attention', 'ship-elements' ),
			'cancelled'       => __( 'Cancelled', 'ship-elements' ),
		);
		return $words[ $data['state'] ?? '' ] ?? '';
	}

	/** @param WP_Post|WC_Order $shown */
	public static function box( $shown ): void {
		$order = $shown instanceof WC_Order ? $shown : wc_get_order( $shown->ID );
		$data  = $order ? Ship_Elements_Orders::data( $order ) : array();
		if ( ! $data ) {
			echo '<p>' . esc_html__( 'This order has another delivery.', 'ship-elements' ) . '</p>';
			return;
		}
		wp_nonce_field( self::NONCE, '_ship_elements_nonce' );
		echo '<p><strong>' . esc_html( self::state( $data ) ) . '</strong></p>';
		$sentence = in_array( $data['state'], array( 'waiting', 'needs-attention' ), true ) ? Ship_Elements_Orders::sentence( $data ) : '';
		if ( $sentence ) {
			echo '<p>' . esc_html( $sentence ) . '</p>';
		}
		$accepted = $data['accepted'] ?? null;
		$rows     = array(
			__( 'Service', 'ship-elements' )     => $accepted ? "$accepted[courier]/$accepted[service]" : '',
			__( 'Waybill', 'ship-elements' )     => $data['waybill'] ?? '',
			__( 'Status', 'ship-elements' )      => $data['status'] ?? '',
			__( 'Insured', 'ship-elements' )     => empty( $accepted['insurance'] ) ? '' : Ship_Elements_Orders::rupiah( (int) $accepted['insurance']['amount'] ),
			__( 'At the door', 'ship-elements' ) => empty( $accepted['cod'] ) ? '' : Ship_Elements_Orders::rupiah( $accepted['pay_at_door'] ),
			__( 'Number', 'ship-elements' )      => $data['id'] ?? '',
			__( 'Reference', 'ship-elements' )   => $data['reference'] ?? '',
		);
		foreach ( array_filter( $rows ) as $name => $value ) {
			printf( '<p>%s<br><code>%s</code></p>', esc_html( $name ), esc_html( $value ) );
		}
		foreach ( self::actions( $data ) as $action => $label ) {
			printf( '<p><button type="submit" class="button" name="ship_elements_action" value="%s">%s</button></p>', esc_attr( $action ), esc_html( $label ) );
		}
	}

	private static function actions( array $data ): array {
		$retry   = array( 'retry' => __( 'Order the delivery', 'ship-elements' ) );
		$actions = array(
			'waiting'   => $retry,
			'placed'    => array( 'cancel' => __( 'Cancel the delivery', 'ship-elements' ) ),
			'cancelled' => array( 'retry' => __( 'Order the delivery again', 'ship-elements' ) ),
		);
		if ( 'needs-attention' === $data['state'] && ! empty( $data['accepted'] ) ) {
			/* translators: %s: price */
			$price = sprintf( __( 'Order for %s', 'ship-elements' ), Ship_Elements_Orders::rupiah( $data['asked'] ?? 0 ) );
			return 'price-changed' === $data['reason'] ? array( 'new-price' => $price ) : $retry;
		}
		return empty( $data['accepted'] ) ? array() : ( $actions[ $data['state'] ] ?? array() );
	}

	/** WooCommerce saves the order's page, after its own checks. */
	public static function act( $id ): void {
		$action = isset( $_POST['ship_elements_action'] ) ? sanitize_key( wp_unslash( $_POST['ship_elements_action'] ) ) : '';
		$nonce  = isset( $_POST['_ship_elements_nonce'] ) ? sanitize_key( wp_unslash( $_POST['_ship_elements_nonce'] ) ) : '';
		if ( ! $action || ! wp_verify_nonce( $nonce, self::NONCE ) || ! current_user_can( 'edit_shop_orders' ) ) {
			return;
		}
		$problem = null;
		if ( 'cancel' === $action ) {
			$problem = Ship_Elements_Orders::cancel( $id );
		} elseif ( 'retry' === $action || 'new-price' === $action ) {
			$order = wc_get_order( $id );
			Ship_Elements_Orders::retry( $order, 'new-price' === $action );
		}
		if ( $problem ) {
			set_transient( 'ship_elements_notice_' . get_current_user_id(), $problem, 60 );
		}
	}

	public static function notices(): void {
		$name   = 'ship_elements_notice_' . get_current_user_id();
		$notice = get_transient( $name );
		if ( $notice ) {
			delete_transient( $name );
		} elseif ( current_user_can( 'manage_woocommerce' ) && isset( get_current_screen()->id ) && 'woocommerce_page_wc-settings' !== get_current_screen()->id ) {
			$notice = Ship_Elements_Settings::problem();
		}
		if ( $notice ) {
			printf( '<div class="notice notice-error"><p>%s</p></div>', esc_html( $notice ) );
		}
	}

	public static function columns( array $columns ): array {
		return $columns + array( 'ship_elements' => __( 'Delivery', 'ship-elements' ) );
	}

	/** @param int|WC_Order $shown */
	public static function column( $name, $shown ): void {
		$order = 'ship_elements' === $name ? wc_get_order( $shown ) : null;
		if ( $order ) {
			$data = Ship_Elements_Orders::data( $order );
			echo esc_html( trim( self::state( $data ) . ' ' . ( $data['waybill'] ?? '' ) ) );
		}
	}
}
