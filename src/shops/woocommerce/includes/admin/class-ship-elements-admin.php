<?php
defined( 'ABSPATH' ) || exit;

/** The delivery on the order's page, and what its buttons do. */
class Ship_Elements_Admin {
	const NONCE = 'ship_elements_order';

	public static function register(): void {
		$class = self::class;
		add_action( 'add_meta_boxes', array( $class, 'add_box' ) );
		add_action( 'woocommerce_process_shop_order_meta', array( $class, 'act' ), 60 );
		add_action( 'admin_notices', array( $class, 'notices' ) );
		add_action( 'admin_post_ship_elements_cancel', array( $class, 'cancel_from_notice' ) );
		add_action( 'admin_post_ship_elements_keep', array( $class, 'keep_from_notice' ) );
		add_action( 'wp_ajax_ship_elements_progress', array( $class, 'progress' ) );
	}

	public static function add_box(): void {
		$screen = function_exists( 'wc_get_page_screen_id' ) ? wc_get_page_screen_id( 'shop-order' ) : 'shop_order';
		add_meta_box( 'ship-elements', __( 'Delivery', 'ship-elements' ), array( self::class, 'box' ), $screen, 'side', 'high' );
	}

	/** @param WP_Post|WC_Order $shown */
	public static function box( $shown ): void {
		wp_enqueue_script( 'ship-elements-admin', plugins_url( 'assets/admin.js', SHIP_ELEMENTS_FILE ), array(), SHIP_ELEMENTS_VERSION, true );
		echo '<div id="ship-elements-delivery">';
		self::content( $shown instanceof WC_Order ? $shown : wc_get_order( $shown->ID ) );
		echo '</div>';
	}

	/** The next step of a delivery, and what the box shows then. So the page need not wait, and goes on where a site cannot call itself. */
	public static function progress(): void {
		check_ajax_referer( self::NONCE );
		$id = isset( $_GET['order'] ) ? absint( $_GET['order'] ) : 0;
		if ( ! current_user_can( 'edit_shop_orders' ) ) {
			wp_die( '', 403 );
		}
		Ship_Elements_Orders::attempt( array( 'Ship_Elements_Orders', 'advance' ), $id );
		self::content( wc_get_order( Ship_Elements_Ledger::order_of( $id ) ) );
		wp_die();
	}

	/** @param WC_Order|false $order */
	private static function content( $order ): void {
		wp_nonce_field( self::NONCE, '_ship_elements_nonce' );
		if ( ! $order || ( ! Ship_Elements_Terms::of( $order ) && ! Ship_Elements_Ledger::find( $order->get_id() ) ) ) {
			self::choose_first( $order );
			return;
		}
		foreach ( Ship_Elements_Terms::numbers( $order ) as $number ) {
			self::parcel( $order, $number );
		}
	}

