import { expect } from 'chai';
import { type LitElement, render as renderLit } from 'lit';
import { all, settled } from '../../support/elements.ts';
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

for (const subject of subjects)
  describe(`the battery: <${subject.tag}>`, () => {
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
      'from right to left': 'direction: rtl',
    }))
      it(`cuts off nothing that costs money or says when, ${way}`, async () => {
        const { element } = await made(subject);
        main.style.cssText += `;${style}`;
        await settled(element);
        await new Promise(requestAnimationFrame);
        expect(cutOff(element)).to.deep.equal([]);
      });

    it('shows what it is for with `display: contents`', async () => {
      main.append(
        Object.assign(document.createElement('style'), {
          textContent: `${subject.tag} { display: contents !important }`,
        }),
      );
      await made(subject);
    });
  });

const styleOf = (element: Tested): string => {
  const { display, padding, color, fontWeight } = getComputedStyle(element.renderRoot.firstElementChild as Element);
  return [display, padding, color, fontWeight].join();
};
