<?php
const SHIP = ['account' => 'toko-senja', 'kid' => '2026-11'];

function ship_secret(): string {
  $secret = (string) getenv('SHIPPING_SECRET');
  // Anyone could sign with a secret that was not set.
  if (strlen($secret) < 32) throw new LogicException('SHIPPING_SECRET must be set, with 32 bytes or more.');
  return $secret;
}
function ship_base64(string $bytes): string { return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '='); }
function ship_json($value): string {
  return json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_LINE_TERMINATORS);
}

/** $kind: cart (24 hours) or grant (10 minutes). */
function ship_sign(string $kind, int $minutes, array $claims): string {
  $head = ['alg' => 'HS256', 'typ' => "ship-$kind+jwt", 'kid' => SHIP['kid']];
  $claims += ['aud' => 'ship-gateway:' . SHIP['account'], 'iat' => time(), 'exp' => time() + 60 * $minutes];
  $text = ship_base64(ship_json($head)) . '.' . ship_base64(ship_json($claims));
  return $text . '.' . ship_base64(hash_hmac('sha256', $text, ship_secret(), true));
}

/** The claims of what the gateway has signed: an offer (20 minutes) or a cancel (15). */
function ship_verify(string $kind, int $minutes, string $token): array {
  $parts = explode('.', $token);
  if (strlen($token) > 98304 || count($parts) !== 3) throw new RuntimeException('forged');
  [$head, $claims] = array_map(fn ($part) => json_decode(base64_decode(strtr($part, '-_', '+/')), true), $parts);
  $signature = ship_base64(hash_hmac('sha256', "$parts[0].$parts[1]", ship_secret(), true));
  $ours = ['alg' => 'HS256', 'typ' => "ship-$kind+jwt", 'kid' => SHIP['kid']];
  if (!hash_equals($signature, $parts[2]) || $head != $ours || $claims['aud'] !== 'ship-shop:' . SHIP['account'])
    throw new RuntimeException('forged');
  if ($claims['exp'] + 300 <= time() || $claims['iat'] + 60 * $minutes + 300 < time()) throw new RuntimeException('expired');
  return $claims;
}

function ship_fingerprint(array $parts): string { return ship_base64(hash('sha256', ship_json($parts), true)); }

/** As the gateway reads a form or a database: a number may come as text, an empty field counts as none, grams are whole, and an area's id has capitals. */
function ship_numbers(array $from): array {
  $numbers = '/^(value|quantity|weight|length|width|height|subtotal|\w+_(postal_code|latitude|longitude|amount))$/';
  foreach ($from as $field => $value) {
    if (in_array($value, ['', null, []], true)) unset($from[$field]);
    elseif (is_array($value)) $from[$field] = ship_numbers($value);
    elseif (str_ends_with($field, '_area_id')) $from[$field] = strtoupper($value);
    // A DECIMAL column gives 150000.00, and sums are compared with integers.
    elseif (is_numeric($value) && preg_match($numbers, $field))
      $from[$field] = $field === 'weight' ? (int) ceil(round($value, 6)) : ($value == (int) $value ? (int) $value : $value + 0);
  }
  return $from;
}
function ship_row(array $from, array $fields): array { return array_map(fn ($field) => $from[$field] ?? null, $fields); }