	/** One of the order's deliveries: its state, facts and buttons. */
	private static function parcel( WC_Order $order, int $number ): void {
		$parcel = Ship_Elements_Ledger::parcel_of( $number );
		$terms  = Ship_Elements_Terms::of( $order, $parcel ) + Ship_Elements_Terms::unsold( $order );
		$row    = Ship_Elements_Ledger::find( $number );
		$title  = Ship_Elements_Words::parcel( $order, $parcel );
		if ( '' !== $title ) {
			printf( '<h3>%s</h3><p>%s</p>', esc_html( $title ), esc_html( self::goods( $order, $parcel, $terms ) ) );
		}
		$missed = $order->has_status( array( 'processing', 'completed' ) )
			? __( 'It was paid while the plugin did not work, or the payment is recorded elsewhere.', 'ship-elements' )
			: __( 'It is ordered by itself when the order becomes Processing or Completed. If the order is paid, you can order it here.', 'ship-elements' );
		// Of an order that is over nothing is sent.
		$is_open = ! $order->has_status( 'failed' ) && ! Ship_Elements_Orders::is_over( $order );
		$waits   = $order->has_status( array( 'pending', 'on-hold', 'checkout-draft' ) );
		$missing = $is_open && ! $waits;
		echo '<p><strong>' . esc_html( $row ? Ship_Elements_Words::state( $row ) : ( $waits ? __( 'Waits for the payment', 'ship-elements' ) : __( 'Was not ordered', 'ship-elements' ) ) ) . '</strong></p>';
		$is_left  = (bool) Ship_Elements_Parcel::items_of( $order, $parcel );
		$is_over  = ! $is_left && ( $row ? in_array( $row['state'], array( 'held', 'refused', 'cancelled' ), true ) : $missing );
		$sentence = $row ? Ship_Elements_Words::sentence( $row ) : ( $missing ? $missed : '' );
		$sentence = $is_over ? Ship_Elements_Words::nothing_left() : $sentence;
		if ( '' !== $sentence ) {
			echo '<p>' . esc_html( $sentence ) . '</p>';
		}
		if ( $row && Ship_Elements_Ledger::is_due( $row ) ) {
			$address = wp_nonce_url( admin_url( 'admin-ajax.php?action=ship_elements_progress&order=' . $number ), self::NONCE );
			printf( '<p data-progress="%s" role="status"><span class="spinner is-active" style="float:none"></span> %s</p>', esc_attr( html_entity_decode( $address ) ), esc_html__( 'The service is asked. You need not wait here.', 'ship-elements' ) );
		}
		if ( $row && 'placed' === $row['state'] && ! empty( $row['data']['edited'] ) ) {
			self::compare( $order, $row );
		}
		self::facts( $terms, $row );
		self::buttons( $number, $row, $missing, $is_left && $is_open );
	}

	/** What is in a parcel, and who sends it. */
	private static function goods( WC_Order $order, int $parcel, array $terms ): string {
		$lines  = array_map( fn ( $item ) => "$item[quantity] × $item[name]", Ship_Elements_Parcel::items_of( $order, $parcel ) );
		$sender = isset( $terms['vendor'] ) ? Ship_Elements_Parcel::origin( $terms['vendor'] )['name'] : '';
		return implode( ', ', $lines ) . ( '' === $sender ? '' : " ($sender)" );
	}

	/** An order that staff make gets its courier here, unless it has another delivery. */
	private static function choose_first( $order ): void {
		$parent = $order ? Ship_Elements_Terms::sold_with( $order ) : null;
		if ( $parent ) {
			/* translators: %d: number of an order */
			echo '<p>' . esc_html( sprintf( __( 'The delivery stands with order %d, which was paid.', 'ship-elements' ), $parent->get_id() ) ) . '</p>';
		} elseif ( $order && $order->get_shipping_methods() ) {
			echo '<p>' . esc_html__( 'This order has another delivery.', 'ship-elements' ) . '</p>';
		} elseif ( $order && Ship_Elements_Parcel::items_of( $order ) ) {
			echo '<p>' . esc_html__( 'This order has no delivery yet. If it is not paid, the price of the courier that you choose is added to its total.', 'ship-elements' ) . '</p>';
			self::button( 'ask', self::asking(), $order->get_id() );
		} else {
			echo '<p>' . esc_html__( 'Save the order with its goods and its address. Then you can choose a courier here.', 'ship-elements' ) . '</p>';
		}
	}

	private static function asking(): string {
		return __( 'Ask for prices of all couriers', 'ship-elements' );
	}

