import type { Item } from '../src/contract/index.ts';
import { rupiah } from './rupiah.ts';

const products: Item[] = [
  {
    name: 'Batik scarf',
    category: 'fashion',
    sku: 'RT-SCARF',
    value: 185_000,
    weight: 250,
    length: 30,
    width: 20,
    height: 4,
    quantity: 1,
  },
  {
    name: 'Gayo coffee beans, 1 kg',
    category: 'groceries',
    sku: 'RT-GAYO',
    value: 160_000,
    weight: 1_050,
    length: 24,
    width: 12,
    height: 9,
    quantity: 2,
  },
  {
    name: 'Compact camera',
    category: 'electronic',
    sku: 'RT-CAMERA',
    value: 3_850_000,
    weight: 650,
    length: 18,
    width: 14,
    height: 12,
    quantity: 1,
  },
];

/** The cart on the page: what is in it, and a handler for its changes. */
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
    get items(): Item[] {
      return products.flatMap((product, index) => {
        const quantity = quantities[index] ?? 0;
        return quantity ? [{ ...product, quantity }] : [];
      });
    },
  };
}
