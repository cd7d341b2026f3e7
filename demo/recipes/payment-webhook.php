<?php
// The functions of "The same in PHP" in the gateway's page.
require __DIR__ . '/ship.php';

// A table of your database, by reference: ['accepted' => what ship_accept returned, 'contacts' => what ship_contacts did].
function orders_folder(): string {
  $folder = (string) getenv('ORDERS');
  if (!is_dir($folder)) throw new LogicException('ORDERS must be set, to a folder.');
  return $folder;
}
function order_file(string $reference): string { return orders_folder() . '/' . basename($reference) . '.json'; }
function find_order(string $reference): ?array {
  $file = order_file($reference);
  return is_file($file) ? json_decode(file_get_contents($file), true, 512, JSON_THROW_ON_ERROR) : null;
}
function save_order(string $reference, array $order): void {
  $file = order_file($reference);
  $new = $file . '.' . bin2hex(random_bytes(8));
  if (file_put_contents($new, ship_json($order)) === false || !rename($new, $file)) throw new RuntimeException('not stored');
}

/** The provider hears 200 once the order is stored as to-ship. */
function keep(string $reference, float $amount): int {
  $order = find_order($reference);
  if (!$order) return 404; // No order of yours: the provider's dashboard shows it.
  $before = $order['shipping'] ?? '';
  if (!in_array($before, ['', 'wrong-amount', 'closed'], true)) return 200; // An earlier callback has stored it.
  // Paid, and another sum, or after you had closed the order: your staff look at it.
  $shipping = $amount === (float) $order['accepted']['payNow'] ? 'to-ship' : 'wrong-amount';
  save_order($reference, ['shipping' => $before === 'closed' ? 'paid-late' : $shipping] + $order);
  return 200;
}

/** Asks the gateway once. The order stays to-ship until the answer is final. */
function ship(string $reference): void {
  $order = find_order($reference);
  if (($order['shipping'] ?? '') !== 'to-ship') return;
  $grant = ship_grant($order['accepted'], $order['contacts'], $reference);
  $request = ['method' => 'POST', 'header' => 'content-type: application/json', 'content' => ship_json(['grant' => $grant]), 'ignore_errors' => true, 'timeout' => 60];
  $text = @file_get_contents(getenv('GATEWAY_URL') . '/v1/orders', false, stream_context_create(['http' => $request]));
  $answer = json_decode($text ?: 'null', true);
  $order = find_order($reference);
  // Another run of the timer may have been quicker: its answer is final.
  if ($order['shipping'] !== 'to-ship') return;
  $outcome = ship_outcome($answer);
  $shipping = in_array($outcome, ['placed', 'refused'], true) ? $outcome : 'to-ship';
  // For your staff: why it was refused, or why it waits, and the price if it has changed.
  $reason = $outcome === 'placed' ? null : $answer['reason'] ?? 'no answer';
  if ($reason) error_log("$reference is $shipping, $reason: " . ($answer['error'] ?? ''));
  save_order($reference, ['shipping' => $shipping, 'id' => $answer['id'] ?? null, 'reason' => $reason, 'price' => $answer['details']['price'] ?? null] + $order);
}

// Your own timer, in crontab. Cron has none of your exports, so a file has them that PHP's user alone can read: * * * * * cd /srv/shop && . /etc/shop.env && php payment-webhook.php
if (PHP_SAPI === 'cli') {
  // It fails at once without them.
  ship_secret();
  $status = 0;
  foreach (glob(orders_folder() . '/*.json') as $file) {
    try {
      ship(basename($file, '.json'));
    } catch (Throwable $problem) {
      error_log(basename($file) . ' waits: ' . $problem->getMessage());
      $status = 1;
    }
  }
  exit($status);
}

// What fails below is answered with 500, and the provider calls again.
http_response_code(500);
$paid = json_decode(file_get_contents('php://input'), true);
if (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) === '/midtrans') {
  $key = getenv('MIDTRANS_KEY');
  $signed = ($paid['order_id'] ?? '') . ($paid['status_code'] ?? '') . ($paid['gross_amount'] ?? '') . $key;
  // A provider that you do not use has no key, and no callback of it counts.
  $genuine = $key && hash_equals(hash('sha512', $signed), (string) ($paid['signature_key'] ?? ''));
  $complete = ($paid['transaction_status'] ?? '') === 'settlement'
    || (($paid['transaction_status'] ?? '') === 'capture' && ($paid['fraud_status'] ?? '') === 'accept');
  [$reference, $amount] = [$paid['order_id'] ?? '', $paid['gross_amount'] ?? 0];
} else {
  $token = getenv('XENDIT_TOKEN');
  $genuine = $token && hash_equals($token, $_SERVER['HTTP_X_CALLBACK_TOKEN'] ?? '');
  $complete = in_array($paid['status'] ?? '', ['PAID', 'SETTLED'], true);
  [$reference, $amount] = [$paid['external_id'] ?? '', $paid['amount'] ?? 0];
}
if (!$genuine) http_response_code(403);
else http_response_code($complete ? keep((string) $reference, (float) $amount) : 200);
