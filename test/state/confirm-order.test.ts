import { expect } from 'chai';
import { confirmOrder } from '../../src/elements/shared/notices.ts';

const submit = { rate: undefined, reference: 'cart-1' };

describe('asking the page whether to order', () => {
  it('is a yes where nobody objects, and a no where somebody cancels', async () => {
    const page = new EventTarget();
    expect(await confirmOrder(page, submit)).to.equal(true);
    page.addEventListener('ship-order-submit', (event) => event.preventDefault());
    expect(await confirmOrder(page, submit)).to.equal(false);
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
});
