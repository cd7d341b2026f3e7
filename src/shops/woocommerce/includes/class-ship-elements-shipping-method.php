<?php
defined( 'ABSPATH' ) || exit;

/** One shipping method with many prices, and the settings' page. Add it to the zones that you deliver to. */
class Ship_Elements_Shipping_Method extends WC_Shipping_Method {
	/** @var string[] what is wrong with what the merchant has just saved, by the names of the settings. WooCommerce makes the method twice */
	private static $mistakes = array();

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

	public function calculate_shipping( $package = array() ) {
		if ( ! Ship_Elements_Packages::is_whole( $package ) ) {
			return;
		}
		$mark = $package['ship_elements'];
		$rows = Ship_Elements_Quotes::rows( $package, $mark['cod'], $mark['insured'] );
		if ( $mark['cod'] && ! $rows ) {
			// No courier collects money at this address. The rates without COD are shown, and the payment method is hidden.
			$rows = Ship_Elements_Quotes::rows( $package, false, $mark['insured'] );
		}
		$rows   = $rows ?? Ship_Elements_Quotes::outage( $package );
		// A shopper who wants insurance sees the couriers that insure, if there are some.
		$able   = $mark['insured'] ? array_values( array_filter( $rows, fn ( $row ) => $row['insured'] ) ) : array();
		$listed = $rows ? Ship_Elements_Pricing::short_list( $able ? $able : $rows, Ship_Elements_Parcel::declared( Ship_Elements_Parcel::items( $package ) ) ) : array();
		// The widget opens the whole list, so its choice may be another rate, also one that cannot insure. What was chosen from a list stays.
		$kept = array( $mark['service'], Ship_Elements_Packages::chosen( $mark['key'] ) );
		foreach ( $rows as $row ) {
			if ( in_array( $row['service'], $kept, true ) && ! in_array( $row, $listed, true ) ) {
				$listed[] = $row;
			}
		}
		foreach ( $listed as $row ) {
			$rate = $this->rate_of( $row );
			$this->add_rate( $rate );
			$this->rates[ $rate['id'] ]->set_delivery_time( Ship_Elements_Pricing::arrival_text( Ship_Elements_Settings::promise( $row['rate'] ) ) );
		}
	}

	private function rate_of( array $row ): array {
		return array(
			'id'        => $this->get_rate_id( $row['service'] ),
			'label'     => Ship_Elements_Terms::name( $row['rate'] ),
			'cost'      => $row['price'],
			'meta_data' => array(
				'_ship_elements_service'  => $row['service'],
				'_ship_elements_insured'  => $row['insured'] ? 'yes' : 'no',
				'_ship_elements_estimate' => $row['estimate'] ? 'yes' : 'no',
			),
		);
	}

	/** The key never goes back into a page. */
	public function generate_password_html( $key, $data ) {
		$saved                     = '' !== Ship_Elements_Settings::key();
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
		return '' === $given ? (string) $this->get_option( $key ) : Ship_Elements_Settings::sealed( $given );
	}

	/**
	 * A mistyped value must not turn the checkout off: it is named, and the last one stays.
	 *
	 * @throws Exception With a sentence for the merchant.
	 */
	public function get_field_value( $key, $field, $post_data = array() ) {
		$value   = parent::get_field_value( $key, $field, $post_data );
		$mistake = 'key' === $key ? null : Ship_Elements_Settings::mistake( $key, $field, trim( (string) $value ) );
		if ( ! $mistake && in_array( $key, array( 'closed', 'open' ), true ) ) {
			$mistake = Ship_Elements_Settings::mistake_of_dates( $key, $field, array( $key => $value ) + array_intersect_key( $this->settings, array( 'week' => 1, 'closed' => 1 ) ) );
		}
		if ( $mistake ) {
			self::$mistakes[ $key ] = $mistake . ' ' . __( 'It stays as it was.', 'ship-elements' );
			throw new Exception( esc_html( self::$mistakes[ $key ] ) );
		}
		return $value;
	}

	/** The sentence about a wrong value stands beside its field, too: the page is long. */
	public function generate_settings_html( $form_fields = array(), $echo = true ) {
		$fields = $form_fields ? $form_fields : $this->get_form_fields();
		foreach ( array_intersect_key( self::$mistakes, $fields ) as $key => $mistake ) {
			$fields[ $key ]['custom_attributes'] = array( 'aria-invalid' => 'true' ) + ( $fields[ $key ]['custom_attributes'] ?? array() );
			$fields[ $key ]['description']       = '<strong style="color:#b32d2e">' . esc_html( $mistake ) . '</strong>';
		}
		return parent::generate_settings_html( $fields, $echo );
	}

	/** A box for each courier, with its name. */
	public function generate_ship_elements_boxes_html( $key, $data ) {
		$name   = $this->get_field_key( $key );
		$chosen = explode( ',', Ship_Elements_Settings::get( $key ) );
		$boxes  = sprintf( '<input type="hidden" name="%s[]" value="">', esc_attr( $name ) );
		foreach ( Ship_Elements_Settings::known_couriers() as $value => $label ) {
			$boxes .= sprintf( '<label><input type="checkbox" name="%s[]" value="%s" %s> %s</label><br>', esc_attr( $name ), esc_attr( $value ), checked( in_array( (string) $value, $chosen, true ), true, false ), esc_html( $label ) );
		}
		return $this->row_html( $data, "<fieldset><legend class=\"screen-reader-text\">$data[title]</legend>$boxes</fieldset>" );
	}

