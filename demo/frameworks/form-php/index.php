<?php
// The functions of "The same in PHP": they sign carts and grants, and read offers.
require __DIR__ . '/ship.php';

// Where this server finds the gateway: a whole address. Browsers may find it at another, as /shipping.
$gateway = getenv('GATEWAY_URL') ?: 'http://127.0.0.1:8787/shipping';
$public_gateway = getenv('GATEWAY_PUBLIC') ?: $gateway;

// PHP's own server for development serves these; in your shop they are static files.
$path = parse_url($_SERVER['REQUEST_URI'] ?? '/', PHP_URL_PATH);
$package = __DIR__ . '/node_modules/ship-elements';
$version = json_decode(file_get_contents("$package/package.json"))->version;
$files = [
  '/shop.css' => ['text/css', __DIR__ . '/public/shop.css'],
  "/ship-elements-quote-$version.css" => ['text/css', "$package/dist/ship-elements-quote-$version.css"],
];
foreach (["/ship-elements-area-search-$version.js", "/ship-elements-tracking-$version.js"] as $script)
  $files[$script] = ['text/javascript', "$package/dist$script"];
if (isset($files[$path])) {
  header("content-type: {$files[$path][0]}; charset=utf-8");
  readfile($files[$path][1]);
  exit;
}

// `accepted` and `contacts` are what the delivery is ordered from. `outcome` is placed, refused with its `reason`, or declined by your
// payment provider, once that is final. Your staff write cancelled, once `ship-elements gateway cancel` has cancelled it and the money is
// given back.
// Names and phones are for this user alone.
umask(0077);
@mkdir(__DIR__ . '/data');
$database = new PDO('sqlite:' . (getenv('SHOP_DATABASE') ?: __DIR__ . '/data/shop.db'), null, null, [PDO::ATTR_TIMEOUT => 5]);
$database->exec('CREATE TABLE IF NOT EXISTS orders (reference TEXT PRIMARY KEY, visit TEXT NOT NULL, quantity INTEGER NOT NULL,
  accepted TEXT, contacts TEXT, area TEXT, paid INTEGER NOT NULL DEFAULT 0, outcome TEXT, id TEXT, track TEXT, reason TEXT)');
// The file of an earlier copy has neither districts nor reasons.
foreach (['area', 'reason'] as $column)
  if (!$database->query("SELECT 1 FROM pragma_table_info('orders') WHERE name = '$column'")->fetch())
    $database->exec("ALTER TABLE orders ADD COLUMN $column TEXT");
function query(string $sql, array $values = []): PDOStatement {
  $statement = $GLOBALS['database']->prepare($sql);
  $statement->execute($values);
  return $statement;
}

/**
 * Your payment provider takes its place: one key has one answer, however often it is asked. If no money is taken, throw
 * `new RuntimeException('declined')`: the next payment has another key. Any other exception, such as a timeout, is no answer: it is asked again.
 */
function take_payment(string $key, int $rupiah): void { error_log("Paid for $key: Rp $rupiah"); }

// A shop has these in its catalogue, in its settings, and in the shopper's account.
function cart_of(array $order): array {
  $quantity = (int) $order['quantity'];
  return [
    'items' => [['name' => 'Batik scarf', 'value' => 185000, 'quantity' => $quantity, 'weight' => 250]],
    'origin' => ['origin_postal_code' => 12440],
    'subtotal' => 185000 * $quantity,
    'session' => $order['reference'],
  ];
}
const DESTINATION = ['destination_postal_code' => 40111];
const HOME = 'Bandung 40111';
/** An offer holds for one place: the district of the search, or that of the account. */
function place_of(array $form): array {
  if (empty($form['area'])) return DESTINATION;
  return ['destination_area_id' => (string) $form['area'], 'destination_postal_code' => (string) ($form['area-postal-code'] ?? '')];
}
function contacts_of(string $name, string $phone, string $address): array {
  return [
    'origin_contact_name' => 'Batik House',
    'origin_contact_phone' => '081234567890',
    'origin_address' => 'Jalan Kemang Raya 12, Jakarta',
    'destination_contact_name' => $name,
    'destination_contact_phone' => $phone,
    'destination_address' => $address,
  ];
}

