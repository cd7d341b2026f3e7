import { expect } from 'chai';
import { expectAccessible } from '../../support/accessible.ts';
import { all, heldClient, next, one, textOf } from '../../support/elements.ts';
import { json, rate } from '../../support/fixtures.ts';
import { renderButton } from './rendered-button.ts';

const used = (reference: unknown) =>
  json(
    { success: false, error: 'used', code: 40002060, details: { order_id: 'a1', reference_id: reference } },
    { status: 400 },
  );

describe('<ship-order-button> without an answer', () => {
  it('shows an unconfirmed order, and sends the same request again', async () => {
    const { client, calls, called } = heldClient();
    const { button, click } = await renderButton(client);
    const first = called();
    click();
    const unconfirmed = next(button, 'ship-order-unconfirmed');
    (await first).fail(new TypeError('cut off'));
    const { reference } = await unconfirmed;
    expect(textOf(button)).to.include('We are still waiting for the courier’s answer. You will not be charged twice.');
    expect(all(button, '.problem').map(textOf), 'calm, not red').to.deep.equal([]);
    expect(textOf(one(button, '[part=button]'))).to.equal('Check again');
    await expectAccessible(button);
    button.rate = rate({ courier_code: 'sicepat', price: 1 });
    const second = called();
    click();
    const call = await second;
    const told = next(button, 'ship-order-placed');
    call.answer(used(call.body.reference_id));
    expect(await told).to.include({ id: 'a1', recovered: true });
    expect(call.body).to.deep.equal(calls[0]?.body);
    expect(call.body.reference_id).to.equal(reference);
  });
});
