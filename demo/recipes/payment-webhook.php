<?php
// The functions of "The same in PHP" in the gateway's page.
require __DIR__ . '/ship.php';

/** A table of your database: ['accepted' => what ship_accept returned, 'contacts' => …]. */
function order_of(string $reference): ?array {
  $file = getenv('ORDERS') . '/' . basename($reference) . '.json';
  return is_file($file) ? json_decode(file_get_contents($file), true) : null;
}

/** Returns 200 if there is nothing left to do, 503 if the provider is to call again. */
function ship(string $reference, int $amount): int {
  $order = order_of($reference);
  if (!$order || $amount !== $order['accepted']['payNow']) return 200; // Paid, and not for this: look at it by hand.
  $grant = ship_grant($order['accepted'], $order['contacts'], $reference);
  $request = ['method' => 'POST', 'header' => 'content-type: application/json', 'content' => ship_json(['grant' => $grant]), 'ignore_errors' => true];
  $answer = file_get_contents(getenv('GATEWAY_URL') . '/v1/orders', false, stream_context_create(['http' => $request]));
  $reason = json_decode($answer ?: '{}', true)['reason'] ?? ($answer ? '' : 'service-unreachable');
  return in_array($reason, ['service-busy', 'service-unreachable', 'service-unreadable'], true) ? 503 : 200;
}

$paid = json_decode(file_get_contents('php://input'), true);
if ($_SERVER['REQUEST_URI'] === '/midtrans') {
  $signed = $paid['order_id'] . $paid['status_code'] . $paid['gross_amount'] . getenv('MIDTRANS_KEY');
  $genuine = hash_equals(hash('sha512', $signed), (string) $paid['signature_key']);
  $complete = $paid['transaction_status'] === 'settlement'
    || ($paid['transaction_status'] === 'capture' && $paid['fraud_status'] === 'accept');
  [$reference, $amount] = [$paid['order_id'], (int) $paid['gross_amount']];
} else {
  $genuine = hash_equals((string) getenv('XENDIT_TOKEN'), $_SERVER['HTTP_X_CALLBACK_TOKEN'] ?? '');
  $complete = in_array($paid['status'] ?? '', ['PAID', 'SETTLED'], true);
  [$reference, $amount] = [$paid['external_id'] ?? '', (int) ($paid['amount'] ?? 0)];
}
if (!$genuine) http_response_code(403);
elseif ($complete) http_response_code(ship($reference, $amount));
