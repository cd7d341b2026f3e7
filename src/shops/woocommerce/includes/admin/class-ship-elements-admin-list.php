<?php
defined( 'ABSPATH' ) || exit;

/** Deliveries in the list of orders: a column, filters with counters, and ordering many at once. Both kinds of WooCommerce's tables. */
class Ship_Elements_Admin_List {
	const FILTER = 'ship_elements';

	const BULK = 'ship_elements_order';

	public static function register(): void {
		$class = self::class;
		foreach ( array( 'woocommerce_page_wc-orders', 'edit-shop_order' ) as $screen ) {
			add_filter( "manage_{$screen}_columns", array( $class, 'columns' ), 20 );
			add_filter( "views_$screen", array( $class, 'views' ) );
			add_filter( "bulk_actions-$screen", array( $class, 'bulk_actions' ) );
			add_filter( "handle_bulk_actions-$screen", array( $class, 'order_many' ), 10, 3 );
		}
		add_action( 'manage_woocommerce_page_wc-orders_custom_column', array( $class, 'column' ), 10, 2 );
		add_action( 'manage_shop_order_posts_custom_column', array( $class, 'column' ), 10, 2 );
		add_filter( 'woocommerce_order_list_table_prepare_items_query_args', array( $class, 'filter' ) );
		add_filter( 'request', array( $class, 'filter_posts' ) );
	}

	public static function columns( array $columns ): array {
		return $columns + array( 'ship_elements' => __( 'Delivery', 'ship-elements' ), 'ship_elements_charged' => __( 'Charged', 'ship-elements' ) );
	}

	/** @param int|WC_Order $shown */
	public static function column( $name, $shown ): void {
		$order = 0 === strpos( $name, 'ship_elements' ) ? wc_get_order( $shown ) : null;
		$lines = array();
		foreach ( $order ? Ship_Elements_Terms::parcels( $order ) : array() as $parcel => $terms ) {
			$row   = Ship_Elements_Ledger::find( Ship_Elements_Ledger::number( $order->get_id(), $parcel ) );
			$lines = array_merge( $lines, 'ship_elements_charged' === $name ? array( $row ? Ship_Elements_Charges::text( $row['data'] ) : '' ) : self::delivery( $terms, $row ) );
		}
		echo implode( '<br>', array_map( 'esc_html', array_filter( $lines ) ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- each line is.
	}

	/** @return string[] what the list says of a delivery */
	private static function delivery( array $terms, ?array $row ): array {
		$lines = array( $row['data']['name'] ?? $terms['name'], $row ? Ship_Elements_Words::state( $row ) : '', $row['waybill'] ?? '' );
		if ( $row && 'placed' === $row['state'] && 'drop_off' === ( $row['data']['collection'] ?? '' ) && in_array( $row['status'], array( '', 'confirmed' ), true ) ) {
			$lines[] = Ship_Elements_Words::collection( 'drop_off' );
		}
		return $lines;
	}

	public static function views( array $views ): array {
		$names = array( 'attention' => __( 'Delivery needs attention', 'ship-elements' ), 'held' => __( 'Delivery to be ordered', 'ship-elements' ) );
		$page  = isset( $_GET['page'] ) ? 'admin.php?page=wc-orders' : 'edit.php?post_type=shop_order'; // phpcs:ignore WordPress.Security.NonceVerification
		foreach ( $names as $state => $name ) {
			$count = self::count( $state );
			if ( $count ) {
				$url                              = add_query_arg( self::FILTER, $state, admin_url( $page ) );
				$views[ "ship_elements_$state" ] = sprintf( '<a href="%s"%s>%s <span class="count">(%d)</span></a>', esc_url( $url ), self::chosen() === $state ? ' class="current"' : '', esc_html( $name ), $count );
			}
		}
		return $views;
	}

	private static function chosen(): string {
		return isset( $_GET[ self::FILTER ] ) ? sanitize_key( wp_unslash( $_GET[ self::FILTER ] ) ) : ''; // phpcs:ignore WordPress.Security.NonceVerification
	}

	/** How many orders the list has. It leaves out the trash, of which a notice speaks. */
	private static function count( string $state ): int {
		$ids = self::orders( $state );
		return $ids ? count( wc_get_orders( array( 'post__in' => $ids, 'limit' => -1, 'return' => 'ids' ) ) ) : 0;
	}

	/** @return int[] */
	private static function orders( string $state ): array {
		return array_values( array_unique( array_map( array( 'Ship_Elements_Ledger', 'order_of' ), Ship_Elements_Ledger::ids( $state ) ) ) );
	}

	public static function filter( $query ) {
		if ( '' === self::chosen() ) {
			return $query;
		}
		// For its pages, WooCommerce counts by status alone: all of them at once, before it counts each one for its own links.
		$count = function ( $all, $statuses ) use ( &$count ) {
			if ( 1 === count( $statuses ) ) {
				return $all;
			}
			remove_filter( 'woocommerce_shop_order_list_table_order_count', $count );
			return self::count( self::chosen() );
		};
		add_filter( 'woocommerce_shop_order_list_table_order_count', $count, 10, 2 );
		return array( 'id' => array_merge( array( 0 ), self::orders( self::chosen() ) ) ) + $query;
	}

	public static function filter_posts( $query ) {
		$is_list = is_admin() && 'shop_order' === ( $query['post_type'] ?? '' ) && '' !== self::chosen();
		return $is_list ? array( 'post__in' => array_merge( array( 0 ), self::orders( self::chosen() ) ) ) + $query : $query;
	}

	public static function bulk_actions( array $actions ): array {
		return $actions + array( self::BULK => __( 'Order the deliveries', 'ship-elements' ) );
	}

	/** They are ordered in the background: many couriers take their time. */
	public static function order_many( $back, $action, $ids ) {
		if ( self::BULK !== $action || ! current_user_can( 'edit_shop_orders' ) ) {
			return $back;
		}
		foreach ( array_map( 'absint', (array) $ids ) as $id ) {
			$order = wc_get_order( $id );
			if ( ! $order || ! Ship_Elements_Terms::of( $order ) || ! $order->has_status( array( 'processing', 'completed' ) ) ) {
				continue;
			}
			$waits = fn ( $row ) => 'held' === $row['state'] || 'cancelled with-order' === $row['state'] . ' ' . ( $row['data']['reason'] ?? '' );
			foreach ( Ship_Elements_Terms::numbers( $order ) as $number ) {
				if ( ! Ship_Elements_Ledger::add( $number, 'waiting' ) ) {
					Ship_Elements_Ledger::change( $number, fn ( $row ) => $waits( $row ) ? array( 'state' => 'waiting', 'due' => time(), 'data' => array( 'since' => time(), 'reason' => null ) ) : null );
				}
				Ship_Elements_Orders::soon( $number );
			}
		}
		return $back;
	}
}
