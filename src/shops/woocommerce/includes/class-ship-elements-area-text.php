<?php
defined( 'ABSPATH' ) || exit;

/**
 * What to ask the service for a text that names a place: no street, no person and no phone number. `src/contract/area-text.ts` does the same,
 * and test/contract/area-text.json holds both together.
 */
class Ship_Elements_Area_Text {
	/** Characters. A longer text is no address, and is not read. */
	const LONGEST = 1000;

	/** Words of addresses in Indonesia, by what stands behind them. A word that begins names of districts is none, such as "Taman". */
	const LABELS = array(
		'district' => 'kec kecamatan distrik',
		'village'  => 'kel kelurahan desa ds',
		'city'     => 'kota kab kabupaten kodya kotamadya',
		'province' => 'prov provinsi propinsi',
		'code'     => 'kode kodepos pos zip zipcode postcode postal',
		'address'  => 'alamat address',
		// Street, house and building.
		'street'   => 'jl jln jalan gg gang lorong lrg no nomor nomer blok blk rt rw rtrw komp komplek kompleks perum perumahan ruko rukan apt apartemen tower unit lantai lt kav kavling km kp dsn cluster box',
		// Persons, shops, sums, and what helps to find the door.
		'other'    => 'hp wa telp tlp tel telepon telpon phone handphone whatsapp nama penerima pengirim an up bapak bpk pak ibu bu sdr sdri kepada yth email catatan patokan depan sebelah samping dekat rumah toko kos kost pt cv rp resi order ktp nik ext',
	);

	/** Words of names that the service leaves out, in Indonesian and in English, and single letters. */
	const SILENT = '/^(.|adm|administrasi|indonesia|daerah|khusus|istimewa|ibukota|city|regency|district|subdistrict|province)$/u';

	/** Words as people write them, and as the service spells them. */
	const SPELLED = array(
		'jogja'      => 'yogyakarta',
		'jogjakarta' => 'yogyakarta',
		'yogya'      => 'yogyakarta',
		'jkt'        => 'jakarta',
		'kby'        => 'kebayoran',
		'kb'         => 'kebon',
		'pd'         => 'pondok',
		'ps'         => 'pasar',
		'psr'        => 'pasar',
		'tj'         => 'tanjung',
		'tg'         => 'tanjung',
		'java'       => 'jawa',
		'sumatra'    => 'sumatera',
		'north'      => 'utara',
		'east'       => 'timur',
		'south'      => 'selatan',
		'west'       => 'barat',
		'central'    => 'tengah',
	);

	/** @var array[] label and words of each part */
	private $parts = array( array( 'label' => '', 'words' => array() ) );

	/** @var array[] postal codes: behind "Kode pos"; in another place; behind a street, where the number may be that of a house */
	private $codes = array( array(), array(), array() );

	/**
	 * Of an address with a postal code only the code and the district are asked, of another one the district with its city, and without a
	 * district the words that can be a place.
	 *
	 * @return array texts: what is asked, the next one if no area of the earlier ones fits. named: the letters of what the text names beside a
	 * code. city: whether it is the name of a city alone, behind "Kota". It may be a district: "Kota Gede" is Kotagede
	 */
	public static function question( string $given ): array {
		$address = new self();
		$address->read( preg_match( '/^.{0,' . self::LONGEST . '}$/us', $given ) ? self::tokens( $given ) : array() );
		$district = $address->names( array( 'district' ) )[0] ?? '';
		$city     = $address->names( array( 'city' ) )[0] ?? '';
		$place    = implode( ' ', $address->names( array( '', 'village', 'city', 'province' ) ) );
		list( $labelled, $plain, $doubtful ) = array_map( 'array_values', array_map( 'array_unique', $address->codes ) );
		$certain = $labelled ? $labelled : $plain;
		$asked   = array_slice( $certain || '' !== $district ? $certain : $doubtful, 0, 2 );
		$named   = '' !== $district ? $district : ( '' !== $city ? $city : ( $certain ? '' : $place ) );
		$is_city = '' === $district && ! $certain && $city === $place && preg_match( '/kota[^a-z0-9_]/i', $given );
		$doubts  = ! $certain && $asked;
		$names   = $certain ? array() : array( $place, $is_city ? 'kota' . self::letters( $named ) : '' );
		if ( '' !== $district ) {
			$names = array( "$district " . ( '' !== $city ? $city : implode( ' ', $address->names( array( 'province' ) ) ) ), $district );
		}
		// The number may be that of a house.
		$texts = array_map( fn ( $text ) => trim( preg_replace( '/\bkota (?=.)/', '', $text ) ), $doubts ? array_merge( $names, $asked ) : array_merge( $asked, $names ) );
		return array(
			'texts' => array_values( array_unique( preg_grep( '/^.{3,60}$/u', $texts ) ) ),
			'named' => self::letters( $named ),
			'city'  => (bool) $is_city,
		);
	}

