import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement, CourierPickerElement } from '../../src/elements/index.ts';
import { all, next, one, render, sandboxClient, settled } from '../support/elements.ts';
import { contacts, shipment } from '../support/fixtures.ts';

const names = ['input', 'change', 'submit', 'reset', 'invalid', 'formdata'];

/** Events that reach the parent of an element, with their targets. */
function heardAround(element: Element): string[] {
  const heard: string[] = [];
  for (const name of names) {
    element.parentElement?.addEventListener(name, (event) => {
      heard.push(`${event.type} of ${(event.composedPath()[0] as Element).localName}`);
    });
  }
  return heard;
}

/** Selects an option as a shopper does. Only the first of the two events leaves a shadow root. */
function pick(select: HTMLSelectElement, value: string): void {
  select.value = value;
  select.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

describe('native events from inside the elements', () => {
  it('do not leave the picker, which ticks the couriers that the page sets while it hears of a change', async () => {
    const picker = await render<CourierPickerElement>(
      html`<ship-courier-picker lang="en" .client=${sandboxClient()}></ship-courier-picker>`,
    );
    while (picker.status === 'loading') await new Promise(requestAnimationFrame);
    await settled(picker);
    const heard = heardAround(picker);
    picker.addEventListener('ship-courier-change', () => {
      picker.couriers = 'jne';
    });
    one(picker, 'input[value=gojek]').click();
    await settled(picker);
    const ticked = all<HTMLInputElement>(picker, 'input:checked').map(({ value }) => value);
    expect([picker.couriers, ticked, heard]).to.deep.equal(['jne', ['jne'], []]);
  });

  it('do not leave a checkout, from the first choice to the cancellation', async () => {
    const checkout = await render<CheckoutElement>(html`
      <ship-checkout
        lang="en" name="shipping" order-mode="order" picker-open all-rates
        .shipment=${shipment} .contacts=${contacts} .client=${sandboxClient()}
      ></ship-checkout>
    `);
    await next(checkout, 'ship-rates');
    await settled(checkout);
    const heard = heardAround(checkout);
    const own = ['input of ship-checkout', 'change of ship-checkout'];
    for (const select of all<HTMLSelectElement>(checkout, '.tools select')) pick(select, select.value);
    expect(heard.splice(0)).to.deep.equal([]);
    one(one(checkout, 'ship-courier-picker'), 'input').click();
    expect(heard.splice(0)).to.deep.equal([]);
    one(checkout, '#insurance').click();
    expect(heard.splice(0)).to.deep.equal(own);
    await settled(checkout);
    one(checkout, 'input[type=radio]').click();
    expect(heard.splice(0)).to.deep.equal(own);
    await settled(checkout);
    const placed = next(checkout, 'ship-order-placed');
    one(checkout, '[part=button]').click();
    const { id, reference } = await placed;
    one(checkout, 'summary').click();
    one(checkout, '[part=cancel]').click();
    await settled(checkout);
    pick(one<HTMLSelectElement>(checkout, '#reason'), 'others');
    const cancelled = next(checkout, 'ship-order-cancelled');
    one(checkout, '.confirm').click();
    expect(await cancelled).to.include({ id, reference });
    expect(heard).to.deep.equal([]);
  });

  it('reach the page from a control in a slot, without events of the element', async () => {
    const checkout = await render<CheckoutElement>(html`
      <ship-checkout .shipment=${shipment} .client=${sandboxClient()}>
        <select slot="legend"><option>Gift</option><option>No gift</option></select>
      </ship-checkout>
    `);
    await next(checkout, 'ship-rates');
    const heard = heardAround(checkout);
    pick(checkout.querySelector('select') as HTMLSelectElement, 'No gift');
    expect(heard).to.deep.equal(['input of select', 'change of select']);
  });
});
