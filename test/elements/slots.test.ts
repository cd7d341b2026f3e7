import { expect } from 'chai';
import { html, type TemplateResult } from 'lit';
import type { CheckoutElement, RateComparisonElement } from '../../src/elements/index.ts';
import { all, heldClient, next, one, render, settled, textOf } from '../support/elements.ts';
import { json, rate, shipment } from '../support/fixtures.ts';

type Field = CheckoutElement | RateComparisonElement;

const states = ['loading', 'stale', 'incomplete', 'empty', 'error'];
const slots = states.map((name) => html`<p slot=${name}>The page’s own ${name}</p>`);

const tags: Record<string, (client: ReturnType<typeof heldClient>['client']) => TemplateResult> = {
  'ship-checkout': (client) => html`
    <ship-checkout lang="en" couriers="jne" .shipment=${shipment} .client=${client}>${slots}</ship-checkout>
  `,
  'ship-rate-comparison': (client) => html`
    <ship-rate-comparison lang="en" couriers="jne" .shipment=${shipment} .client=${client}>${slots}</ship-rate-comparison>
  `,
};

describe('a slot that the page fills', () => {
  for (const [tag, template] of Object.entries(tags))
    it(`is shown only in the state of its name, in <${tag}>`, async () => {
      const { client, called } = heldClient();
      const asked = called();
      const field = await render<Field>(template(client));
      /** Waits for a status. Then the state, the slot in sight and `aria-busy` are those of that status. */
      const expectState = async (status: string, isBusy = false) => {
        while (field.status !== status) await new Promise(requestAnimationFrame);
        await settled(field);
        const filled = all<HTMLParagraphElement>(field.parentElement as Element, 'p[slot]');
        const shown = filled.filter((part) => part.getClientRects().length).map(({ slot }) => slot);
        const matching = states.filter((name) => field.matches(`:state(${name})`));
        const expected = status === 'ready' ? [] : [status];
        expect([shown, matching], status).to.deep.equal([expected, expected]);
        expect(one(field, '[role=radiogroup]').ariaBusy, status).to.equal(`${isBusy}`);
      };
      await expectState('loading', true);
      expect(textOf(one(field, '.title')), 'the built-in words of an empty slot').to.equal('Delivery to 40111');
      (await asked).answer(json({ success: true, pricing: [rate()] }));
      await expectState('ready');

      const insurance = called();
      field.insuranceAmount = 1_000;
      await expectState('stale', true);
      expect(all(field, '[part=row]').length, 'the rows stay').to.equal(1);
      (await insurance).answer(json({ success: false, error: 'nobody', code: 40001010 }, { status: 400 }));
      await expectState('empty');

      const failed = next(field, 'ship-error');
      const again = called();
      void field.refresh();
      (await again).answer(new Response('', { status: 500 }));
      await failed;
      await expectState('error');

      field.shipment = { ...shipment, items: [] };
      await expectState('incomplete');
    });
});
