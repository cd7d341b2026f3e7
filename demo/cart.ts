import type { Item } from '../src/contract/index.ts';
import { itemsOf, products } from './products.ts';
import { rupiah } from './rupiah.ts';

/** Shows the cart, and calls a handler when it changes. */
export function createCart(list: HTMLElement, handleChange: () => void) {
  const quantities = products.map(({ quantity }) => quantity);
  const draw = () => list.replaceChildren(...products.map(renderProduct));

  function renderProduct(product: Item, index: number): HTMLElement {
    const row = document.createElement('li');
    const name = document.createElement('span');
    name.className = 'product';
    const detail = document.createElement('small');
    detail.textContent = `${rupiah(product.value)} · ${product.weight.toLocaleString('en')} g · ${product.category}`;
    name.append(product.name, detail);
    const quantity = document.createElement('input');
    Object.assign(quantity, { type: 'number', min: '0', max: '99', value: String(quantities[index]) });
    quantity.setAttribute('aria-label', `Quantity of ${product.name}`);
    quantity.addEventListener('input', () => {
      quantities[index] = Math.max(0, Math.trunc(quantity.valueAsNumber) || 0);
      handleChange();
    });
    row.append(name, quantity);
    return row;
  }

  draw();
  return {
    /** The quantity of each product, in the order of the catalogue, for the shop's server. */
    get quantities(): number[] {
      return [...quantities];
    },
    get items(): Item[] {
      return itemsOf(quantities);
    },
  };
}
