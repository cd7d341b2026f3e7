<?php
defined( 'ABSPATH' ) || exit;

/** Text of other people, read where it enters. `src/contract` reads the same, and test/support/text-cases.json holds both together. */
class Ship_Elements_Text {
	/** Letters and digits of other widths as usual ones. Not every host has the extension intl. */
	public static function compatible( string $text ): string {
		$wide = fn ( $found ) => chr( ( ( ord( $found[0][1] ) & 63 ) << 6 | ( ord( $found[0][2] ) & 63 ) ) - 0xEE0 );
		return (string) ( function_exists( 'normalizer_normalize' ) ? normalizer_normalize( $text, Normalizer::FORM_KC ) : preg_replace_callback( '/[\x{FF01}-\x{FF5E}]/u', $wide, $text ) );
	}

	/** Without white space and what has no width. */
	private static function plain( string $text ): string {
		return (string) preg_replace( '/[\s\p{Cf}\p{M}]/u', '', self::compatible( $text ) );
	}

	/** An Indonesian phone number as `0812…` or `+62812…`. Empty if it is none, or more than one. */
	public static function phone( string $text ): string {
		// One number, with the code of the country or a 0. A mobile number may lack both. Words around it are labels.
		$form = '/^[^\d+]*(?:(?:\+|00)?(62)0?|0|(?=8\d{8}))([1-9]\d{6,11})\D*$/D';
		// Spreadsheets write `.0` behind a number. Up to three digits in brackets at the end are an extension.
		$plain = preg_replace( array( '/(\d{9})[.,]00?$/D', '/\((?!\d{1,3}\)\D*$)|[).\p{Pd}−]/u' ), array( '$1', '' ), self::plain( $text ) );
		return preg_match( $form, (string) $plain, $found ) ? ( '' === $found[1] ? '0' : '+62' ) . $found[2] : '';
	}

	/** A postal code. 0 if it is none. */
	public static function postcode( string $text ): int {
		$code = self::plain( $text );
		return preg_match( '/^[1-9]\d{4}$/D', $code ) ? (int) $code : 0;
	}

	/** A name as people read it: without tags, entities and what has no width. */
	public static function name( string $text ): string {
		// Shops and imports encode a text once or twice.
		for ( $time = 0; $time < 2; $time++ ) {
			$text = html_entity_decode( $text, ENT_QUOTES | ENT_HTML5, 'UTF-8' );
		}
		$text = preg_replace( '~<(script|style)\b[^<>]*>.*?</\1>|<!--.*?-->~is', ' ', $text );
		$text = preg_replace( '~<(br|p|div|li)\b[^<>]*>~i', ' ', (string) $text );
		$text = preg_replace( array( '~</?[a-z][^<>]*>~i', '/(?![\x{200C}\x{200D}])\p{Cf}/u', '/[\s\p{Cc}]+/u' ), array( '', '', ' ' ), (string) $text );
		return trim( (string) $text );
	}

	/** A number with a point or a comma. 0 if it is none. */
	public static function number( $text ): float {
		return preg_match( '/^\s*\d+(?:[.,]\d+)?\s*$/D', (string) $text ) ? (float) str_replace( ',', '.', trim( (string) $text ) ) : 0.0;
	}

	/**
	 * A line as the service takes it: whole pieces and whole grams. A part of a piece is one piece, so that the value of the line stays.
	 *
	 * @param float $paid  Rupiah for all pieces.
	 * @param float $left  Pieces that are to be sent.
	 * @param float $grams Of one piece.
	 */
	public static function line( float $paid, float $pieces, float $left, float $grams ): array {
		$whole = floor( $left ) === $left;
		$value = $pieces > 0 ? $paid / $pieces : 0;
		return array(
			'value'    => (int) round( $whole ? $value : $value * $left ),
			'quantity' => $whole ? (int) $left : 1,
			'weight'   => max( 1, (int) ceil( round( $whole ? $grams : $grams * $left, 3 ) ) ),
		);
	}

	/** Seconds since the epoch. A time without a zone is one of Jakarta. 0 if it is none. */
	public static function moment( $text ): int {
		$form = '/^\s*(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?)?\s*(?:WIB|(Z|[+-]\d\d:?\d\d))?\s*$/Di';
		if ( ! is_string( $text ) || ! preg_match( $form, $text, $found ) ) {
			return 0;
		}
		return (int) strtotime( $found[1] . ' ' . ( $found[2] ?? '' ) . ( $found[3] ?? '+07:00' ) );
	}

	/** The object or list of a JSON text, also behind a byte order mark. Null if it is none. */
	public static function json( string $text ): ?array {
		$json = json_decode( (string) preg_replace( '/^\xEF\xBB\xBF/', '', $text ), true );
		return is_array( $json ) ? $json : null;
	}
}