	/** What the label says, beside what the order says. */
	private static function compare( WC_Order $order, array $row ): void {
		$titles = array( __( 'On the label', 'ship-elements' ), __( 'In the order', 'ship-elements' ) );
		echo '<table class="widefat"><thead><tr><th scope="col">' . implode( '</th><th scope="col">', array_map( 'esc_html', $titles ) ) . '</th></tr></thead><tbody>'; // phpcs:ignore WordPress.Security.EscapeOutput -- each title is.
		foreach ( Ship_Elements_Changes::compared( $order, $row ) as $part ) {
			$label = null === $part['label'] ? array( __( 'The service does not say it just now.', 'ship-elements' ) ) : $part['label'];
			echo '<tr><td>' . implode( '<br>', array_map( 'esc_html', $label ) ) . '</td><td>' . implode( '<br>', array_map( 'esc_html', $part['order'] ) ) . '</td></tr>'; // phpcs:ignore WordPress.Security.EscapeOutput -- each line is.
		}
		echo '</tbody></table>';
	}

	private static function facts( array $terms, ?array $row ): void {
		$data   = $row['data'] ?? array();
		$rupiah = fn ( $amount ) => null === $amount ? '' : Ship_Elements_Words::rupiah( (int) $amount );
		$facts  = array(
			__( 'Status', 'ship-elements' )             => Ship_Elements_Words::status( $row['status'] ?? '' ),
			__( 'Courier', 'ship-elements' )            => $data['name'] ?? $terms['name'],
			__( 'Hand-over', 'ship-elements' )          => Ship_Elements_Words::collection( $data['collection'] ?? '' ),
			__( 'Waybill', 'ship-elements' )            => $row['waybill'] ?? '',
			__( 'Charged to the shopper', 'ship-elements' ) => $rupiah( $terms['price'] ) . ( $terms['estimate'] ? ' ' . __( '(price of an outage)', 'ship-elements' ) : '' ),
			__( 'Charged by the service', 'ship-elements' ) => self::charged( $terms, $data ),
			__( 'Insured', 'ship-elements' )            => $rupiah( $data['insured'] ?? null ),
			__( 'At the door', 'ship-elements' )        => empty( $data['collects'] ) ? '' : $rupiah( $data['collects'] ),
			__( 'Number', 'ship-elements' )             => $row['service_id'] ?? '',
			__( 'Reference', 'ship-elements' )          => $row['reference'] ?? '',
		);
		if ( $row && 'placed' === $row['state'] ) {
			$facts[ __( 'Label', 'ship-elements' ) ] = __( 'Print it in the dashboard of the service.', 'ship-elements' );
		}
		// The classes are WordPress's own: two columns of one width, in which a long number breaks.
		echo '<table class="widefat striped fixed"><tbody>';
		foreach ( array_filter( $facts ) as $name => $value ) {
			printf( '<tr><th scope="row">%s</th><td>%s</td></tr>', esc_html( $name ), esc_html( $value ) );
		}
		echo '</tbody></table>';
		if ( $row && Ship_Elements_Tracking::link( $row ) ) {
			printf( '<p><a href="%s" target="_blank" rel="noreferrer">%s</a></p>', esc_url( Ship_Elements_Tracking::link( $row ) ), esc_html__( 'Follow the parcel at the courier', 'ship-elements' ) );
		}
	}

	/** Before the order, the fee for cash on delivery may not be sure. */
	private static function charged( array $terms, array $data ): string {
		$known = Ship_Elements_Charges::text( $data );
		/* translators: %s: price */
		return '' === $known && ! empty( $terms['most'] ) ? sprintf( __( 'at most %s', 'ship-elements' ), Ship_Elements_Words::rupiah( (int) $terms['most'] ) ) : $known;
	}