	/** A time for each weekday, as text with commas between them. */
	public function generate_ship_elements_week_html( $key, $data ) {
		$times = explode( ',', Ship_Elements_Settings::get( $key ) );
		$rows  = '';
		foreach ( array_values( $data['options'] ) as $index => $day ) {
			$rows .= sprintf( '<label style="display:flex;align-items:center"><span style="width:8em">%s</span><input type="time" name="%s[]" value="%s"></label>', esc_html( $day ), esc_attr( $this->get_field_key( $key ) ), esc_attr( $times[ $index ] ?? '' ) );
		}
		return $this->row_html( $data, "<fieldset><legend class=\"screen-reader-text\">$data[title]</legend>$rows</fieldset>" );
	}

	public function validate_ship_elements_week_field( $key, $value ) {
		return implode( ',', array_map( fn ( $text ) => trim( sanitize_text_field( wp_unslash( $text ) ) ), (array) $value ) );
	}

	public function validate_ship_elements_boxes_field( $key, $value ) {
		return implode( ',', array_filter( array_map( 'sanitize_text_field', (array) $value ), fn ( $text ) => '' !== $text ) );
	}

	public function generate_ship_elements_test_html( $key, $data ) {
		$button = sprintf( '<button type="submit" name="save" value="ship_elements_test" class="button">%s</button>', esc_html__( 'Save, and test the connection', 'ship-elements' ) );
		if ( Ship_Elements_Settings::is_copy() ) {
			/* translators: %s: address of this site */
			$label   = sprintf( __( 'Use the key at %s. Deliveries that are not ordered yet then wait for your click.', 'ship-elements' ), Ship_Elements_Settings::site() );
			$button .= sprintf( '<p><label><input type="checkbox" name="ship_elements_site" value="1"> %s</label></p>', esc_html( $label ) );
		}
		return $this->row_html( $data, $button );
	}

	public function generate_ship_elements_webhook_html( $key, $data ) {
		/* translators: 1: address, 2: name of a header, 3: its value */
		$sentence = __( 'So that orders show waybills and changes by themselves, enter the address %1$s in the dashboard of the service, with the header %2$s and the value %3$s.', 'ship-elements' );
		$values   = array( Ship_Elements_Webhooks::url(), Ship_Elements_Webhooks::HEADER, Ship_Elements_Settings::webhook_secret() );
		return $this->row_html( $data, '<p>' . vsprintf( esc_html( $sentence ), array_map( fn ( $value ) => '<code>' . esc_html( $value ) . '</code>', $values ) ) . '</p>' );
	}

	private function row_html( array $data, string $content ): string {
		$more = empty( $data['description'] ) ? '' : '<p class="description">' . wp_kses_post( $data['description'] ) . '</p>';
		return '<tr><th scope="row" class="titledesc">' . esc_html( $data['title'] ) . '</th><td class="forminp">' . $content . $more . '</td></tr>';
	}

	public function process_admin_options() {
		$data   = $this->get_post_data();
		$url    = Ship_Elements_Settings::service_url();
		$before = Ship_Elements_Settings::key() . $url;
		$saved  = parent::process_admin_options();
		foreach ( array_unique( $this->get_errors() ) as $mistake ) {
			WC_Admin_Settings::add_error( html_entity_decode( $mistake, ENT_QUOTES ) );
		}
		if ( Ship_Elements_Settings::service_url() !== $url && empty( $data[ $this->get_field_key( 'key' ) ] ) ) {
			// Who may change the address must not send the saved key there.
			update_option( Ship_Elements_Settings::OPTION, array( 'key' => '' ) + get_option( Ship_Elements_Settings::OPTION ) );
		}
		if ( '' === (string) get_option( Ship_Elements_Settings::SITE, '' ) || ( ! empty( $data['ship_elements_site'] ) && Ship_Elements_Settings::is_copy() ) ) {
			if ( Ship_Elements_Settings::is_copy() ) {
				Ship_Elements_Ledger::hold_all();
			}
			update_option( Ship_Elements_Settings::SITE, Ship_Elements_Settings::site() );
		}
		Ship_Elements_Storage::delete( 'paused:rates' );
		WC_Cache_Helper::get_transient_version( 'shipping', true );
		$problems = Ship_Elements_Settings::problems();
		foreach ( $problems as $problem ) {
			WC_Admin_Settings::add_error( $problem );
		}
		$tests = 'ship_elements_test' === ( $data['save'] ?? '' );
		if ( isset( $problems['key'] ) || isset( $problems['service_url'] ) || isset( $problems['site'] ) || ( ! $tests && Ship_Elements_Settings::key() . Ship_Elements_Settings::service_url() === $before && Ship_Elements_Settings::known_couriers() ) ) {
			return $saved;
		}
		$failure = Ship_Elements_Settings::fetch_couriers();
		if ( $failure ) {
			WC_Admin_Settings::add_error( $failure );
			return $saved;
		}
		Ship_Elements_Storage::delete( 'failure' );
		$known   = Ship_Elements_Settings::known_couriers();
		$unknown = array_diff( array_filter( explode( ',', Ship_Elements_Settings::get( 'couriers' ) ) ), array_keys( $known ) );
		if ( $unknown ) {
			/* translators: %s: codes of couriers */
			WC_Admin_Settings::add_error( sprintf( __( '“Couriers” is wrong: the service does not have %s any more.', 'ship-elements' ), implode( ', ', $unknown ) ) );
		}
		$this->form_fields = Ship_Elements_Settings::fields();
		// A price costs the merchant money, so it is asked for by a click alone.
		$failure = $tests && ! $problems && ! $unknown ? Ship_Elements_Quotes::test() : null;
		if ( $failure ) {
			WC_Admin_Settings::add_error( $failure );
			return $saved;
		}
		/* translators: %d: number of couriers */
		WC_Admin_Settings::add_message( sprintf( __( 'The connection works: the service has %d couriers.', 'ship-elements' ), count( $known ) ) );
		return $saved;
	}
}