/** What the offer says for the form's choice, with its switches; $service is jne/reg. Throws if it is not for this, or is an estimate. */
function ship_accept(string $offer, array $cart, array $destination, string $service, bool $insured, bool $cash): array {
  $claims = ship_verify('offer', 20, $offer);
  [$cart, $destination] = [ship_numbers($cart), ship_numbers($destination)];
  $item = ['name', 'sku', 'category', 'value', 'quantity', 'weight', 'length', 'width', 'height'];
  $place = fn ($side) => ["{$side}_area_id", "{$side}_postal_code", "{$side}_latitude", "{$side}_longitude"];
  $goods = [array_map(fn ($row) => ship_row($row, $item), $cart['items']), ship_row($cart['origin'], $place('origin')), $cart['subtotal']];
  if ($claims['cart'] !== ship_fingerprint($goods)) throw new RuntimeException('other-cart');
  if ($claims['destination'] !== ship_fingerprint(ship_row($destination, $place('destination')))) throw new RuntimeException('other-destination');
  // Without JavaScript, the form has the offer alone.
  if ($service !== '' && "$claims[courier]/$claims[service]" !== $service) throw new RuntimeException('other-service');
  // Your own fallback rate: the service was not asked. Have the shopper choose again in a moment.
  if ($claims['estimate'] ?? false) throw new RuntimeException('estimate');
  $declared = array_sum(array_map(fn ($row) => $row['value'] * $row['quantity'], $cart['items']));
  $accepted = ['courier' => $claims['courier'], 'service' => $claims['service'], 'cart' => $cart, 'destination' => $destination, 'price' => $claims['price']];
  // How the courier gets the parcel, and when it is promised: each promise holds until its `until`.
  $accepted += ['collection' => $claims['collection_method'] ?? null];
  foreach (array_reverse($claims['arrivals'] ?? []) as $one) if (strtotime($one['until']) > time()) $accepted['arrival'] = $one;
  $parts = $claims['parts'] ?? null;
  if (!$parts) {
    // The price is for the switches that were asked. That of an extra in `fixed` does not matter: the courier always or never has it.
    [$asked, $fixed, $amounts] = [$claims['asked'], $claims['fixed'] ?? [], $claims['amounts'] ?? []];
    $isFixed = fn ($extra) => in_array($extra, $fixed, true);
    if (!$isFixed('insurance') && ($insured !== $asked['insured'] || ($insured && !isset($amounts['insurance'])))) throw new RuntimeException('not-quoted');
    if ($cash && $isFixed('cash_on_delivery')) throw new RuntimeException('cod-unavailable');
    if (!$isFixed('cash_on_delivery') && ($cash !== $asked['cash_on_delivery'] || ($cash && !isset($amounts['cash_on_delivery'])))) throw new RuntimeException('not-quoted');
    $insurance = isset($amounts['insurance']) ? ['fee' => 0, 'amount' => $amounts['insurance'], 'always' => $isFixed('insurance')] : null;
    $collected = $cash ? $amounts['cash_on_delivery'] : null;
  } else {
    $insurance = $parts['insurance'] ?? null;
    $collected = $parts['cash_on_delivery'] ?? null;
    // Null: this service does not collect here.
    if ($cash && !$collected && array_key_exists('cash_on_delivery', $parts)) throw new RuntimeException('cod-unavailable');
    if (($insured && !$insurance) || ($cash && !$collected)) throw new RuntimeException('not-quoted');
    if (!$insured && !($insurance['always'] ?? false)) $insurance = null;
    if (!$cash) $collected = null;
    $accepted['price'] = $parts['shipping'] + ($insurance['fee'] ?? 0) + ($collected['fee'] ?? 0);
  }
  // Amount 0: this courier insures nothing.
  if (!($insurance['amount'] ?? 0)) $insurance = null;
  if ($insurance && !($insurance['always'] ?? false) && $insurance['amount'] !== ($cart['insurance_amount'] ?? $declared)) throw new RuntimeException('other-cart');
  if ($collected && $collected['amount'] !== $cart['subtotal']) throw new RuntimeException('other-cart');
  // What the shopper pays now, and what the courier collects. The sum is goods and delivery, once each.
  $sum = $cart['subtotal'] + $accepted['price'];
  $goodsOnly = ($cart['cash_on_delivery_collects'] ?? 'total') === 'goods';
  $atDoor = $collected ? ($goodsOnly ? $cart['subtotal'] : $sum) : 0;
  if ($atDoor > 15000000) throw new RuntimeException('cod-unavailable');
  return $accepted + ['insurance' => $insurance, 'cash' => $collected, 'payNow' => $sum - $atDoor, 'payAtDoor' => $atDoor];
}

/** The fields of sender and recipient. Throws the name of one that no courier takes: ask before you take the money. */
function ship_contacts(array $contacts): array {
  // A visible letter, or one Indonesian number.
  $forms = ['contact_name' => '/\P{C}/u', 'address' => '/\P{C}/u', 'contact_phone' => '/^[^\d+]*(?:(?:\+|00)?620?|0|(?=8\d{8}))[1-9]\d{6,11}\D*$/'];
  foreach (['origin', 'destination'] as $side)
    foreach ($forms as $name => $form) {
      $plain = preg_replace(['/(\d{9})[.,]00?$/', '/\((?!\d{1,3}\)\D*$)|[\s\p{Z}\p{Cf}\p{Pd}).−]/u'], ['$1', ''], $contacts["{$side}_$name"] ?? '');
      if (!preg_match($form, (string) $plain)) throw new RuntimeException("{$side}_$name");
    }
  return $contacts;
}

