<?php
defined( 'ABSPATH' ) || exit;

/** What staff and shoppers read about a delivery. */
class Ship_Elements_Words {
	public static function state( array $row ): string {
		$words = array(
			'held'       => __( 'Waits for your click', 'ship-elements' ),
			'waiting'    => empty( $row['data']['reason'] ) ? __( 'Is being ordered', 'ship-elements' ) : __( 'Waits for the service', 'ship-elements' ),
			'sending'    => __( 'Is being ordered', 'ship-elements' ),
			'placed'     => __( 'Is ordered', 'ship-elements' ),
			'cancelling' => __( 'Is being cancelled', 'ship-elements' ),
			'cancelled'  => __( 'Cancelled', 'ship-elements' ),
		);
		return $row['attention'] ? __( 'Needs attention', 'ship-elements' ) : ( $words[ $row['state'] ] ?? '' );
	}

	/** Which one of the order's parcels it is. Empty if the order has one. */
	public static function parcel( WC_Order $order, int $parcel ): string {
		$count = count( Ship_Elements_Terms::parcels( $order ) );
		/* translators: 1: which one, 2: how many */
		return $count > 1 ? sprintf( __( 'Parcel %1$d of %2$d', 'ship-elements' ), $parcel + 1, $count ) : '';
	}

	/** What the parcel does, in a shopper's words. Empty if the service has said nothing. */
	public static function status( string $status ): string {
		$words = array(
			'confirmed'         => __( 'The courier has the order', 'ship-elements' ),
			'scheduled'         => __( 'The pickup is scheduled', 'ship-elements' ),
			'allocated'         => __( 'A driver is assigned', 'ship-elements' ),
			'picking_up'        => __( 'The driver is on the way to the shop', 'ship-elements' ),
			'picked'            => __( 'The courier has the parcel', 'ship-elements' ),
			'in_transit'        => __( 'On its way', 'ship-elements' ),
			// Where no list has in_transit, a parcel is said to be dropped off for days: it is no promise for today.
			'dropping_off'      => __( 'On its way to the address', 'ship-elements' ),
			'delivered'         => __( 'Delivered', 'ship-elements' ),
			'on_hold'           => __( 'Held up at the courier', 'ship-elements' ),
			'return_in_transit' => __( 'On its way back to the shop', 'ship-elements' ),
			'returned'          => __( 'Back at the shop', 'ship-elements' ),
			'rejected'          => __( 'Rejected by the courier', 'ship-elements' ),
			'courier_not_found' => __( 'No driver was found', 'ship-elements' ),
			'disposed'          => __( 'Disposed of by the courier', 'ship-elements' ),
			'cancelled'         => __( 'Cancelled', 'ship-elements' ),
		);
		return '' === $status ? '' : ( $words[ $status ] ?? __( 'On its way', 'ship-elements' ) );
	}

	/** `pickingUp`, `Picking up` and `picking_up` are the same. */
	public static function normal_status( $status ): string {
		$words = is_string( $status ) ? strtolower( trim( preg_replace( '/(?<=[a-z])(?=[A-Z])/', '_', $status ) ) ) : '';
		$name  = preg_replace( array( '/[\s-]+/', '/[^a-z0-9_]/' ), array( '_', '' ), $words );
		return 'canceled' === $name ? 'cancelled' : substr( $name, 0, 40 );
	}

	public static function collection( string $method ): string {
		$words = array(
			'pickup'   => __( 'The courier collects the parcel', 'ship-elements' ),
			'drop_off' => __( 'Bring the parcel to a counter of the courier', 'ship-elements' ),
		);
		return $words[ $method ] ?? '';
	}