	/**
	 * Whether an area is what a text names beside a postal code. A city may stand behind the district: "Kec. Tebet Jaksel".
	 *
	 * @param string $area district, city, province and code, with commas between them
	 */
	public static function fits( string $area, array $question ): bool {
		$named    = $question['named'];
		$parts    = explode( ',', $area );
		$district = self::letters( $parts[0] );
		if ( $question['city'] ) {
			return false !== strpos( self::letters( $parts[1] ?? '' ), $named ) || false !== strpos( self::letters( $area ), "kota$named" );
		}
		return '' === $named || false !== strpos( self::letters( $area ), $named ) || ( '' !== $district && 0 === strpos( $named, $district ) );
	}

	/** The letters of a name: "Pulo Gadung" and "Pulogadung" are one. */
	private static function letters( string $name ): string {
		return (string) preg_replace( '/\P{L}/u', '', self::lower( $name ) );
	}

	/** Not every host has the extension mbstring. */
	private static function lower( string $text ): string {
		return function_exists( 'mb_strtolower' ) ? mb_strtolower( $text, 'UTF-8' ) : strtolower( $text );
	}

	/** The words and numbers of a text in lower case. A comma ends a part of the address, ☎ was a phone number, and # is no postal code. */
	private static function tokens( string $given ): array {
		$replace = fn ( $steps, $text ) => (string) preg_replace( array_keys( $steps ), array_values( $steps ), $text );
		$text    = $replace(
			array(
				'/[\p{Cf}\p{M}☎#]/u'      => '',
				'/[\n\r\t]/'               => ',',
				'/\s+/u'                   => ' ',
				'/\p{Pd}/u'                => '-',
				// English names: West Java is Jawa Barat, and Central Jakarta is Jakarta Pusat.
				'/\bcentral jakarta\b/'    => 'jakarta pusat',
				'/\b(north|east|south|west|central) ([\p{L} ]+)/u' => '$2 $1 ',
				// Mail addresses and links.
				'~\S*(@|://|www\.)\S*~u'   => ',',
				// "a.n." and "u.p." stand before a person.
				'~\b([au])[./]([np])\b~'   => '$1$2',
				// A phone number has nine to fourteen digits. The shortest one and a postal code behind it have more.
				'/(^|[^0-9])(?:0|\+? ?62)(?:[ .()-]{0,3}[0-9]){8,12}(?![0-9])/' => '$1 ☎ ',
				'~\+[0-9]+|[0-9]+(( ?[-/] ?|\.)[0-9]+)+~' => '#',
			),
			self::lower( Ship_Elements_Text::compatible( $given ) )
		);
		$is_long = fn ( $groups ) => strlen( $groups ) > 9 || preg_match( '/^8[0-9]{2} /', $groups );
		$text    = (string) preg_replace_callback( '/[0-9]+(?: [0-9]+)+/', fn ( $found ) => $is_long( $found[0] ) ? '#' : $found[0], $text );
		$text    = $replace(
			array(
				'/(^|[^0-9] )([1-9][0-9]) ([0-9]{3})(?![0-9]| [0-9])/' => '$1$2$3',
				'/(\p{L}{3})([1-9][0-9]{4})(?![\p{L}0-9])/u' => '$1 $2',
				'/(^|[^\p{L}0-9])([1-9][0-9]{4})(?=\p{L}{3})/u' => '$1$2 ',
				'~ - |[;()[\]{}|/•·]~u'    => ',',
			),
			$text
		);
		preg_match_all( '/[\p{L}\p{N}]+|[☎#,]/u', $text, $tokens );
		return array_map( fn ( $token ) => self::SPELLED[ $token ] ?? $token, $tokens[0] );
	}

