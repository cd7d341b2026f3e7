import { expect } from 'chai';
import { type LitElement, render as renderLit } from 'lit';
import { loadClass } from '../../../src/elements/core/load-class.ts';
import { elements } from '../../../src/package/elements.ts';
import { all, one, settled } from '../../support/elements.ts';
import { ready, type Subject, saidBy, subjects, type Tested } from './subjects.ts';

let main: HTMLElement;

/** An element in a page, and how often its service was asked. */
async function made(subject: Subject, width = 400) {
  let asked = 0;
  const newClient = () =>
    subject.client(() => {
      asked += 1;
    }) as never;
  main.style.inlineSize = `${width}px`;
  renderLit(subject.template(newClient()), main);
  const element = main.querySelector(subject.tag) as unknown as Tested;
  await ready(subject, element);
  return { element, newClient, asked: () => asked };
}

/** The properties that a page sets. */
const propertiesOf = (element: Element): string[] =>
  [...(element.constructor as typeof LitElement).elementProperties.keys()]
    .map(String)
    .filter((name) => !['client', 'words', 'baseUrl', 'label', 'isInvalid', 'hasBar'].includes(name));

/** Elements with text that is cut off: what costs money, or says when. */
const cutOff = (element: Element): string[] =>
  all(element, '[part=price], .lead, .headline, .detail, .sum, .fee, [part=headline], .change').flatMap((part) =>
    part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflow !== 'visible' && part.clientWidth > 0
      ? [`${part.className} “${part.textContent?.trim()}”`]
      : [],
  );

/** What costs money or says when, and lies beside the element. */
const spilling = (element: Element): string[] => {
  const { left, right } = element.getBoundingClientRect();
  return all(element, '[part=price], .lead, .headline, .detail, .sum, .fee, [part=headline]').flatMap((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    const isBeside = [...range.getClientRects()].some(
      (rect) => rect.width > 4 && (rect.left < left - 1 || rect.right > right + 1),
    );
    return isBeside ? [`${part.className} “${part.textContent?.trim()}”`] : [];
  });
};

/** What says when, and stands without a gap beside what it costs, or the place. */
const glued = (element: Element): string[] =>
  all(element, '.lead, .headline').flatMap((when) => {
    const [one, other] = [when, when.parentElement?.querySelector('[part=price], .change span')].map((part) =>
      part?.getBoundingClientRect(),
    );
    if (!one?.width || !other?.width || one.bottom <= other.top || other.bottom <= one.top) return [];
    return Math.max(one.left - other.right, other.left - one.right) < 3 ? [`${when.textContent}`] : [];
  });

/** Amounts that are broken into lines or lie outside of the element. */
function broken(element: Element): string[] {
  const { left, right } = element.getBoundingClientRect();
  return textsIn(element).flatMap((node) =>
    [...node.data.matchAll(/Rp\s?\d[\d.,]*\d/g)].flatMap(({ index, 0: amount }) => {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + amount.length);
      const [first, second] = range.getClientRects();
      // Not shown, or for screen readers alone.
      if (!first || first.width < 4) return [];
      return second || first.left < left - 1 || first.right > right + 1 ? [amount] : [];
    }),
  );
}

const textsIn = (node: Node): Text[] =>
  node instanceof Text ? [node] : [...((node as Element).shadowRoot ?? node).childNodes].flatMap(textsIn);

it('the battery has each element', () => {
  const tested = new Set(subjects.map(({ tag }) => tag));
  expect([...tested].sort()).to.deep.equal(elements.map(({ name }) => `ship-${name}`).sort());
});

