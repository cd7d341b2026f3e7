import { expect } from 'chai';
import { ShipOrderSubmitEvent } from '../../src/elements/shared/events.ts';
import { confirmOrder } from '../../src/elements/shared/notices.ts';
import { signGrant } from '../../src/tokens/index.ts';
import { orderRequest, rate } from '../support/fixtures.ts';

const submit = { rate: undefined, reference: 'cart-1', again: false, insured: true, cashOnDelivery: false };

/** A page whose listeners do this, one after the other. */
function pageThat(...listeners: ((event: ShipOrderSubmitEvent) => void)[]): EventTarget {
  const page = new EventTarget();
  for (const listener of listeners)
    page.addEventListener('ship-order-submit', (event) => listener(event as ShipOrderSubmitEvent));
  return page;
}

/** What becomes of whatever a page sets as the grant. */
const granted = (grant: unknown) =>
  confirmOrder(
    pageThat((event) => {
      event.grant = grant as string;
    }),
    submit,
  );

describe('asking the page whether to order', () => {
  it('is a yes where nobody objects, and a no where somebody cancels', async () => {
    const page = new EventTarget();
    expect(await confirmOrder(page, submit)).to.deep.equal({});
    page.addEventListener('ship-order-submit', (event) => event.preventDefault());
    expect(await confirmOrder(page, submit)).to.equal(undefined);
  });

  it('fails at once where the page cannot be asked, so that nothing is ordered behind its back', () => {
    const broken = new TypeError('Broken');
    const page = Object.assign(new EventTarget(), {
      dispatchEvent() {
        throw broken;
      },
    });
    expect(() => confirmOrder(page, submit)).to.throw(broken);
  });

  it('tells what the page has to know to have it granted', async () => {
    const heard: ShipOrderSubmitEvent[] = [];
    const offered = { ...submit, rate: rate({ offer: 'signed' }), again: true };
    await confirmOrder(
      pageThat((event) => heard.push(event)),
      offered,
    );
    expect(heard[0]).to.deep.include(offered);
    expect(new ShipOrderSubmitEvent(heard[0] as ShipOrderSubmitEvent)).to.deep.include(offered);
  });
});

describe('the grant that a page sets', () => {
  it('is the text, or what is promised', async () => {
    expect(await granted('token')).to.deep.equal({ grant: 'token' });
    expect(await granted(Promise.resolve('token'))).to.deep.equal({ grant: 'token' });
    // biome-ignore lint/suspicious/noThenProperty: what a library of the page's may hand over
    expect(await granted({ then: (give: (text: string) => void) => give('token') })).to.deep.equal({ grant: 'token' });
  });

  it('is none where the page sets none', async () => {
    expect(await granted(undefined)).to.deep.equal({});
  });

  it('is refused where it is no text, with what to do', async () => {
    const thrower = new Proxy({}, { get: () => expect.fail('no getter of the page’s stops it') });
    for (const grant of ['', null, 7, {}, ['token'], new String('token'), Promise.resolve(), thrower]) {
      const { error, ...rest } = (await granted(grant)) ?? {};
      expect(rest).to.deep.equal({});
      expect(error).to.have.property('code', 'invalid-request');
      expect(error).to.have.nested.property('fields[0].path', 'grant');
    }
  });

  it('is refused where its promise fails, and why is the cause', async () => {
    const declined = new Error('The card was declined.');
    const { error } = (await granted(Promise.reject(declined))) ?? {};
    expect(error).to.include({ code: 'invalid-request', cause: declined });
    expect(error?.message).to.match(/grant was promised and not given/);
    expect(error?.message).to.not.include('card');
  });

  it('is the one of the listener that set it last', async () => {
    const [first, last] = ['first', 'last'].map((grant) => (event: ShipOrderSubmitEvent) => {
      event.grant = grant;
    }) as [() => void, () => void];
    expect(await confirmOrder(pageThat(first, last), submit)).to.deep.equal({ grant: 'last' });
  });

  it('waits for what the page waits for, and comes to nothing where that fails', async () => {
    const failed = new Error('no');
    const page = pageThat((event) => {
      event.grant = Promise.reject(new Error('late'));
      event.waitUntil(Promise.reject(failed));
    });
    const answer = await confirmOrder(page, submit).catch((error) => error);
    expect(answer).to.equal(failed);
  });

  it('cannot be set once the listeners are through', async () => {
    const heard: ShipOrderSubmitEvent[] = [];
    await confirmOrder(
      pageThat((event) => heard.push(event)),
      submit,
    );
    const [event] = heard as [ShipOrderSubmitEvent];
    expect(() => {
      event.grant = 'late';
    }).to.throw(DOMException, 'grant came too late');
    expect(() => event.waitUntil(Promise.resolve())).to.throw(DOMException, 'waitUntil() came too late');
  });

  it('is refused where it was signed for another order, which the answer could not be told from', async () => {
    const keys = { account: 'toko', current: { kid: 'a', secret: 'x'.repeat(32) } };
    const sign = (reference: string) => signGrant({ order: orderRequest, reference, price_max: 1 }, keys);
    const { error } = (await granted(sign('cart-2'))) ?? {};
    expect(error?.message).to.match(/grant must be signed for the reference/);
    const token = await sign('cart-1');
    expect(await granted(token)).to.deep.equal({ grant: token });
  });
});