/** The grant for an accepted offer. $contacts is what ship_contacts has taken, with nothing of the offer. */
function ship_grant(array $accepted, array $contacts, string $reference): string {
  [$places, $locators] = [$accepted['cart']['origin'] + $accepted['destination'], []];
  foreach (['origin', 'destination'] as $side) {
    if (isset($places["{$side}_latitude"], $places["{$side}_longitude"]))
      $places["{$side}_coordinate"] = ['latitude' => $places["{$side}_latitude"], 'longitude' => $places["{$side}_longitude"]];
    array_push($locators, "{$side}_area_id", "{$side}_postal_code", "{$side}_coordinate");
  }
  $order = array_intersect_key($places, array_flip($locators)) + ['items' => $accepted['cart']['items'], 'courier_company' => $accepted['courier'], 'courier_type' => $accepted['service']];
  if ($accepted['insurance']) $order['courier_insurance'] = $accepted['insurance']['amount'];
  if ($accepted['cash']) {
    $order['destination_cash_on_delivery'] = $accepted['payAtDoor'];
    $order['destination_cash_on_delivery_type'] = $accepted['cash']['type'];
  }
  $fixed = [...$locators, 'destination_cash_on_delivery', 'destination_cash_on_delivery_type', 'courier_insurance'];
  $order += array_diff_key($contacts, array_flip($fixed)) + ['delivery_type' => 'now'];
  // Without it the courier is asked to come, and a service that is for drop-off alone refuses that.
  if ($accepted['collection'] ?? null) $order += ['origin_collection_method' => $accepted['collection']];
  $claims = ['order' => $order, 'reference' => $reference, 'price_max' => $accepted['price'], 'subtotal' => $accepted['cart']['subtotal']];
  if ($accepted['cash']) $claims['quoted_cash_on_delivery'] = $accepted['cash']['amount'];
  // Whoever pays after the cut-off gets the parcel later than promised.
  if (strtotime($accepted['arrival']['until'] ?? '') > time()) $claims['arrival'] = $accepted['arrival'];
  return ship_sign('grant', 10, $claims);
}

/**
 * What the gateway's answer to an order means, as orderOutcome of ship-elements/server. placed and refused are final. After not-yet,
 * unknown, or no answer, ask again under the same reference.
 */
function ship_outcome($answer): string {
  if (($answer['success'] ?? null) === true) return 'placed';
  $refused = ['price-changed', 'service-gone', 'not-placed', 'invalid-request', 'no-courier', 'location', 'contact', 'items', 'declared-value', 'cod-unavailable',
    'cod-limit', 'schedule', 'pickup-unavailable', 'insurance-unavailable', 'proof-of-delivery', 'service-removed', 'other'];
  $not_yet = ['service-busy', 'service-unreachable', 'service-unreadable', 'quotes-exhausted', 'shipping-unavailable'];
  $reason = $answer['reason'] ?? '';
  return in_array($reason, $refused, true) ? 'refused' : (in_array($reason, $not_yet, true) ? 'not-yet' : 'unknown');
}

/**
 * The content of <ship-checkout>, as quoteHtml of ship-elements/server: its prices come with the page. $given has its options, without `quote`.
 * Empty if there are no prices now: the element asks then. $gateway is its whole address, with basePath.
 */
function ship_quote_html(string $gateway, array $given): string {
  // The gateway counts what the shopper's network spends.
  $header = 'x-forwarded-for: ' . ($_SERVER['HTTP_X_FORWARDED_FOR'] ?? '') . ', ' . ($_SERVER['REMOTE_ADDR'] ?? '') . "\r\ncontent-type: application/json";
  $request = ['method' => 'POST', 'header' => $header, 'content' => ship_json($given), 'ignore_errors' => true, 'timeout' => 2];
  $stream = @fopen("$gateway/quote-html", 'r', false, stream_context_create(['http' => $request]));
  $status = $stream ? stream_get_meta_data($stream)['wrapper_data'][0] ?? '' : "no answer of $gateway";
  $answer = $stream ? stream_get_contents($stream) : '';
  $is_read = str_contains($status, ' 200');
  // The error page of a proxy is no list of prices.
  if ($is_read && str_starts_with($answer, '<div class="ship-quote"')) return $answer;
  if (!$is_read || $answer !== '') error_log("The page comes without prices: $status " . substr($answer, 0, 400));
  return '';
}
