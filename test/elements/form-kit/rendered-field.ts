import { html } from 'lit';
import type { CheckoutElement, RateComparisonElement } from '../../../src/elements/index.ts';
import { next, one, render, settled } from '../../support/elements.ts';
import { rate, shipment } from '../../support/fixtures.ts';
import { oke, shop } from '../../support/shop.ts';

export const tags = ['ship-checkout', 'ship-rate-comparison'] as const;

export type FormField = CheckoutElement | RateComparisonElement;

interface Setting {
  /** Attributes of the field beside what it needs to have rates. */
  attributes?: string;
  /** Attributes of the native control beside it. */
  native?: string;
  /** The page around the two. */
  page?: (field: string, native: string) => string;
  /** What happens to the field before it is rendered. */
  begin?: (field: FormField) => void;
  /** Whether there are rates when the test begins. */
  quoted?: boolean;
}

const inOneForm = (field: string, native: string) => `<form>${field}${native}<button>Send</button></form>`;

/** A field beside a native control that stands in the same place: what one does, the other should do. */
async function renderBoth(tag: string, { attributes, native, page = inOneForm, begin, quoted = true }: Setting = {}) {
  const { client, answers, quotes } = shop(rate(), oke);
  const place = await render<HTMLElement>(html`<div></div>`);
  const given = attributes ?? 'name="shipping" required';
  place.innerHTML = page(
    `<${tag} lang="en" couriers="jne" ${given}></${tag}>`,
    `<input ${native ?? 'name="native" required'}>`,
  );
  const field = one<FormField>(place, tag);
  Object.assign(field, { shipment, client });
  begin?.(field);
  const rest = () => settled(field);
  const quote = async () => {
    await next(field, 'ship-quote');
    await rest();
  };
  if (quoted) await quote();
  return {
    place,
    form: place.querySelector('form') as HTMLFormElement,
    field,
    native: place.querySelector('input') as HTMLInputElement,
    answers,
    quotes,
    rest,
    quote,
    choose: (key: string) => one(field, `input[value="${key}"]`).click(),
    flip: (id: 'insurance' | 'cash-on-delivery') => one(field, `#${id}`).click(),
    entries: (form = place.querySelector('form') as HTMLFormElement) => Object.fromEntries(new FormData(form)),
  };
}

export type RenderField = (setting?: Setting) => ReturnType<typeof renderBoth>;

/** What a field does, by the sentence that says so. */
export type Cases = Record<string, (renderField: RenderField) => Promise<void>>;

/** Runs the same cases for both elements that are form fields. */
export function describeFields(what: string, cases: Cases): void {
  for (const tag of tags) {
    describe(`<${tag}> ${what}`, () => {
      for (const [behaviour, run] of Object.entries(cases))
        it(behaviour, () => run((setting) => renderBoth(tag, setting)));
    });
  }
}
