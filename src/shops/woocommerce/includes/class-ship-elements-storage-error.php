<?php
defined( 'ABSPATH' ) || exit;

/** The database could not keep something. Nothing may be sent then. */
class Ship_Elements_Storage_Error extends RuntimeException {}