	/**
	 * @param bool $missing whether an order without a delivery may get one
	 * @param bool $is_left whether the parcel has goods that are to be sent: what was refunded or cancelled is not ordered, nor ordered again
	 */
	private static function buttons( int $number, ?array $row, bool $missing, bool $is_left ): void {
		$data   = $row['data'] ?? array();
		$reason = $data['reason'] ?? '';
		$order  = array( 'order' => __( 'Order the delivery', 'ship-elements' ) );
		$ask    = array( 'ask' => self::asking() );
		$cancel = array( 'cancel' => __( 'Cancel the delivery', 'ship-elements' ) );
		/* translators: %s: price */
		$agree  = array( 'agree' => sprintf( __( 'Order for %s', 'ship-elements' ), Ship_Elements_Words::rupiah( (int) ( $data['asked'] ?? 0 ) ) ) );
		$states = array(
			'held'       => ( 'not-sold' === $reason ? $ask : $order ) + $cancel,
			'waiting'    => $order + $cancel,
			'sending'    => array( 'order' => __( 'Send it again now', 'ship-elements' ) ),
			'placed'     => ( $row && Ship_Elements_Tracking::can_cancel( $row ) && array_intersect_key( $data, array( 'owed' => 1, 'edited' => 1 ) ) ? array( 'again' => __( 'Cancel it, and order it again', 'ship-elements' ) ) : array() )
				+ $cancel + ( $row && ( $row['attention'] || isset( $data['edited'] ) ) ? array( 'keep' => __( 'Keep the delivery', 'ship-elements' ) ) : array() ),
			'cancelling' => $cancel,
			'cancelled'  => array( 'order' => __( 'Order the delivery again', 'ship-elements' ) ) + $ask,
			'refused'    => ( in_array( $reason, array( 'price-changed', 'other-payment' ), true ) ? $agree : ( 'not-sold' === $reason ? array() : $order ) ) + $ask + $cancel,
			'unknown'    => array(),
		);
		$shown  = $row ? $states[ $row['state'] ] : ( $missing ? $order : array() );
		$shown  = $is_left || ( $row && 'sending' === $row['state'] ) ? $shown : array_intersect_key( $shown, array( 'cancel' => 1, 'keep' => 1 ) );
		foreach ( $shown as $action => $label ) {
			self::button( $action, $label, $number );
		}
		if ( $row && 'unknown' === $row['state'] ) {
			$known = $row['service_id'] ? $row['service_id'] : ( $data['held_by'] ?? '' );
			printf( '<p><label>%s<br><input type="text" name="%s" value="%s"></label></p>', esc_html__( 'Number of the delivery at the service', 'ship-elements' ), esc_attr( self::named( 'ship_elements_found', $number ) ), esc_attr( $known ) );
			self::button( 'found', __( 'It is this one', 'ship-elements' ), $number );
			self::button( 'nothing', $row['service_id'] ? __( 'It is cancelled', 'ship-elements' ) : __( 'There is none', 'ship-elements' ), $number );
		}
		if ( $is_left && ! empty( $data['choices'] ) && in_array( $row['state'], array( 'held', 'refused', 'cancelled' ), true ) ) {
			printf( '<p><select name="%s">', esc_attr( self::named( 'ship_elements_service', $number ) ) );
			foreach ( $data['choices'] as $choice ) {
				printf( '<option value="%s">%s</option>', esc_attr( $choice['service'] ), esc_html( $choice['name'] . ': ' . Ship_Elements_Words::rupiah( $choice['price'] ) ) );
			}
			echo '</select></p>';
			self::button( 'choose', __( 'Order this one', 'ship-elements' ), $number );
		}
	}

	private static function button( string $action, string $label, int $number ): void {
		printf( '<p><button type="submit" class="button" name="ship_elements_action" value="%s">%s</button></p>', esc_attr( self::named( $action, $number ) ), esc_html( $label ) );
	}

	/** A field or an action of one of the order's parcels. */
	private static function named( string $name, int $number ): string {
		$parcel = Ship_Elements_Ledger::parcel_of( $number );
		return $parcel ? "$name-$parcel" : $name;
	}

