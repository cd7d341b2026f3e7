import { expect } from 'chai';
import { next, one, settled } from '../support/elements.ts';
import { shipment } from '../support/fixtures.ts';
import { renderHeldCheckout } from '../support/held-checkout.ts';
import { fiveRates } from '../support/rates.ts';

const frame = () => new Promise(requestAnimationFrame);

/** What has focus inside, through shadow roots; what the page itself has it on where it is elsewhere. */
function focused(): string {
  let element = document.activeElement;
  const inside = element?.localName === 'ship-checkout';
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  const { value = '' } = (element ?? {}) as HTMLInputElement;
  const name = value || element?.className || element?.getAttribute('part') || element?.textContent?.trim();
  return `${inside ? '' : 'outside: '}${element?.localName} ${name?.trim()}`;
}

async function renderFocused(selector: string) {
  const held = await renderHeldCheckout();
  const { checkout, letGo, hold } = held;
  const quoted = next(checkout, 'ship-quote');
  letGo();
  await quoted;
  await frame();
  const press = (selector: string) => {
    const control = one(checkout, selector);
    control.focus();
    control.click();
  };
  press(selector);
  /** What has focus while rates are on their way, and once they are there. */
  const requoted = async (act: () => void) => {
    const letGo = hold();
    act();
    await frame();
    const loading = focused();
    const quoted = next(checkout, 'ship-quote');
    letGo();
    await quoted;
    await frame();
    return [loading, focused()];
  };
  return { ...held, press, requoted };
}

/** With `jne/reg` ordered, and focus where that has left it. */
async function renderPlaced() {
  const rendered = await renderFocused('input[value="jne/reg"]');
  const placed = next(rendered.checkout, 'ship-order-placed');
  await settled(rendered.checkout);
  rendered.press('[part=button]');
  await placed;
  await frame();
  return rendered;
}

describe('focus in a checkout', () => {
  it('stays on a switch, on a courier, on a row while their rates come', async () => {
    const { checkout, service, press, requoted } = await renderFocused('input[value="jne/reg"]');
    press('#insurance');
    await frame();
    expect(focused()).to.equal('input on');
    press('input[value=jne]');
    await frame();
    expect(focused()).to.equal('input jne');
    const amount = { insuranceAmount: 1_000 };
    expect(await requoted(() => Object.assign(checkout, amount))).to.deep.equal(['input jne', 'input jne']);
    press('input[value="jne/reg"]');
    service.rates = [...fiveRates].reverse();
    expect(await requoted(() => void checkout.refresh())).to.deep.equal(['input jne/reg', 'input jne/reg']);
  });

  it('stays on its row where another address puts the rows in another order', async () => {
    const { checkout, service, requoted } = await renderFocused('input[value="jne/reg"]');
    service.rates = fiveRates.map((rate, index) => ({ ...rate, price: 10_000 + index, shipping_fee: 10_000 + index }));
    const elsewhere = { ...shipment, destination_postal_code: 60111 };
    expect(await requoted(() => Object.assign(checkout, { shipment: elsewhere }))).to.deep.equal([
      'input jne/reg',
      'input jne/reg',
    ]);
  });

  it('goes to the rates where the row that had it is quoted no more', async () => {
    const { checkout, service, requoted } = await renderFocused('input[value="jne/reg"]');
    service.rates = fiveRates.slice(1);
    expect(await requoted(() => void checkout.refresh())).to.deep.equal(['input jne/reg', 'div rows ready']);
  });

  it('stays on what sorts the list', async () => {
    const { checkout } = await renderFocused('input[value="jne/reg"]');
    const select = one<HTMLSelectElement>(checkout, '[part=tools] select');
    select.focus();
    select.value = 'arrival';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await frame();
    expect(focused()).to.equal('select arrival');
  });

  it('goes to the rates where asking fails, and again when “Try again” has brought others', async () => {
    const { checkout, service, press, requoted } = await renderFocused('input[value="jne/reg"]');
    service.broken = true;
    const failed = next(checkout, 'ship-error');
    press('#insurance');
    void checkout.refresh();
    await failed;
    await frame();
    expect(focused()).to.equal('div rows error');
    service.broken = false;
    expect((await requoted(() => press('.problem button'))).at(-1)).to.equal('div rows ready');
  });

  it('goes to what became of an order: placed, asked why, kept, cancelled', async () => {
    const { checkout, press } = await renderPlaced();
    expect(focused()).to.equal('div outcome');
    press('[part=cancel]');
    await frame();
    expect(focused()).to.equal('select change_courier');
    one(checkout, '.choices button:last-child').click();
    await frame();
    expect(focused()).to.equal('button cancel');
    press('[part=cancel]');
    await frame();
    const cancelled = next(checkout, 'ship-order-cancelled');
    press('.confirm');
    await cancelled;
    await frame();
    expect(focused()).to.equal('div outcome');
  });

  it('stays on the button where an order has no answer, and where it has to wait', async () => {
    const { checkout, service, press } = await renderFocused('#insurance');
    press('[part=button]');
    await frame();
    expect(focused()).to.equal('button primary');
    press('input[value="jne/reg"]');
    await settled(checkout);
    service.lost = true;
    const unconfirmed = next(checkout, 'ship-order-unconfirmed');
    press('[part=button]');
    await unconfirmed;
    await frame();
    expect(focused()).to.equal('button primary');
  });
});
