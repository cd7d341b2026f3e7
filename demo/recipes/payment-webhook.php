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

/** Of two that write at once, one waits. In your database: a transaction. */
function orders_lock() {
  $lock = fopen(orders_folder() . '/lock', 'c');
  flock($lock, LOCK_EX);
  return $lock;
}

/** The provider hears 200 once it is stored. All but exactly the sum, before you have closed the order, waits for your staff. */
function keep(string $reference, string $transaction, float $sum): int {
  $lock = orders_lock();
  $order = find_order($reference);
  if (!$order) return 404; // No order of yours: the provider's dashboard shows it.
  $known = $order['paid'][$transaction] ?? INF;
  if ($sum > $known) error_log("$reference: your provider calls $transaction paid after it went back.");
  if ($sum >= $known) return 200; // Told before.
  $paid = [$transaction => $sum] + ($order['paid'] ?? []);
  $over = array_sum($paid) - $order['accepted']['payNow'];
  $shipping = $order['shipping'] ?? '';
  // Of what nobody has paid, nothing goes back.
  if ($sum || !in_array($shipping, ['', 'closed'], true)) {
    if ($shipping === 'closed') $shipping = 'paid-late';
    if (in_array($shipping, ['', 'to-ship', 'wrong-amount'], true)) $shipping = $over ? 'wrong-amount' : 'to-ship';
    if ($over) error_log("$reference is $shipping, and `over` is Rp $over.");
  }
  save_order($reference, ['shipping' => $shipping, 'paid' => $paid, 'over' => $over] + $order);
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
  $outcome = ship_outcome($answer);
  $lock = orders_lock();
  $order = find_order($reference);
  // Another run of the timer may have been quicker: its answer is final.
  if (in_array($order['shipping'], ['placed', 'refused'], true)) return;
  // Money may have come or gone meanwhile.
  $shipping = in_array($outcome, ['placed', 'refused'], true) ? $outcome : $order['shipping'];
  // For your staff: why it was refused, or why it waits, and the price if it has changed.
  $reason = $outcome === 'placed' ? null : $answer['reason'] ?? 'no answer';
  if ($reason) error_log("$reference is $shipping, $reason: " . ($answer['error'] ?? ''));
  save_order($reference, ['shipping' => $shipping, 'id' => $answer['id'] ?? null, 'reason' => $reason, 'price' => $answer['details']['price'] ?? null] + $order);
}

// Your own timer, in crontab. Cron has none of your exports, so a file has them that PHP's user alone can read: * * * * * cd /srv/shop && set -a && . /etc/shop.env && php payment-webhook.php
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
  [$reference, $transaction, $sum] = [$paid['order_id'] ?? '', $paid['transaction_id'] ?? '', (float) ($paid['gross_amount'] ?? 0)];
  if (in_array($paid['transaction_status'] ?? '', ['cancel', 'refund', 'partial_refund', 'chargeback', 'partial_chargeback'], true)) {
    // What is left of it.
    [$complete, $sum] = [true, $sum - (float) ($paid['refund_amount'] ?? $sum)];
  }
} else {
  $token = getenv('XENDIT_TOKEN');
  $genuine = $token && hash_equals($token, $_SERVER['HTTP_X_CALLBACK_TOKEN'] ?? '');
  $complete = in_array($paid['status'] ?? '', ['PAID', 'SETTLED'], true);
  // Its refunds, disputes and direct charges.
  if ($genuine && isset($paid['event'])) error_log("Xendit's {$paid['event']} is not read: look at its dashboard.");
  [$reference, $transaction, $sum] = [$paid['external_id'] ?? '', $paid['id'] ?? '', (float) ($paid['paid_amount'] ?? $paid['amount'] ?? 0)];
}
if (!$genuine) http_response_code(403);
elseif ($complete && (!$transaction || ($paid['currency'] ?? 'IDR') !== 'IDR')) http_response_code(400); // The provider's dashboard shows it.
else http_response_code($complete ? keep((string) $reference, (string) $transaction, $sum) : 200);