/** Whether an accepted order is still to be paid. */
function is_unpaid(array $order): bool { return $order['accepted'] && $order['paid'] < json_decode($order['accepted'], true)['payNow']; }

/** What the receipt says of an order. */
function rows_of(array $order): array {
  $rupiah = fn ($amount) => ($amount < 0 ? '−' : '') . "Rp\u{a0}" . number_format(abs((int) $amount));
  // As it was accepted, with the names of the bill: the catalogue may have other prices by now. The rows add up.
  $accepted = json_decode($order['accepted'], true);
  [$item] = $accepted['cart']['items'];
  [$insurance, $cod] = [$accepted['insurance']['fee'] ?? 0, $accepted['cash']['fee'] ?? 0];
  [$is_refused, $is_cancelled] = [$order['outcome'] === 'refused', $order['outcome'] === 'cancelled'];
  $sums = [
    "$item[name] × $item[quantity]" => $accepted['cart']['subtotal'],
    'Shipping' => $accepted['price'] - $insurance - $cod,
    'Insurance' => $insurance,
    'COD fee' => $cod,
    'Cancelled' => $is_cancelled ? -$accepted['payNow'] - $accepted['payAtDoor'] : 0,
    'Not collected yet' => $is_refused ? -$accepted['payAtDoor'] : 0,
    'Paid' => $order['paid'],
    'To pay' => is_unpaid($order) && !$is_cancelled ? $accepted['payNow'] - $order['paid'] : 0,
    'Given back' => $is_cancelled ? $order['paid'] : 0,
    'Pay at the door' => $is_refused || $is_cancelled ? 0 : $accepted['payAtDoor'],
  ];
  $to = [json_decode($order['contacts'], true)['destination_address'], $order['area']];
  return ['Order' => $order['reference']] + array_map($rupiah, array_filter($sums)) + ['To' => implode(', ', array_filter($to))];
}

/** The open order of a visit, or its last one. */
function order_of(string $visit): array {
  $newest = fn () => query('SELECT * FROM orders WHERE visit = ? ORDER BY rowid DESC LIMIT 1', [$visit])->fetch(PDO::FETCH_ASSOC);
  $order = $newest();
  // The number of an order is the key of its payment: after one that was declined comes another.
  if ($order && $order['outcome'] !== 'declined') return $order;
  begin($visit, $order['quantity'] ?? 1);
  return $newest();
}
/** Of two requests at a time, one begins. */
function begin(string $visit, int $quantity): void {
  $reference = 'PHP-' . strtoupper(bin2hex(random_bytes(6)));
  $open = 'SELECT 1 FROM orders WHERE rowid = (SELECT MAX(rowid) FROM orders WHERE visit = ?) AND accepted IS NULL AND outcome IS NULL';
  query("INSERT INTO orders (reference, visit, quantity) SELECT ?, ?, ? WHERE NOT EXISTS ($open)", [$reference, $visit, $quantity, $visit]);
}
function find_order(string $reference): array {
  return query('SELECT * FROM orders WHERE reference = ?', [$reference])->fetch(PDO::FETCH_ASSOC) ?: [];
}

/** What the button of a receipt says that begins the next order. Who has paid for a parcel that was refused waits for your staff. */
function next_of(array $order): string {
  if ($order['outcome'] === 'refused') return $order['paid'] ? '' : 'Choose again';
  return $order['outcome'] ? 'Order again' : '';
}

