<?php
defined( 'ABSPATH' ) || exit;

/** One shipping method with many prices. Add it to the zones that you deliver to. */
class Ship_Elements_Shipping_Method extends WC_Shipping_Method {
	public function __construct( $instance_id = 0 ) {
		parent::__construct( $instance_id );
		$this->id                 = 'ship_elements';
		$this->instance_id        = absint( $instance_id );
		$this->method_title       = __( 'Ship Elements', 'ship-elements' );
		$this->method_description = __( 'Compares couriers, and orders the delivery once when the order is paid.', 'ship-elements' );
		$this->supports           = array( 'shipping-zones', 'settings' );
		$this->title              = $this->method_title;
		// The service's prices have their taxes in them.
		$this->tax_status  = 'none';
		$this->enabled     = 'yes';
		$this->form_fields = Ship_Elements_Settings::fields();
		$this->init_settings();
		add_action( 'woocommerce_update_options_shipping_' . $this->id, array( $this, 'process_admin_options' ) );
	}

	/** The secret never goes back into a page. */
	public function generate_password_html( $key, $data ) {
		$saved                     = '' !== Ship_Elements_Settings::get( $key );
		$shown                     = $this->settings[ $key ] ?? '';
		$this->settings[ $key ]    = '';
		$data['placeholder']       = $saved ? __( 'Saved. Leave it empty to keep it.', 'ship-elements' ) : '';
		$data['custom_attributes'] = array( 'autocomplete' => 'new-password' );
		$html                      = $this->generate_text_html( $key, $data );
		$this->settings[ $key ]    = $shown;
		return $html;
	}

	public function validate_password_field( $key, $value ) {
		$given = trim( (string) $value );
		return '' === $given ? (string) $this->get_option( $key ) : $given;
	}

	public function process_admin_options() {
		$saved   = parent::process_admin_options();
		$problem = Ship_Elements_Settings::problem();
		if ( $problem ) {
			WC_Admin_Settings::add_error( $problem );
		}
		delete_transient( 'ship_elements_couriers' );
		delete_transient( Ship_Elements_Gateway::PAUSED );
		WC_Cache_Helper::get_transient_version( 'shipping', true );
		return $saved;
	}

	public function calculate_shipping( $package = array() ) {
		$marks = $package['ship_elements'] ?? null;
		if ( ! $marks || Ship_Elements_Settings::problem() || ! Ship_Elements_Parcel::destination( $package ) ) {
			return;
		}
		$rows    = Ship_Elements_Quote::rows( $package, $marks['cod'] );
		$has_cod = $marks['cod'] && $rows;
		if ( $marks['cod'] && ! $rows ) {
			// Nobody collects the money here: the payment method goes, and the deliveries stay.
			$rows = Ship_Elements_Quote::rows( $package, false );
		} elseif ( $rows ) {
			$has_cod = $has_cod || array_filter( array_column( $rows, 'cod_able' ) );
		}
		$listed = $rows ? Ship_Elements_Short_List::of( $rows ) : array();
		// The widget opens the whole list, so its choice may be another rate.
		foreach ( $rows ?? array() as $row ) {
			if ( $row['service'] === $marks['service'] && ! in_array( $row, $listed, true ) ) {
				$listed[] = $row;
			}
		}
		foreach ( $listed as $row ) {
			$this->add_rate( $this->rate_of( $row ) );
		}
		$flat = Ship_Elements_Settings::get( 'flat' );
		if ( null === $rows && '' !== $flat ) {
			$this->add_rate(
				array(
					'id'        => $this->get_rate_id( 'flat' ),
					'label'     => __( 'Delivery', 'ship-elements' ),
					'cost'      => (int) $flat,
					'meta_data' => array( '_ship_elements_service' => 'flat' ),
				)
			);
		}
		$estimate = null === $rows || array_filter( array_column( $rows, 'estimate' ) );
		Ship_Elements_Checkout::calculated( array_column( $listed, 'price', 'service' ), (bool) $has_cod, (bool) $estimate );
	}

	private function rate_of( array $row ): array {
		$rate  = $row['rate'];
		$label = trim( ( $rate['courier_name'] ?? $rate['courier_code'] ) . ' ' . ( $rate['courier_service_name'] ?? $rate['courier_service_code'] ) );
		$when  = Ship_Elements_Short_List::arrival_text( $rate, Ship_Elements_Settings::ready_at() );
		return array(
			'id'        => $this->get_rate_id( $row['service'] ),
			'label'     => $when ? "$label ($when)" : $label,
			'cost'      => $row['price'],
			'meta_data' => array(
				'_ship_elements_service' => $row['service'],
				'_ship_elements_offer'   => $row['offer'],
				'_ship_elements_insured' => $row['insured'] ? 'yes' : 'no',
			),
		);
	}
}