for (const subject of subjects)
  describe(`the battery: <${subject.tag}>${subject.where ?? ''}`, () => {
    beforeEach(() => {
      localStorage.clear();
      main = document.body.appendChild(document.createElement('main'));
    });
    afterEach(() => main.remove());

    it('stops asking a page that makes its client at each render', async () => {
      const { element, newClient, asked } = await made(subject);
      const before = asked();
      for (let time = 0; time < 40; time += 1) {
        element.client = newClient();
        await settled(element);
        await new Promise(requestAnimationFrame);
      }
      expect(asked() - before).to.be.at.most(20);
    });

    it('asks once, and shows the same, when a page repeats itself in new objects', async () => {
      const { element, asked } = await made(subject);
      const before = asked();
      const shown = saidBy(element);
      for (let time = 0; time < 5; time += 1) {
        Object.assign(element, structuredClone(subject.good));
        await settled(element);
        await new Promise(requestAnimationFrame);
      }
      expect([asked() - before, saidBy(element)]).to.deep.equal([0, shown]);
    });

    if (!subject.asksNothing)
      it('asks once for all of them when the connection is back, and shows what it is for', async () => {
        let asked = 0;
        let isBack = false;
        const client = subject.client(() => {
          asked += 1;
          if (!isBack) throw new TypeError('Failed to fetch');
        });
        const number = subject.standsAlone ? 1 : 5;
        renderLit(
          Array.from({ length: number }, () => subject.template(client as never)),
          main,
        );
        const elements = [...main.querySelectorAll(subject.tag)] as unknown as Tested[];
        await Promise.all(
          elements.map(async (element) => {
            const failed = new Promise((resolve) => element.addEventListener('ship-error', resolve, { once: true }));
            Object.assign(element, subject.question);
            await failed;
            await settled(element);
          }),
        );
        isBack = true;
        const before = asked;
        dispatchEvent(new Event('online'));
        dispatchEvent(new Event('online'));
        for (const element of elements) await ready(subject, element);
        expect(asked - before).to.equal(1);
      });

    it('keeps its look in another document, and back', async () => {
      const { element } = await made(subject);
      const look = () => getComputedStyle(element.renderRoot.firstElementChild as Element).cssText || styleOf(element);
      const before = look();
      const frame = main.appendChild(document.createElement('iframe'));
      frame.contentDocument?.body.append(element);
      await settled(element);
      expect((element.renderRoot as ShadowRoot).adoptedStyleSheets.length, 'in the frame').to.be.greaterThan(0);
      main.append(element);
      await settled(element);
      expect(look()).to.equal(before);
    });

    it('is as it was after it was taken out and put back', async () => {
      const { element } = await made(subject);
      const shown = saidBy(element);
      element.remove();
      main.append(element);
      await ready(subject, element);
      expect(saidBy(element)).to.equal(shown);
    });

    for (const [name, odd] of Object.entries({
      null: null,
      undefined: undefined,
      '{}': {},
      '[]': [],
      '“”': '',
      NaN: Number.NaN,
    }))
      it(`takes ${name} for each property, and shows what it is for when the page has set it right`, async () => {
        const { element } = await made(subject);
        for (const property of propertiesOf(element)) {
          const before = Reflect.get(element, property);
          Reflect.set(element, property, odd);
          await settled(element);
          Reflect.set(element, property, before);
          await settled(element);
        }
        Object.assign(element, subject.good);
        await ready(subject, element);
      });

    for (const [way, style] of Object.entries({
      'in 180 px': 'inline-size: 180px',
      'at 200 % text': 'font-size: 200%; inline-size: 320px',
      ...(subject.isCard && { 'in 180 px at 200 % text': 'font-size: 200%; inline-size: 180px' }),
      'from right to left': 'direction: rtl',
    }))
      it(`cuts off nothing that costs money or says when, ${way}`, async () => {
        const { element } = await made(subject);
        main.style.cssText += `;${style}`;
        await settled(element);
        await new Promise(requestAnimationFrame);
        expect([cutOff(element), broken(element), spilling(element), glued(element)]).to.deep.equal([[], [], [], []]);
      });

    it('takes no indent of the page, which would cut off names (ampproject/amphtml#23876)', async () => {
      const { element } = await made(subject);
      main.style.textIndent = '60px';
      const moved = all(element, '*').filter((part) => Number.parseFloat(getComputedStyle(part).textIndent) > 0);
      expect(moved).to.deep.equal([]);
    });

    it('shows what it is for once the tab that it was made in is shown (walkerke/mapgl#150)', async () => {
      main.hidden = true;
      renderLit(subject.template(subject.client(() => {}) as never), main);
      await new Promise(requestAnimationFrame);
      main.hidden = false;
      await ready(subject, main.querySelector(subject.tag) as unknown as Tested);
    });

    it('writes nothing into the page that a snapshot of it would keep (google/osv.dev#1697)', async () => {
      const { element } = await made(subject);
      const written = document.createElement('div');
      renderLit(subject.template(undefined as never), written);
      const names = (one?: Element | null) => one?.getAttributeNames().sort();
      expect([names(element), element.innerHTML]).to.deep.equal([names(written.querySelector(subject.tag)), '']);
    });

    it('takes it that each attribute is set and removed (karol-f/vue-custom-element#175)', async () => {
      const { element } = await made(subject);
      for (const name of (element.constructor as typeof LitElement).observedAttributes) {
        const before = element.getAttribute(name);
        element.setAttribute(name, '');
        await settled(element);
        element.removeAttribute(name);
        await settled(element);
        if (before !== null) element.setAttribute(name, before);
      }
      Object.assign(element, subject.good);
      await ready(subject, element);
    });

    it('takes each attribute by the property of its name, as React 19 sets it (descope/descope-js#857)', async () => {
      const { element } = await made(subject);
      const { observedAttributes } = element.constructor as typeof LitElement;
      const refused = [...observedAttributes, 'form'].filter(
        (name) => name in element && !Reflect.set(element, name, element.getAttribute(name)),
      );
      expect(refused).to.deep.equal([]);
      Object.assign(element, subject.good);
      await ready(subject, element);
    });

    it('does not heed events of other scripts that have the names of its own', async () => {
      const { element } = await made(subject);
      const names = [
        'input',
        'change',
        'invalid',
        'keydown',
        'toggle',
        'close',
        'message',
        'storage',
        'pageshow',
        'focus',
      ];
      const own = ['error', 'area-change', 'rate-change', 'order-submit', 'promise', 'area-remembered'];
      for (const name of [...names, ...own.map((end) => `ship-${end}`)]) {
        for (const target of [element, ...all(element, 'input, button'), window])
          target.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true }));
      }
      await settled(element);
      await ready(subject, element);
    });

    it('says that its class did not load, loads it at a press, and says at last that a reload may help', async () => {
      const { element: model, newClient } = await made(subject);
      const tag = `late-${subject.tag}${subject.where ? '-there' : ''}`;
      const late = document.createElement(tag) as unknown as Tested;
      for (const name of model.getAttributeNames()) late.setAttribute(name, model.getAttribute(name) ?? '');
      Object.assign(late, subject.good, { client: newClient() });
      const errors: string[] = [];
      late.addEventListener('ship-error', ({ error }) => errors.push(error.message));
      main.replaceChildren(late);
      const answers = [false, false, true];
      const load = async () => {
        if (!answers.shift()) throw new TypeError('404');
        customElements.define(tag, class extends (customElements.get(subject.tag) as typeof HTMLElement) {});
      };
      const texts = () => [...(late.shadowRoot?.children ?? [])].map(({ textContent }) => textContent);
      const sentence = 'Bagian halaman ini gagal dimuat.';
      await loadClass(late, load);
      expect([texts(), errors.length]).to.deep.equal([[sentence, 'Coba lagi'], 1]);
      one<HTMLElement>(late, 'button').click();
      while (errors.length < 2) await new Promise(requestAnimationFrame);
      expect(texts()).to.deep.equal([sentence, 'Muat ulang halaman']);
      expect(errors[1]).to.include(`<${tag}>`);
      await loadClass(late, load);
      await ready(subject, late);
    });

    for (const style of ['display: contents', 'font-size: 0'])
      it(`shows what it is for with \`${style}\``, async () => {
        const textContent = `${subject.tag} { ${style} !important }`;
        main.append(Object.assign(document.createElement('style'), { textContent }));
        await made(subject);
      });
  });

const styleOf = (element: Tested): string => {
  const { display, padding, color, fontWeight } = getComputedStyle(element.renderRoot.firstElementChild as Element);
  return [display, padding, color, fontWeight].join();
};
