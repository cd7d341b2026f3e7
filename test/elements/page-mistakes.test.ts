import { expect } from 'chai';
import { html } from 'lit';
import type { InvalidRequestError } from '../../src/client/index.ts';
import type { CheckoutElement, CourierPickerElement, RateComparisonElement } from '../../src/elements/index.ts';
import { next, one, press, record, render, requoted, sandboxClient, settled, textOf } from '../support/elements.ts';
import { item, rate, shipment } from '../support/fixtures.ts';

const messageOf = async (element: HTMLElement) => (await next(element, 'ship-error')).error.message;

describe('an element without `base-url` and `client`', () => {
  it('shows an error, and names the missing attribute to the page', async () => {
    const comparison = document.createElement('ship-rate-comparison') as RateComparisonElement;
    const told = messageOf(comparison);
    comparison.shipment = shipment;
    await render(html`${comparison}`);
    expect(await told).to.include('base-url is missing');
    await settled(comparison);
    expect(comparison.status).to.equal('error');
    expect(textOf(one(comparison, '.problem'))).to.include('Please contact the shop.');
  });

  it('works once it is given a client, and reports an error when the client is removed', async () => {
    const picker = await render<CourierPickerElement>(html`<ship-courier-picker></ship-courier-picker>`);
    await next(picker, 'ship-error');
    picker.client = sandboxClient();
    while (picker.status !== 'ready') await new Promise(requestAnimationFrame);
    const told = messageOf(picker);
    picker.client = undefined;
    expect(await told).to.include('base-url is missing');
  });

  it('waits for a framework that sets the client some frames later', async () => {
    const checkout = document.createElement('ship-checkout') as CheckoutElement;
    const errors = record(checkout, 'ship-error');
    await render(html`${checkout}`);
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
    expect(checkout.status).not.to.equal('error');
    Object.assign(checkout, { client: sandboxClient(), shipment });
    await next(checkout, 'ship-rates');
    expect(errors).to.be.empty;
  });
});

describe('an attribute that cannot be read', () => {
  const noMoment = 'ready-at must be a time with its zone';
  for (const [name, value, message] of [
    ['shipment', '{oops', 'shipment must be JSON'],
    ...['2036-11-24T09:00', '2036-11-24', '2036-13-24T09:00Z', '2036-02-30T09:00Z', 'tomorrow'].map(
      (moment) => ['ready-at', moment, noMoment] as const,
    ),
  ] as const)
    it(`is reported to the page and counts as missing: ${name}="${value}"`, async () => {
      const comparison = await render<RateComparisonElement>(html`
        <ship-rate-comparison lang="en" .rates=${[rate()]}></ship-rate-comparison>
      `);
      const told = messageOf(comparison);
      comparison.setAttribute(name, value);
      expect(await told).to.include(message);
      await settled(comparison);
      expect(textOf(one(comparison, '[part=row]'))).to.equal('2–3 days Rp 15,000 JNE Reguler');
    });
});

describe('an amount', () => {
  const renderOwn = () =>
    render<RateComparisonElement>(html`
      <ship-rate-comparison lang="en" value="jne/reg" cash-on-delivery .rates=${[rate()]} .shipment=${shipment}></ship-rate-comparison>
    `);

  for (const how of ['property', 'attribute'] as const)
    it(`may be text of digits: as ${how === 'property' ? 'a property' : 'an attribute'} it is added as a number`, async () => {
      const comparison = await renderOwn();
      if (how === 'property') Object.assign(comparison, { cashOnDeliveryAmount: '50000', insuranceAmount: ' 7000 ' });
      else comparison.setAttribute('cash-on-delivery-amount', '50000');
      await settled(comparison);
      expect(comparison.breakdown?.payAtDoor).to.equal(65_000);
      expect(comparison.cashOnDeliveryAmount).to.equal(50_000);
      if (how === 'property') expect(comparison.insuranceAmount).to.equal(7_000);
    });

  for (const wrong of [true, -5, 1.5, '50.000', 'Rp 50000', {}])
    it(`is refused by its name, and nothing is asked until it is corrected: ${JSON.stringify(wrong)}`, async () => {
      const element = document.createElement('ship-checkout') as CheckoutElement;
      Object.assign(element, { lang: 'en', couriers: 'jne', client: sandboxClient(), shipment });
      await requoted(element, () => document.body.append(element));
      const paths: (string | undefined)[] = [];
      element.addEventListener('ship-error', ({ error }) => paths.push((error as InvalidRequestError).fields[0]?.path));
      for (const name of ['cashOnDeliveryAmount', 'insuranceAmount'] as const) {
        Object.assign(element, { [name]: wrong });
        await settled(element);
        expect([element.status, element[name]]).to.deep.equal(['error', undefined]);
        Object.assign(element, { [name]: undefined });
        await settled(element);
        expect(element.status).to.equal('ready');
      }
      expect(paths).to.deep.equal(['cash-on-delivery-amount', 'insurance-amount']);
      element.remove();
    });

  it('is refused by its name beside rates of the page’s own, too', async () => {
    const comparison = await renderOwn();
    const told = messageOf(comparison);
    Object.assign(comparison, { cashOnDeliveryAmount: true });
    expect(await told).to.include('cash-on-delivery-amount must be whole rupiah');
  });
});