	/** What an order needs, in a sentence for the merchant. */
	public static function sentence( array $row ): string {
		$data      = $row['data'];
		$reason    = $data['reason'] ?? '';
		$asked     = self::rupiah( (int) ( $data['asked'] ?? 0 ) );
		$sentences = array(
			'location'            => __( 'The service does not know the postal code of the order’s address. Correct the address, and order again.', 'ship-elements' ),
			/* translators: %s: name of a country */
			'abroad'              => sprintf( __( 'The order goes to %s. The couriers deliver within Indonesia.', 'ship-elements' ), $data['country'] ?? '' ),
			/* translators: %d: number of lines */
			'too-many-lines'      => sprintf( __( 'The order has %d lines of goods. A delivery has 100 at most.', 'ship-elements' ), (int) ( $data['lines'] ?? 0 ) ),
			'too-light'           => self::too_light( $data['item'] ?? '', (float) ( $data['grams'] ?? 0 ) ),
			'cod-limit'           => self::cod_limit( $data['courier'] ?? '' ) . ' ' . __( 'Ask for prices and choose another one, or change the payment.', 'ship-elements' ),
			'contact'             => __( 'The order has no phone number that the courier can call. Enter one, and order again.', 'ship-elements' ),
			'origin'              => __( 'The vendor of this parcel has no name, no postal code, no phone number or no address, so no courier can collect it. Complete them, and order again.', 'ship-elements' ),
			'nothing-to-send'     => self::nothing_left(),
			'no-courier'          => __( 'No courier serves the order’s address. Ask for prices, and choose another one.', 'ship-elements' ),
			'service-gone'        => __( 'The service that was sold is not available for this order any more. Ask for prices, and choose another one.', 'ship-elements' ),
			'merchant-balance'    => __( 'Your balance at the service is too low. Top it up, and order again.', 'ship-elements' ),
			'merchant-account'    => __( 'The service does not accept your key. Check the settings.', 'ship-elements' ),
			'cod-unavailable'     => __( 'The courier does not collect money for this order.', 'ship-elements' ),
			'no-answer'           => __( 'It was sent, and the service has not answered. It is sent again by itself, under the same reference.', 'ship-elements' ),
			'service-unreachable' => __( 'The service does not answer. It is asked again by itself.', 'ship-elements' ),
			'service-busy'        => __( 'The service is overloaded. It is asked again by itself.', 'ship-elements' ),
			'limit'               => __( 'The shop has asked for as many prices as it may in an hour.', 'ship-elements' ),
			'unpaid'              => __( 'The order is not paid. Its delivery waits until it is.', 'ship-elements' ),
			'completed'           => __( 'The order was completed before its delivery was ordered. Order it, unless you have sent the parcel by hand.', 'ship-elements' ),
			'other-delivery'      => __( 'The order has another delivery by now. Order this one only if it is still needed.', 'ship-elements' ),
			'old'                 => __( 'It has waited for more than a day. Order it, unless you have sent the parcel by hand.', 'ship-elements' ),
			'with-order'          => __( 'The order was cancelled, refunded or put into the trash, so its delivery is not ordered.', 'ship-elements' ),
			'paid-again'          => __( 'Its delivery was cancelled with the order, which is paid now. Order it, unless you have sent the parcel by hand.', 'ship-elements' ),
			'copy'                => self::copy(),
			'erased'              => __( 'The personal data of the order were erased, so its delivery is not ordered.', 'ship-elements' ),
			'not-sold'            => __( 'No checkout has sold this delivery: staff, an app or a copy made the order. Choose a courier.', 'ship-elements' ),
			'ended'               => self::status( $row['status'] ?? '' ) . '. ' . __( 'The courier has ended the delivery. Order it again, or ask for prices and choose another one.', 'ship-elements' ),
			'not-placed'          => __( 'It was not ordered, as you have found out.', 'ship-elements' ),
			'not-cancelled'       => __( 'The service has not answered whether it is cancelled. Look for its number in the dashboard of the service.', 'ship-elements' ),
			/* translators: 1: new price, 2: price that the shopper has paid */
			'price-changed'       => sprintf( __( 'The delivery costs %1$s by now, and the shopper has paid %2$s.', 'ship-elements' ), $asked, self::rupiah( (int) ( $data['paid'] ?? 0 ) ) ),
			'other-payment'       => empty( $data['cod'] )
				? __( 'The payment was changed after the checkout: the courier would collect nothing.', 'ship-elements' )
				/* translators: %s: amount */
				: sprintf( __( 'The payment was changed after the checkout: the courier would collect %s.', 'ship-elements' ), self::rupiah( (int) ( $data['collects'] ?? 0 ) ) ),
		);
		if ( 'placed' === $row['state'] && 'unpaid' === ( $data['unwanted'] ?? '' ) ) {
			return __( 'The payment of the order failed, is disputed or is awaited again, and its delivery is still ordered.', 'ship-elements' );
		}
		if ( 'placed' === $row['state'] && 'copy' === ( $data['unwanted'] ?? '' ) ) {
			return self::copy();
		}
		if ( 'placed' === $row['state'] && ! empty( $data['unwanted'] ) ) {
			return __( 'The order was refunded, cancelled or put into the trash, and its delivery is still ordered.', 'ship-elements' );
		}
		if ( 'placed' === $row['state'] && isset( $data['owed'] ) ) {
			return self::owed( $row );
		}
		if ( 'placed' === $row['state'] && isset( $data['edited'] ) ) {
			$parts = array(
				'address' => __( 'The address of the order is not the one on the label.', 'ship-elements' ),
				'phone'   => __( 'The label has another phone number than the order.', 'ship-elements' ),
				'items'   => __( 'The order has other goods than the label.', 'ship-elements' ),
			);
			$remedy = Ship_Elements_Tracking::can_cancel( $row )
				? ( self::is_left( $row ) ? __( 'Cancel the delivery and order it again, or keep it.', 'ship-elements' ) : __( 'Cancel the delivery, or keep it.', 'ship-elements' ) )
				/* translators: %s: waybill */
				: sprintf( __( 'The courier has the parcel: tell it the change for the waybill %s, or keep the delivery as it is.', 'ship-elements' ), $row['waybill'] );
			return implode( ' ', array_intersect_key( $parts, array_flip( $data['edited'] ) ) ) . ' ' . $remedy;
		}
		if ( 'placed' === $row['state'] && $row['attention'] ) {
			return Ship_Elements_Charges::sentence( $data );
		}
		if ( 'unknown' === $row['state'] && 'not-cancelled' !== $reason ) {
			return __( 'Nobody knows whether it was ordered. Look for the reference in the dashboard of the service, and say here what you find.', 'ship-elements' );
		}
		return $sentences[ $reason ] ?? trim( ( $data['sentence'] ?? '' ) . ( $reason ? " ($reason)" : '' ) );
	}