/** What the shopper reads of a refusal. No shopper can mend the sender's own name, phone or address: the log names it. */
function sentence_of(string $reason): string {
  if (str_starts_with($reason, 'origin_')) return 'The shop has a problem. Contact us.';
  return [
    'destination_contact_name' => 'Please check your name.',
    'destination_contact_phone' => 'Please check your phone: it must be an Indonesian phone number such as 081234567890.',
    'destination_address' => 'Please check your address.',
    'estimate' => 'Delivery prices are estimates just now. Please choose again in a moment.',
    'cod-unavailable' => 'This courier collects no cash for this order. Pay now, or choose another one.',
    'declined' => 'The payment was not taken. Please try again or pay otherwise.',
    'other-cart' => 'Your cart has changed. Please choose the delivery again.',
    'other-order' => 'Your cart has changed in another page.',
  ][$reason] ?? 'Please choose the delivery again.';
}

/** Keeps a form for the page that asks again. Without a form there is none to keep any more. */
function keep_form(array $form): void {
  // Browsers drop a cookie of more than 4,096 bytes, and the sentence with it.
  if (strlen(urlencode(http_build_query($form))) > 3900) $form = array_intersect_key($form, ['reference' => 0, 'problem' => 0]);
  setcookie('refused', http_build_query($form), ['httponly' => true, 'samesite' => 'Lax', 'path' => '/', 'expires' => time() + 300]);
}

/** What the shopper can change of an order that has failed: the payment, or the cash on delivery. Else ''. */
function problem_of(array $order): string {
  if ($order['outcome'] === 'declined') return 'declined';
  return $order['outcome'] === 'refused' && str_starts_with($order['reason'] ?? '', 'cod-') ? 'cod-unavailable' : '';
}

/** The form of the order before this one, if that has failed: it is the same shopper, at the same place. */
function form_before(array $order): array {
  $values = [$order['visit'], $order['reference']];
  $before = query('SELECT * FROM orders WHERE visit = ? AND reference <> ? ORDER BY rowid DESC LIMIT 1', $values)->fetch(PDO::FETCH_ASSOC);
  if (!in_array($before['outcome'] ?? '', ['declined', 'refused'], true)) return [];
  [$contacts, $accepted, $problem] = [json_decode($before['contacts'], true), json_decode($before['accepted'], true), problem_of($before)];
  $form = ['name' => $contacts['destination_contact_name'], 'phone' => $contacts['destination_contact_phone'], 'address' => $contacts['destination_address']];
  $place = $accepted['destination'];
  if (!empty($place['destination_area_id']))
    $form += ['area' => $place['destination_area_id'], 'area-postal-code' => (string) $place['destination_postal_code'], 'area-name' => $before['area']];
  if (!$problem) return $form;
  $form += ['problem' => sentence_of($problem), 'shipping' => "$accepted[courier]/$accepted[service]", 'shipping-insurance' => $accepted['insurance'] ? 'on' : ''];
  return $form + ['shipping-cash-on-delivery' => $accepted['cash'] && $problem === 'declined' ? 'on' : ''];
}

/** Refuses what is no offer for this order, and stores what is paid and ordered. Of two requests at a time the first is stored. */
function accept(array $order, array $form): void {
  $accepted = ship_accept(
    (string) ($form['shipping-offer'] ?? ''), cart_of($order), place_of($form), (string) ($form['shipping'] ?? ''),
    isset($form['shipping-insurance']), isset($form['shipping-cash-on-delivery']),
  );
  $contacts = ship_contacts(contacts_of(...array_map(fn ($field) => trim((string) ($form[$field] ?? '')), ['name', 'phone', 'address'])));
  $area = empty($form['area']) ? HOME : (string) ($form['area-name'] ?? '');
  $terms = [ship_json($accepted), ship_json($contacts), $area, $order['reference']];
  query('UPDATE orders SET accepted = ?, contacts = ?, area = ? WHERE reference = ? AND accepted IS NULL', $terms);
}

/** Takes the money of an order. Called again, it has the same key, so the money is taken once. False while there is no answer. */
function pay(array $order): bool {
  if ($order['outcome'] || !is_unpaid($order)) return true;
  [$reference, $due] = [$order['reference'], json_decode($order['accepted'], true)['payNow']];
  try {
    take_payment($reference, $due);
  } catch (Throwable $problem) {
    if ($problem->getMessage() !== 'declined') {
      error_log("$reference waits: its payment has no answer: " . $problem->getMessage());
      return false;
    }
    error_log("The payment of $reference was declined.");
    query("UPDATE orders SET outcome = 'declined' WHERE reference = ? AND outcome IS NULL AND paid = 0", [$reference]);
    return true;
  }
  query('UPDATE orders SET paid = ? WHERE reference = ?', [$due, $reference]);
  return true;
}

