import '../../src/define.ts';
import { type LitElement, render as renderLit, type TemplateResult } from 'lit';

import { settled } from './inside.ts';

export * from './clients.ts';
export * from './inside.ts';

let place: HTMLElement | undefined;

afterEach(() => {
  place?.remove();
  place = undefined;
  // The client remembers orders without an answer. The next test must not find them.
  sessionStorage.clear();
});

/** Renders markup and returns its first element after the first update. */
export async function render<T extends HTMLElement>(template: TemplateResult): Promise<T> {
  place ??= document.body.appendChild(document.createElement('main'));
  renderLit(template, place);
  const element = place.firstElementChild as T & Partial<LitElement>;
  await element.updateComplete;
  return element;
}

/** Resolves with the next event of this name. Call it before the action that causes the event. */
export function next<Name extends keyof HTMLElementEventMap>(
  target: HTMLElement,
  name: Name,
): Promise<HTMLElementEventMap[Name]> {
  return new Promise((resolve) => target.addEventListener(name, resolve, { once: true }));
}

/** Does what asks for rates, and waits until they are shown. */
export async function requoted(field: HTMLElement, act: () => unknown): Promise<void> {
  const quoted = next(field, 'ship-rates');
  act();
  await quoted;
  await settled(field);
}

/** Records the names of the events that an element dispatches. */
export function record(target: HTMLElement, ...names: (keyof HTMLElementEventMap)[]): string[] {
  const seen: string[] = [];
  for (const name of names) target.addEventListener(name, (event) => event.target === target && seen.push(event.type));
  return seen;
}