	/** Whether a parcel has goods that are still to be sent. What was refunded is not ordered again. */
	private static function is_left( array $row ): bool {
		$order = wc_get_order( $row['order_id'] );
		return ! $order instanceof WC_Order || Ship_Elements_Parcel::items_of( $order, $row['parcel'] );
	}

	public static function nothing_left(): string {
		return __( 'There is nothing to send any more.', 'ship-elements' );
	}

	/** What the courier collects is not what is due: who owes what, and the remedy. */
	private static function owed( array $row ): string {
		$collects = (int) ( $row['data']['collects'] ?? 0 );
		$due      = (int) $row['data']['owed'];
		$rest     = self::rupiah( abs( $collects - $due ) );
		/* translators: 1: amount that the courier collects, 2: amount that is due */
		$sums = sprintf( __( 'The courier collects %1$s, but %2$s is due now.', 'ship-elements' ), self::rupiah( $collects ), self::rupiah( $due ) );
		/* translators: %s: amount */
		$owes = $collects > $due ? sprintf( __( 'The shopper would pay %s too much, and gets it back.', 'ship-elements' ), $rest ) : sprintf( __( 'The shopper would pay %s too little.', 'ship-elements' ), $rest );
		$remedy = Ship_Elements_Tracking::can_cancel( $row )
			? ( self::is_left( $row ) ? __( 'Cancel the delivery and order it again, or keep it and settle the difference with the shopper.', 'ship-elements' ) : __( 'Cancel the delivery, or keep it and settle the difference with the shopper.', 'ship-elements' ) )
			/* translators: 1: amount that is due, 2: waybill */
			: sprintf( __( 'The courier has the parcel: tell it to collect %1$s for the waybill %2$s, or keep the delivery and settle the difference with the shopper.', 'ship-elements' ), self::rupiah( $due ), $row['waybill'] );
		return "$sums $owes $remedy";
	}

	/** For the merchant: the weight of a product, and what it should be. */
	public static function too_light( string $item, float $grams ): string {
		/* translators: 1: name of a product, 2: its weight in grams, 3: the same number of kilograms in grams */
		return sprintf( __( 'The weight of “%1$s” must be at least one gram: %2$s g looks like kilograms. Enter %3$s g. Until then, no courier is offered for it.', 'ship-elements' ), $item, $grams, ceil( round( $grams * 1000, 6 ) ) );
	}

	public static function cod_limit( string $courier ): string {
		list( $least, $most ) = Ship_Elements_Pricing::cod_limits( $courier );
		/* translators: 1: the least, 2: the most that a courier collects */
		return sprintf( __( 'This courier collects from %1$s to %2$s.', 'ship-elements' ), self::rupiah( $least ), self::rupiah( $most ) );
	}

	public static function copy(): string {
		return __( 'The vendor’s copy of the order was cancelled or refunded, and this parcel is still to go. Cancel it, or let it go: the sum of this order changes with a refund here alone.', 'ship-elements' );
	}

	public static function not_known(): string {
		return __( 'It is being worked on just now. Try again in a minute.', 'ship-elements' );
	}

	public static function rupiah( int $amount ): string {
		return 'Rp ' . number_format( $amount, 0, ',', '.' );
	}
}