/** Pays an order, and asks the gateway once. An order waits until its answer is final. The gateway orders it once. False while it waits. */
function ship(string $reference): bool {
  if (!pay(find_order($reference))) return false;
  $order = find_order($reference);
  if (!$order['accepted'] || $order['outcome']) return true;
  $grant = ship_grant(json_decode($order['accepted'], true), json_decode($order['contacts'], true), $reference);
  $request = ['method' => 'POST', 'header' => 'content-type: application/json', 'content' => ship_json(['grant' => $grant]), 'ignore_errors' => true, 'timeout' => 60];
  $text = @file_get_contents($GLOBALS['gateway'] . '/v1/orders', false, stream_context_create(['http' => $request]));
  $answer = json_decode($text ?: 'null', true);
  $outcome = ship_outcome($answer);
  $why = is_array($answer) ? $answer['error'] ?? '' : "the gateway at $GLOBALS[gateway] gave no answer.";
  if (!in_array($outcome, ['placed', 'refused'], true)) {
    // Some of these need you: a gateway with another secret, or one that takes no orders.
    error_log("$reference waits: $why");
    return false;
  }
  $next = $order['paid'] ? 'your staff look at it' : 'nothing was paid';
  if ($outcome === 'refused') error_log("$reference was refused, and $next: $why");
  $values = [$outcome, $answer['id'] ?? null, $answer['track'] ?? null, $answer['reason'] ?? null, $reference];
  query('UPDATE orders SET outcome = ?, id = ?, track = ?, reason = ? WHERE reference = ? AND outcome IS NULL', $values);
  return true;
}
function try_to_ship(string $reference): bool {
  try {
    return ship($reference);
  } catch (Throwable $problem) {
    error_log("$reference waits: " . $problem->getMessage());
    return false;
  }
}

// Orders whose page was closed. It asks for no payment but those without an answer, with the same key. Your own timer, in crontab:
// * * * * * cd /srv/shop && set -a && . /etc/shop.env && php index.php
if (PHP_SAPI === 'cli') {
  // It fails at once without them.
  ship_secret();
  $status = 0;
  $waiting = query('SELECT reference FROM orders WHERE accepted IS NOT NULL AND outcome IS NULL')->fetchAll(PDO::FETCH_COLUMN);
  foreach ($waiting as $reference) if (!try_to_ship($reference)) $status = 1;
  exit($status);
}

// Another site's form comes without the cookie: its answer may not set another one.
if ($_SERVER['REQUEST_METHOD'] === 'POST' && ($_SERVER['HTTP_SEC_FETCH_SITE'] ?? '') === 'cross-site') {
  http_response_code(403);
  exit;
}
// On https, add 'secure' => true. `Lax` keeps forms of other sites out.
$visit = ($_COOKIE['visit'] ?? '') ?: bin2hex(random_bytes(16));
setcookie('visit', $visit, ['httponly' => true, 'samesite' => 'Lax', 'path' => '/', 'expires' => time() + 30 * 86400]);
$order = order_of($visit);
// The form that was refused. The shopper finds name, address, district and choice as they were.
parse_str((string) ($_COOKIE['refused'] ?? ''), $refused);

