import { expect } from 'chai';
import type { ShippingClient } from '../../../src/client/index.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { all, heldClient, next, one, record, sandboxClient, settled, textOf } from '../../support/elements.ts';
import { json } from '../../support/fixtures.ts';
import { order, renderButton } from './rendered-button.ts';

const placed = (id = 'a1') => json({ success: true, id, courier: { waybill_id: 'JNE-1' } });

async function renderPlaced(client?: ShippingClient) {
  const { button, click } = await renderButton(client);
  const told = next(button, 'ship-order-placed');
  click();
  return { button, event: await told };
}

/** An order that the page cancels. `cancelling` is the call to the service. */
async function renderCancelling() {
  const { client, called } = heldClient();
  const ordering = called();
  const rendered = renderPlaced(client);
  (await ordering).answer(placed());
  const { button } = await rendered;
  const cancelling = called();
  void button.cancelOrder('pickup_delay');
  return { button, cancelling };
}

describe('<ship-order-button>', () => {
  it('is accessible before the order, after it, and while asking why to cancel', async () => {
    const { button, click } = await renderButton();
    await expectAccessible(button);
    const told = next(button, 'ship-order-placed');
    click();
    await told;
    await expectAccessible(button);
    one(button, '[part=cancel]').click();
    await settled(button);
    await expectAccessible(button);
  });

  it('says what will be ordered and what it costs', async () => {
    const { button } = await renderButton();
    expect(textOf(one(button, '[part=button]'))).to.equal('Confirm delivery Rp 15,000');
  });

  it('places one order for twenty clicks', async () => {
    const { client, calls, called } = heldClient();
    const { button, click } = await renderButton(client);
    const asked = called();
    for (let clicks = 0; clicks < 20; clicks += 1) click();
    const call = await asked;
    click();
    const told = next(button, 'ship-order-placed');
    call.answer(placed());
    expect(await told).to.include({ id: 'a1', draft: false, recovered: false });
    expect(calls).to.have.length(1);
    expect(call.body).to.include({ courier_company: 'jne', courier_type: 'reg' });
  });

  it('shows the order number and the waybill, and keeps focus in its place', async () => {
    const { button, click } = await renderButton(sandboxClient());
    one(button, '[part=button]').focus();
    const told = next(button, 'ship-order-placed');
    click();
    const { id } = await told;
    expect(textOf(one(button, '[part=status]'))).to.include(id);
    expect(button.placed?.id).to.equal(id);
    expect(button.shadowRoot?.activeElement).to.equal(one(button, '[part=status]'));
  });

  it('never blames the merchant’s empty balance on the shopper’s address', async () => {
    const { client, called } = heldClient();
    const { button, click } = await renderButton(client);
    const asked = called();
    click();
    const failed = next(button, 'ship-error');
    (await asked).answer(json({ success: false, error: 'No sufficient balance to call rates API' }, { status: 400 }));
    await failed;
    expect(textOf(one(button, '.problem'))).to.equal('Shipping is unavailable at the moment. Please contact the shop.');
  });

  it('waits for a rate', async () => {
    const { client, calls } = heldClient();
    const { button, click } = await renderButton(client);
    button.rate = undefined;
    await settled(button);
    click();
    expect(textOf(one(button, '#hint'))).to.equal('Choose a delivery option.');
    expect(calls).to.be.empty;
  });

  it('cancels with the reason that the shopper gives, and can order again under another reference', async () => {
    const client = sandboxClient();
    const { button, event } = await renderPlaced(client);
    const references = record(button, 'ship-order-submit');
    one(button, '[part=cancel]').click();
    await settled(button);
    expect(button.shadowRoot?.activeElement).to.equal(one(button, 'select'));
    one<HTMLSelectElement>(button, 'select').value = 'change_address';
    const cancelled = next(button, 'ship-order-cancelled');
    one(button, '.confirm').click();
    expect((await cancelled).id).to.equal(event.id);
    expect(textOf(one(button, '.headline'))).to.equal('Your order has been cancelled.');
    const again = next(button, 'ship-order-placed');
    one(button, '[part=button]').click();
    expect((await again).id).not.to.equal(event.id);
    expect(references).to.have.length(1);
  });

  it('says that the parcel is already on its way and cannot be cancelled', async () => {
    const { button, cancelling } = await renderCancelling();
    const failed = next(button, 'ship-error');
    const call = await cancelling;
    call.answer(json({ success: false, error: 'Cannot cancel', code: 40002053 }, { status: 400 }));
    await failed;
    expect(call.body).to.deep.equal({ cancellation_reason_code: 'pickup_delay' });
    expect(button.status).to.equal('placed');
    expect(textOf(one(button, '.problem'))).to.include('already on its way');
  });

  it('shows that the page is cancelling the order', async () => {
    const { button, cancelling } = await renderCancelling();
    const call = await cancelling;
    await settled(button);
    const cancel = one(button, '[part=cancel]');
    expect(textOf(cancel)).to.equal('Cancelling…');
    expect(cancel.ariaDisabled).to.equal('true');
    cancel.click();
    await settled(button);
    expect(all(button, 'select')).to.be.empty;
    const cancelled = next(button, 'ship-order-cancelled');
    call.answer(json({ success: true, id: 'a1', status: 'cancelled' }));
    await cancelled;
  });

  for (const mode of [null, 'Order', '', 'anything'])
    it(`saves a draft, and never places an order, for the order-mode ${mode}`, async () => {
      const { client, called } = heldClient();
      const { button, click } = await renderButton(client, 'draft');
      if (mode === null) button.removeAttribute('order-mode');
      else button.setAttribute('order-mode', mode);
      const asked = called();
      click();
      expect((await asked).request.url).to.match(/\/v1\/draft_orders$/);
    });

  it('treats Enter held down as one press', async () => {
    const { button } = await renderButton();
    const held = new KeyboardEvent('keydown', {
      key: 'Enter',
      repeat: true,
      bubbles: true,
      cancelable: true,
      composed: true,
    });
    one(button, '[part=button]').dispatchEvent(held);
    expect(held.defaultPrevented).to.equal(true);
  });

  it('takes the error of a refused order away once the order changes', async () => {
    const { client, called } = heldClient();
    const { button, click } = await renderButton(client);
    const asked = called();
    const failed = next(button, 'ship-error');
    click();
    (await asked).answer(json({ success: false, error: 'no', code: 40002018 }, { status: 400 }));
    await failed;
    expect(button.matches(':state(error)')).to.equal(true);
    button.order = { ...order, destination_contact_phone: '081200000000' };
    await settled(button);
    expect(button.status).to.equal('ready');
    expect(button.matches(':state(error)')).to.equal(false);
  });
});
