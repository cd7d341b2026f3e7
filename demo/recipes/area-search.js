const shipping = document.querySelector('ship-checkout');
const field = document.querySelector('#area');
const list = document.querySelector('#areas');
let found = [];
let timer;

field.addEventListener('input', () => {
  clearTimeout(timer);
  const area = found.find(({ name }) => name === field.value);
  if (!area) {
    timer = setTimeout(search, 300);
    return;
  }
  shipping.shipment = {
    ...shipping.shipment,
    destination_area_id: area.id,
    destination_postal_code: area.postalCode,
  };
});

async function search() {
  const words = field.value;
  const answer = await fetch(`/areas?q=${encodeURIComponent(words)}`);
  if (!answer.ok || words !== field.value) return;
  found = await answer.json();
  list.replaceChildren(...found.map(({ name }) => new Option(name, name)));
}
