<?php
defined( 'ABSPATH' ) || exit;

use Automattic\WooCommerce\Blocks\Integrations\IntegrationInterface;

/** Brings the script to each page that has the block checkout, also within a synced pattern. */
class Ship_Elements_Blocks_Integration implements IntegrationInterface {
	public function get_name() {
		return 'ship-elements';
	}

	public function initialize() {
		Ship_Elements_District::register_script();
		$needs = array( 'ship-elements-district', 'wp-element', 'wp-plugins', 'wp-data', 'wp-notices', 'wc-blocks-checkout', 'wc-blocks-components', 'wc-settings' );
		wp_register_script( 'ship-elements-blocks', plugins_url( 'assets/blocks.js', SHIP_ELEMENTS_FILE ), $needs, SHIP_ELEMENTS_VERSION, true );
	}

	public function get_script_handles() {
		return array( 'ship-elements-blocks', 'ship-elements-district' );
	}

	public function get_editor_script_handles() {
		return array();
	}

	public function get_script_data() {
		return array(
			'codMethods' => Ship_Elements_Checkout::cod_methods(),
			'one'        => array(
				/* translators: %s: price of the insurance */
				'label'  => __( 'Insure the parcel (%s)', 'ship-elements' ),
				'always' => __( 'The parcel is insured.', 'ship-elements' ),
				'none'   => __( 'This courier does not insure.', 'ship-elements' ),
			),
			'some'       => array(
				/* translators: 1: how many, 2: of how many, 3: price of the insurance */
				'label'  => __( 'Insure %1$d of %2$d parcels (%3$s)', 'ship-elements' ),
				/* translators: 1: how many, 2: of how many */
				'always' => __( '%1$d of %2$d parcels are insured.', 'ship-elements' ),
			),
			'several'    => array(
				/* translators: %s: price of the insurance */
				'label'  => __( 'Insure the parcels (%s)', 'ship-elements' ),
				'always' => __( 'The parcels are insured.', 'ship-elements' ),
				'none'   => __( 'These couriers do not insure.', 'ship-elements' ),
			),
			'insurance'  => Ship_Elements_Settings::get( 'insurance' ),
		);
	}
}