describe('a service that is no text', () => {
  for (const name of ['value', 'defaultValue'] as const)
    for (const wrong of [5, true, false, {}, ['jne/reg'], rate(), () => 'jne/reg', Symbol('jne')])
      it(`is one error, and changes nothing: ${name} ${String(wrong)}`, async () => {
        const comparison = await render<RateComparisonElement>(html`
          <ship-rate-comparison lang="en" value="jne/reg" .rates=${[rate()]}></ship-rate-comparison>
        `);
        const told: string[] = [];
        comparison.addEventListener('ship-error', ({ error }) => told.push(error.message));
        Object.assign(comparison, { [name]: wrong });
        await settled(comparison);
        expect(told).to.have.length(1);
        expect(told[0]).to.include('value must be the text of a service');
        expect([comparison.value, comparison.rate?.price]).to.deep.equal(['jne/reg', 15_000]);
      });
});

const circle: Record<string, unknown> = { name: 'Mug' };
circle.box = { inside: circle };

describe('a wrong shipment', () => {
  const renderField = async (tag: string, first: unknown) => {
    const element = document.createElement(tag) as RateComparisonElement | CheckoutElement;
    const told = next(element, 'ship-error');
    Object.assign(element, { lang: 'en', couriers: 'jne', client: sandboxClient(), shipment: first });
    await render(html`${element}`);
    return { element, told };
  };

  // One of each kind of mistake. The tests of the client have every field.
  for (const [tag, what, mistake, path] of [
    ['ship-rate-comparison', 'null for an item', { items: [item, null] }, 'items.1'],
    ['ship-rate-comparison', 'a text for the items', { items: 'mugs' }, 'items'],
    ['ship-checkout', 'an item inside itself', { items: [{ ...item, box: circle }] }, 'items.0.box.box.inside'],
    [
      ...(['ship-checkout', 'a wrong postal code beside an area'] as const),
      { origin_area_id: 'IDNP6', origin_postal_code: 'Bandung' },
      'origin_postal_code',
    ],
  ] as const)
    it(`is an error of <${tag}> that names ${what}, until it is corrected`, async () => {
      const { element, told } = await renderField(tag, { ...shipment, ...mistake });
      const { code, fields } = (await told).error as InvalidRequestError;
      expect([code, fields[0]?.path]).to.deep.equal(['invalid-request', path]);
      await settled(element);
      expect(element.status).to.equal('error');
      expect(textOf(one(element, '.problem'))).to.match(/contact the shop|postal code/);
      await requoted(element, () => Object.assign(element, { shipment }));
      expect(element.status).to.equal('ready');
    });

  it('keeps the choice until it is corrected, and is reported once for each mistake', async () => {
    const { element } = await renderField('ship-checkout', undefined);
    await requoted(element, () => Object.assign(element, { shipment }));
    await press(element, '[value="jne/oke"]');
    const errors = record(element, 'ship-error');
    for (const path of ['first', 'second']) {
      const failed = next(element, 'ship-error');
      Object.assign(element, { shipment: { ...shipment, [path]: 1n } });
      expect(((await failed).error as InvalidRequestError).fields[0]?.path).to.equal(path);
    }
    await settled(element);
    expect([element.status, element.value, errors.length]).to.deep.equal(['error', 'jne/oke', 2]);
    element.shipment = { ...shipment };
    await settled(element);
    expect([element.status, element.value]).to.deep.equal(['ready', 'jne/oke']);
  });

  it('is reported again when the page asks again', async () => {
    const { element } = await renderField('ship-checkout', undefined);
    const errors = record(element, 'ship-error');
    Object.assign(element, { shipment: { ...shipment, first: 1n } });
    await settled(element);
    await element.refresh();
    await settled(element);
    expect(errors.length).to.equal(2);
  });

  it('does not hide rates of the page’s own', async () => {
    const element = document.createElement('ship-rate-comparison') as RateComparisonElement;
    Object.assign(element, { rates: [rate()], shipment: { ...shipment, first: 1n } });
    await render(html`${element}`);
    await settled(element);
    await press(element, '[type=radio]');
    expect([element.status, element.value]).to.deep.equal(['ready', 'jne/reg']);
  });
});
