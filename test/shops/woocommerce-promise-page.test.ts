import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { Window } from 'happy-dom';

const script = readFileSync(new URL('../../src/shops/woocommerce/assets/promise.js', import.meta.url), 'utf8');

/** The page of a variable product, with a list of other products inside it, as WooCommerce nests them. */
const page = `<div class="product" id="album"><ship-promise items='[{"weight":200}]'></ship-promise><form></form>
  <ul><li class="product"><ship-promise items='[{"weight":300}]'></ship-promise></li></ul></div>`;

describe('the page of a variable product in WooCommerce', () => {
  let own: HTMLElement;
  let other: HTMLElement;
  let choose: (variation?: { ship_elements: object[] }) => void;

  beforeEach(() => {
    const window = new Window();
    const { document, customElements } = window;
    document.write(page);
    let tell = (_event: object, _variation?: object) => {};
    // As much of jQuery as WooCommerce's own event needs.
    const on = (_names: string, listener: typeof tell) => {
      tell = listener;
    };
    Object.assign(window, { shipElementsFiles: ['promise.js', 'search.js'], jQuery: () => ({ on }) });
    runInNewContext(script, { window, document, customElements, addEventListener() {} });
    [own, other] = [...document.querySelectorAll('ship-promise')] as unknown as [HTMLElement, HTMLElement];
    choose = (variation) => tell({ target: document.querySelector('form') }, variation);
  });

  it('promises the chosen variation, and the product itself again after none is chosen', () => {
    choose({ ship_elements: [{ weight: 5_000 }] });
    expect(own.getAttribute('items')).to.equal('[{"weight":5000}]');
    choose();
    expect(own.getAttribute('items')).to.equal('[{"weight":200}]');
  });

  it('hides the promise of a variation that is not delivered, until another one is chosen', () => {
    choose({ ship_elements: [] });
    expect(own.hidden).to.equal(true);
    choose({ ship_elements: [{ weight: 5_000 }] });
    expect(own.hidden).to.equal(false);
  });

  it('leaves the promises of other products as they are', () => {
    choose({ ship_elements: [{ weight: 5_000 }] });
    choose({ ship_elements: [] });
    expect([other.getAttribute('items'), other.hidden]).to.deep.equal(['[{"weight":300}]', false]);
  });
});
