import { createCart, keepQuantities } from './cart.ts';
import { indonesian } from './indonesian.ts';
import { offerLanguages } from './language.ts';
import { answerPromise } from './promise.ts';
import { goodsOf } from './summary.ts';
import { rupiah, speak } from './words.ts';

const find = <T extends Element>(selector: string) => document.querySelector<T>(selector) as T;

const promise = find<HTMLElementTagNameMap['ship-promise']>('#promise');
const checkout = find<HTMLAnchorElement>('.button');
const cart = createCart(find('#cart'), () => {
  keepQuantities(cart.quantities);
  update();
});

/** What the goods cost, and what is missing for free delivery. An empty cart has no delivery, and says so. */
function update(): void {
  const { items } = cart;
  find('#goods').textContent = rupiah(goodsOf(items));
  promise.items = items.length ? items : undefined;
  promise.subtotal = goodsOf(items);
  promise.hidden = checkout.hidden = !items.length;
  find<HTMLElement>('#empty').hidden = items.length > 0;
}

void answerPromise(promise);
offerLanguages(indonesian, () => {
  speak('cart');
  cart.draw();
  update();
});