if ($_SERVER['REQUEST_METHOD'] === 'POST' && $path === '/cart') {
  $quantity = filter_var($_POST['quantity'] ?? '', FILTER_VALIDATE_INT, ['options' => ['min_range' => 1, 'max_range' => 99]]);
  // Another tab may have begun the next order, with a cart of its own.
  if ($quantity && next_of($order) && ($_POST['after'] ?? '') === $order['reference']) begin($visit, $quantity);
  elseif ($quantity && !isset($_POST['after'])) query('UPDATE orders SET quantity = ? WHERE reference = ? AND accepted IS NULL', [$quantity, $order['reference']]);
  if (isset($_POST['reference'])) keep_form(array_diff_key($_POST, ['quantity' => 0, 'shipping-offer' => 0]));
  header('location: /', true, 303);
  exit;
}
if ($_SERVER['REQUEST_METHOD'] === 'POST' && $path === '/orders') {
  try {
    $pressed = find_order((string) ($_POST['reference'] ?? ''));
    // The payment of a first press may be declined by now: a second one pays nothing, and the page says so.
    if (($pressed['visit'] ?? '') !== $visit || $pressed['reference'] !== $order['reference'] && $pressed['outcome'] !== 'declined')
      throw new RuntimeException('other-order');
    if (!$pressed['accepted']) accept($pressed, $_POST);
    pay(find_order($pressed['reference']));
    $refused = [];
  } catch (RuntimeException $reason) {
    error_log("The choice for $order[reference] was refused: " . $reason->getMessage());
    // Without JavaScript, the form has the offer alone, whose payload names the service.
    $offer = json_decode(base64_decode(strtr(explode('.', (string) ($_POST['shipping-offer'] ?? ''))[1] ?? '', '-_', '+/')), true);
    $service = trim(($offer['courier'] ?? '') . '/' . ($offer['service'] ?? ''), '/');
    // A form from before is shown with the order that is open now.
    $problem = sentence_of($reason->getMessage());
    $refused = ['reference' => $order['reference'], 'problem' => $problem, 'shipping' => ($_POST['shipping'] ?? '') ?: $service] + array_diff_key($_POST, ['shipping-offer' => 0]);
  }
  // A browser without cookies reads it here. In others the page says it, until a form is accepted: Back has no form to send again.
  if (isset($_COOKIE['visit'])) {
    keep_form($refused);
    header('location: /', true, 303);
    exit;
  }
}