	/** WooCommerce saves the order's page, after its own checks. */
	public static function act( $id ): void {
		$field  = fn ( $name ) => isset( $_POST[ $name ] ) ? sanitize_text_field( wp_unslash( $_POST[ $name ] ) ) : ''; // phpcs:ignore WordPress.Security.NonceVerification
		list( $action, $parcel ) = explode( '-', $field( 'ship_elements_action' ) . '-0' );
		if ( '' === $action || ! wp_verify_nonce( $field( '_ship_elements_nonce' ), self::NONCE ) || ! current_user_can( 'edit_shop_orders' ) ) {
			return;
		}
		$number = Ship_Elements_Ledger::number( (int) $id, absint( $parcel ) );
		self::attempt( fn () => self::run( $number, $action, $field( self::named( 'ship_elements_service', $number ) ), $field( self::named( 'ship_elements_found', $number ) ) ) );
	}

	/** Does what staff have clicked. If it is not possible, the next page says why. */
	private static function attempt( callable $work ): void {
		try {
			$problem = Ship_Elements_Settings::problem() ?? $work();
		} catch ( Ship_Elements_Storage_Error $error ) {
			$problem = __( 'The database did not keep it. Nothing was sent. Try again.', 'ship-elements' );
		}
		if ( $problem ) {
			set_transient( 'ship_elements_notice_' . get_current_user_id(), $problem, 60 );
		}
	}

	/** Returns a sentence if it is not possible. */
	private static function run( int $id, string $action, string $service, string $found ): ?string {
		$row  = Ship_Elements_Ledger::find( $id );
		$data = $row['data'] ?? array();
		switch ( $action ) {
			case 'order':
				Ship_Elements_Orders::order( $id, $data['agreed'] ?? array() );
				break;
			case 'agree':
				Ship_Elements_Orders::order( $id, array( 'price' => (int) $data['asked'], 'cod' => $data['cod'] ?? null ) + array_intersect_key( $data['agreed'] ?? array(), array( 'service' => 1, 'name' => 1 ) ) );
				break;
			case 'choose':
				Ship_Elements_Orders::choose( $id, $service );
				break;
			case 'ask':
				return Ship_Elements_Orders::ask( $id );
			case 'keep':
				Ship_Elements_Changes::keep( $id );
				break;
			case 'again':
				Ship_Elements_Delivery::again( $id );
				break;
			case 'found':
				return '' === $found ? __( 'Enter the number of the delivery at the service.', 'ship-elements' ) : Ship_Elements_Orders::found( $id, $found );
			case 'nothing':
				return Ship_Elements_Orders::found( $id, '' );
			case 'cancel':
				return Ship_Elements_Delivery::cancel( $id );
		}
		$after = Ship_Elements_Ledger::find( $id );
		return $after && ( $after['attention'] || 'with-order' === ( $after['data']['reason'] ?? '' ) ) ? Ship_Elements_Words::sentence( $after ) : null;
	}

