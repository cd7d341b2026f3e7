import { expect } from 'chai';
import { html, type TemplateResult } from 'lit';
import type { CheckoutElement, RateComparisonElement } from '../../src/elements/index.ts';
import { all, heldClient, next, render } from '../support/elements.ts';
import { json, rate, shipment } from '../support/fixtures.ts';

type Field = CheckoutElement | RateComparisonElement;

const slots = ['loading', 'stale', 'incomplete', 'empty', 'error'].map(
  (name) => html`<p slot=${name}>The page’s own ${name}</p>`,
);

const tags: Record<string, (client: ReturnType<typeof heldClient>['client']) => TemplateResult> = {
  'ship-checkout': (client) => html`
    <ship-checkout couriers="jne" .shipment=${shipment} .client=${client}>${slots}</ship-checkout>
  `,
  'ship-rate-comparison': (client) => html`
    <ship-rate-comparison couriers="jne" .shipment=${shipment} .client=${client}>${slots}</ship-rate-comparison>
  `,
};

/** The slots whose paragraphs are on screen. */
const shown = (field: Field) =>
  all<HTMLParagraphElement>(field.parentElement as Element, 'p[slot]').flatMap((part) =>
    part.getClientRects().length ? part.slot : [],
  );

async function reach(field: Field, status: string): Promise<void> {
  while (field.status !== status) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
}

describe('a slot that the page fills', () => {
  for (const [tag, template] of Object.entries(tags))
    it(`of <${tag}> is shown in the state of that name, and in no other`, async () => {
      const { client, called } = heldClient();
      const asked = called();
      const field = await render<Field>(template(client));
      const states = async (status: string) => {
        await reach(field, status);
        return shown(field);
      };
      expect(await states('loading')).to.deep.equal(['loading']);
      (await asked).answer(json({ success: true, pricing: [rate()] }));
      expect(await states('ready')).to.deep.equal([]);

      const insured = called();
      field.insuranceAmount = 1_000;
      expect(await states('stale')).to.deep.equal(['stale']);
      (await insured).answer(json({ success: false, error: 'nobody', code: 40001010 }, { status: 400 }));
      expect(await states('empty')).to.deep.equal(['empty']);

      const failed = next(field, 'ship-error');
      const again = called();
      void field.refresh();
      (await again).answer(new Response('', { status: 500 }));
      await failed;
      expect(await states('error')).to.deep.equal(['error']);

      field.shipment = { ...shipment, items: [] };
      expect(await states('incomplete')).to.deep.equal(['incomplete']);
    });
});