	private static function is_word( string $token ): bool {
		return (bool) preg_match( '/^\p{L}+$/uD', $token );
	}

	private static function label( string $word ): string {
		foreach ( self::LABELS as $label => $words ) {
			if ( in_array( $word, explode( ' ', $words ), true ) ) {
				return $label;
			}
		}
		return '';
	}

	/** @return string[] the names behind some labels */
	private function names( array $labels ): array {
		$parts = array_filter( $this->parts, fn ( $part ) => $part['words'] && in_array( $part['label'], $labels, true ) );
		return array_values( array_map( fn ( $part ) => implode( ' ', $part['words'] ), $parts ) );
	}

	private function begin( string $label = '' ): void {
		$this->parts[] = array( 'label' => $label, 'words' => array() );
	}

	/** What stood before is a person. */
	private function forget(): void {
		$this->parts = array_values( array_filter( $this->parts, fn ( $part ) => '' !== $part['label'] ) );
		$this->begin();
	}

	/**
	 * Reads an address. A label counts up to the next label, number or comma. People write name, phone, street and place in this order: words
	 * without a label are a place behind the last street, or else behind the phone number. If no name stands before the phone, it stands behind it.
	 */
	private function read( array $tokens ): void {
		$street = false;
		$number = false;
		$over   = false;
		$person = false;
		foreach ( $tokens as $index => $token ) {
			$following = $tokens[ $index + 1 ] ?? '';
			$before    = self::label( $tokens[ $index - 1 ] ?? '' );
			$label     = self::label( $token );
			$next      = self::label( $following );
			$within    = end( $this->parts )['label'];
			if ( ',' === $token ) {
				$this->begin( '☎' === ( $tokens[ $index - 1 ] ?? '' ) && ! $person ? 'other' : '' );
			} elseif ( '☎' === $token ) {
				$person = (bool) $this->names( array( '', 'other' ) );
				if ( ! $street ) {
					$this->forget();
				}
				$over = (bool) $this->names( array( '' ) );
				$this->begin();
			} elseif ( ! self::is_word( $token ) ) {
				$house = array_intersect( array( $within, $next ), array( 'street', 'other' ) );
				if ( preg_match( '/^[1-9][0-9]{4}$/D', $token ) && ! in_array( $before, array( 'street', 'other' ), true ) ) {
					$this->codes[ 'code' === $before ? 0 : ( $house ? 2 : 1 ) ][] = $token;
				} else {
					$number = true;
				}
				$this->begin();
			} elseif ( '' !== $label && ( 'kota' !== $token || self::is_word( $following ) ) ) {
				if ( 'street' === $label && 'other' === $next ) {
					// The number is that of a phone.
					continue;
				}
				$street = $street || 'street' === $label;
				if ( 'street' === $label || 'address' === $label ) {
					$this->forget();
				}
				if ( 'address' !== $label ) {
					$this->begin( $label );
				}
			} elseif ( ! preg_match( self::SILENT, $token ) && ( '' !== $within || ! $over ) ) {
				if ( $number && '' === $within ) {
					$this->forget();
				}
				$number = false;
				$this->parts[ count( $this->parts ) - 1 ]['words'][] = $token;
			}
		}
	}
}