	public static function notices(): void {
		$name   = 'ship_elements_notice_' . get_current_user_id();
		$notice = get_transient( $name );
		$screen = get_current_screen();
		if ( $notice ) {
			delete_transient( $name );
			self::notice( $notice );
		}
		if ( ! current_user_can( 'manage_woocommerce' ) || ( $screen && 'woocommerce_page_wc-settings' === $screen->id ) ) {
			return;
		}
		$problem = Ship_Elements_Settings::problem();
		$failure = Ship_Elements_Quotes::failure();
		if ( $problem ) {
			self::notice( $problem );
		} elseif ( $failure ) {
			/* translators: 1: a time with its zone, 2: why */
			self::notice( sprintf( __( 'Ship Elements: shoppers have got no prices of couriers since %1$s. %2$s', 'ship-elements' ), Ship_Elements_Pricing::moment_text( Ship_Elements_Settings::moment( $failure['since'] ) ), Ship_Elements_Words::sentence( array( 'state' => 'refused', 'data' => array( 'reason' => $failure['reason'] ) ) ) ) );
		}
		list( $split, $light, $vendor, $origin ) = array_map( fn ( $warning ) => $warning && ! $problem && $warning['created'] > time() - DAY_IN_SECONDS ? $warning['value'] : null, array_map( array( 'Ship_Elements_Storage', 'get' ), array( 'split', 'too-light', 'vendor', 'origin' ) ) );
		if ( $light ) {
			self::notice( 'Ship Elements: ' . Ship_Elements_Words::too_light( $light['item'], (float) $light['grams'] ) );
		}
		if ( $split ) {
			self::notice( __( 'Ship Elements: another plugin splits carts so that a package has a part of a line, or into more than 10 packages, or sends them to several addresses. Such carts are offered no courier.', 'ship-elements' ) );
		}
		if ( $vendor ) {
			/* translators: %s: number or name of a vendor */
			self::notice( sprintf( __( 'Ship Elements: vendor %s has no name, no postal code, no phone number or no address. The goods are offered no courier, because none could collect them.', 'ship-elements' ), $vendor ) );
		}
		if ( $origin && ! has_filter( 'ship_elements_origin' ) ) {
			self::notice( __( 'Ship Elements: carts have goods of several vendors, and couriers collect all of them at your shop, because nothing says where else. The filter ship_elements_origin says it: see the documentation.', 'ship-elements' ), '', 'warning' );
		}
		$year = Ship_Elements_Settings::is_on( 'holidays' ) ? Ship_Elements_Calendar::ends( time(), Ship_Elements_Calendar::holidays(), Ship_Elements_Settings::holiday_table() ) : null;
		if ( $year ) {
			/* translators: %d: year */
			self::notice( sprintf( __( 'Ship Elements: holidays after %d are not decreed in this version, so dates of arrival may be a day off. Update the plugin.', 'ship-elements' ), $year ), '', 'warning is-dismissible' );
		}
		foreach ( array_slice( Ship_Elements_Ledger::ids( 'attention' ), 0, 50 ) as $id ) {
			$row = Ship_Elements_Ledger::find( $id );
			$order = 'placed' === $row['state'] ? wc_get_order( $row['order_id'] ) : null;
			if ( 'placed' !== $row['state'] || ( $order && 'trash' !== $order->get_status() ) ) {
				continue;
			}
			/* translators: %d: number of an order */
			$text = $order ? __( 'Order %d is in the trash, and its delivery is still ordered.', 'ship-elements' ) : __( 'Order %d was deleted, and its delivery is still ordered.', 'ship-elements' );
			self::notice( sprintf( $text, $row['order_id'] ), self::link( 'cancel', $id, __( 'Cancel the delivery', 'ship-elements' ) ) . self::link( 'keep', $id, __( 'Keep the delivery', 'ship-elements' ) ) );
		}
	}

	private static function link( string $action, int $id, string $words ): string {
		$url = wp_nonce_url( admin_url( "admin-post.php?action=ship_elements_$action&order=$id" ), self::NONCE );
		return sprintf( ' <a href="%s">%s</a>', esc_url( $url ), esc_html( $words ) );
	}

	private static function notice( string $text, string $link = '', string $kind = 'error' ): void {
		printf( '<div class="notice notice-%s"><p>%s%s</p></div>', esc_attr( $kind ), esc_html( $text ), wp_kses_post( $link ) );
	}

	public static function cancel_from_notice(): void {
		self::from_notice( array( 'Ship_Elements_Delivery', 'cancel' ) );
	}

	public static function keep_from_notice(): void {
		self::from_notice( array( 'Ship_Elements_Changes', 'keep' ) );
	}

	private static function from_notice( callable $work ): void {
		check_admin_referer( self::NONCE );
		if ( current_user_can( 'edit_shop_orders' ) && isset( $_GET['order'] ) ) {
			$id = absint( $_GET['order'] );
			self::attempt( fn () => $work( $id ) );
		}
		wp_safe_redirect( wp_get_referer() ? wp_get_referer() : admin_url() );
		exit;
	}
}
