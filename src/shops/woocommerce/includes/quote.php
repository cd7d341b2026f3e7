<?php
defined( 'ABSPATH' ) || exit;

/** The rates of a package, each with its signed offer. */
class Ship_Elements_Quote {
	/**
	 * The rates for the package's switches.
	 *
	 * @return array[]|null service, price, offer, estimate, rate, insured, cod_able; null if the gateway cannot be asked
	 */
	public static function rows( array $package, bool $cod ): ?array {
		$cart        = Ship_Elements_Parcel::cart( $package );
		$destination = Ship_Elements_Parcel::destination( $package );
		$tokens      = Ship_Elements_Settings::tokens();
		$insured     = $package['ship_elements']['insured'];
		$question    = $destination + array(
			'cart'                         => $tokens->sign_cart( $cart ),
			// One question has the prices with and without insurance.
			'courier_insurance'            => 'never' === Ship_Elements_Settings::get( 'insurance' ) ? 0 : 1,
			'destination_cash_on_delivery' => $cod ? 1 : 0,
		);
		$rates       = Ship_Elements_Gateway::rates( $question );
		if ( null === $rates ) {
			return null;
		}
		$rows = array();
		foreach ( $rates as $rate ) {
			$service = "$rate[courier_code]/$rate[courier_service_code]";
			try {
				$accepted = $tokens->accept( $rate['offer'] ?? '', $cart, $destination, $service, $insured, $cod );
			} catch ( Ship_Elements_Token_Error $problem ) {
				// The service has no price for these switches. Anything else is a fault of the settings.
				if ( 'not-quoted' !== $problem->getMessage() ) {
					Ship_Elements_Gateway::log( 'error', "The offer for $service is not taken: " . $problem->getMessage() . '. Check account, name of the secret, and secret.' );
				}
				continue;
			}
			$rows[] = array(
				'service'  => $service,
				'price'    => $accepted['price'],
				'offer'    => $rate['offer'],
				'estimate' => $accepted['estimate'],
				'insured'  => (bool) $accepted['insurance'],
				'cod_able' => ! empty( $rate['available_for_cash_on_delivery'] ),
				'rate'     => $rate,
			);
		}
		// A shopper who wants insurance sees the couriers that insure, if there are some.
		$able = array_values( array_filter( $rows, function ( $row ) { return $row['insured']; } ) );
		return $insured && $able ? $able : $rows;
	}
}