// The page of a paid order orders the delivery, and asks again until the answer is final.
try_to_ship($order['reference']);
$order = order_of($visit);
if (($refused['reference'] ?? '') !== $order['reference']) $refused = form_before($order);
$text = fn ($value) => htmlspecialchars((string) $value);
$filled = fn ($field) => is_string($refused[$field] ?? null) ? $refused[$field] : '';
$area = $filled('area') ? ship_json(['id' => $filled('area'), 'postal_code' => $filled('area-postal-code'), 'name' => $filled('area-name')]) : '';
$state = $order['outcome'] ?? (is_unpaid($order) ? 'unpaid' : '');
$summary = [
  'unpaid' => 'We are checking your payment. You pay once at most. Please look again in a moment.',
  'placed' => 'The courier is booked. You can still cancel until the parcel is collected: contact us.',
  'refused' => 'The courier could not be booked. ' . ($order['paid'] ? 'We will write to you.' : 'Nothing was paid. ' . sentence_of(problem_of($order))),
  'cancelled' => 'The order was cancelled. Nothing is sent.',
][$state] ?? 'We are booking the courier.';
$heading = ['unpaid' => 'Your payment is being checked', 'refused' => 'Your parcel is not sent yet', 'cancelled' => 'Order cancelled'][$state] ?? 'Thank you';
// An offer is for one cart and one place.
header('cache-control: private, no-store');
if (!$order['accepted']) {
  $cart = cart_of($order);
  $shipment = $cart['origin'] + DESTINATION + ['items' => $cart['items']];
  // Prices come with the page for the couriers that are named: for all, name all of "Courier codes" in reference.md.
  $given = ['name' => 'shipping', 'required' => true, 'couriers' => 'jne,sicepat,jntcargo', 'cart' => ship_sign('cart', 24 * 60, $cart), 'shipment' => $shipment] +
    ['value' => $filled('shipping'), 'insurance' => (bool) $filled('shipping-insurance')];
}
?>
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Batik House</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/shop.css">
    <link rel="stylesheet" href="/ship-elements-quote-<?= $version ?>.css">
    <script src="/ship-elements-<?= $path === '/track' ? 'tracking' : 'area-search' ?>-<?= $version ?>.js" defer></script>
  </head>
  <body>
    <main>
      <?php if ($path === '/track'): ?>
        <h1>Your parcel</h1>
        <ship-tracking base-url="<?= $text($public_gateway) ?>"></ship-tracking>
        <script type="module">
          // The link can be shared. Browsers do not send what follows its #.
          document.querySelector('ship-tracking').token = new URLSearchParams(location.hash.slice(1)).get('t') ?? '';
        </script>
      <?php elseif ($order['accepted']): ?>
        <h1><?= $heading ?></h1>
        <p id="summary"><?= $text($summary) ?></p>
        <?php if (!$order['outcome']): ?><a href="/">Look again</a><?php endif ?>
        <dl>
          <?php foreach (rows_of($order) as $label => $row): ?><div><dt><?= $text($label) ?></dt><dd><?= $text($row) ?></dd></div><?php endforeach ?>
        </dl>
        <a href="mailto:halo@batik-house.example">Contact the shop</a>
        <?php if ($order['track'] && $order['outcome'] === 'placed'): ?><a href="/track#t=<?= $text($order['track']) ?>">Track your parcel</a><?php endif ?>
        <?php if (next_of($order)): ?>
          <form action="/cart" method="post">
            <input type="hidden" name="quantity" value="<?= $order['outcome'] === 'refused' ? $text($order['quantity']) : 1 ?>">
            <input type="hidden" name="after" value="<?= $text($order['reference']) ?>">
            <button><?= next_of($order) ?></button>
          </form>
        <?php endif ?>
      <?php else: ?>
        <h1>Batik House</h1>
        <?php if ($filled('problem')): ?><p role="alert"><?= $text($filled('problem')) ?></p><?php endif ?>
        <form action="/orders" method="post">
          <input type="hidden" name="reference" value="<?= $text($order['reference']) ?>">
          <label>Your name <input name="name" autocomplete="name" value="<?= $text($filled('name')) ?>" maxlength="250" required></label>
          <label>Your phone <input name="phone" type="tel" autocomplete="tel" value="<?= $text($filled('phone')) ?>" maxlength="40" required></label>
          <?php // The quantity has a form of its own: Enter in another field presses the first button of its form, and that one orders. ?>
          <label>Scarves <input form="cart" name="quantity" type="number" min="1" max="99" value="<?= $text($order['quantity']) ?>"></label>
          <button form="cart">Update the cart</button>
          <label>Your address <input name="address" autocomplete="street-address" value="<?= $text($filled('address')) ?>" maxlength="250" required></label>
          <p>To <?= HOME ?>, or to the district that you find:</p>
          <ship-area-search for="delivery" name="area" area="<?= $text($area) ?>" base-url="<?= $text($public_gateway) ?>"></ship-area-search>
          <ship-checkout
            id="delivery"
            name="shipping"
            value="<?= $text($filled('shipping')) ?>"
            <?= $filled('shipping-insurance') ? 'insurance' : '' ?>
            <?= $filled('shipping-cash-on-delivery') ? 'cash-on-delivery' : '' ?>
            required
            base-url="<?= $text($public_gateway) ?>"
            order-mode="none"
            couriers="<?= $text($given['couriers']) ?>"
            cart="<?= $text($given['cart']) ?>"
            shipment="<?= $text(ship_json($shipment)) ?>"
          ><?= ship_quote_html($gateway, $given) ?></ship-checkout>
          <button>Pay and order</button>
        </form>
        <form id="cart" action="/cart" method="post"></form>
        <script type="module">
          // What was typed goes along with a changed cart, and comes again.
          document.querySelector('#cart').addEventListener('formdata', ({ formData }) => {
            for (const entry of new FormData(document.querySelector('[action="/orders"]'))) formData.append(...entry);
          });
        </script>
      <?php endif ?>
    </main>
  </body>
</html>
