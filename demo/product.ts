import { keepQuantities, keptQuantities, shown } from './cart.ts';
import { indonesian } from './indonesian.ts';
import { offerLanguages } from './language.ts';
import { products } from './products.ts';
import { answerPromise } from './promise.ts';
import { inLanguage, rupiah, speak } from './words.ts';

const find = <T extends Element>(selector: string) => document.querySelector<T>(selector) as T;

/** The product that the address names: `product.html?product=1`. */
const asked = Number(new URLSearchParams(location.search).get('product'));
const index = products[asked] ? asked : 0;
const promise = find<HTMLElementTagNameMap['ship-promise']>('#promise');

const nameOf = (index: number) => inLanguage(shown[index]?.names ?? { en: '', id: '' });
const priceOf = (index: number) => rupiah(products[index]?.value ?? 0);

function renderProduct(_product: unknown, index: number): HTMLElement {
  const row = document.createElement('li');
  const link = Object.assign(document.createElement('a'), { href: `product.html?product=${index}` });
  const name = Object.assign(document.createElement('span'), { textContent: nameOf(index) });
  const price = Object.assign(document.createElement('b'), { textContent: priceOf(index) });
  link.append(Object.assign(new Image(56, 56), { src: shown[index]?.picture ?? '', alt: '' }), name, price);
  row.append(link);
  return row;
}

find<HTMLImageElement>('#picture').src = shown[index]?.picture ?? '';
promise.items = products.slice(index, index + 1).map((product) => ({ ...product, quantity: 1 }));
void answerPromise(promise);

find('#add').addEventListener('click', () => {
  const quantities = keptQuantities() ?? products.map(() => 0);
  keepQuantities(quantities.map((quantity, other) => (other === index ? quantity + 1 : quantity)));
  location.assign('cart.html');
});

offerLanguages(indonesian, () => {
  speak('cart', nameOf(index));
  find('#name').textContent = nameOf(index);
  find('#price').textContent = priceOf(index);
  find('#more').replaceChildren(...products.map(renderProduct).filter((_row, other) => other !== index));
});
