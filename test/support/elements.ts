import '../../src/define.ts';
import { type LitElement, render as renderLit, type TemplateResult } from 'lit';

export * from './clients.ts';
export * from './inside.ts';

let place: HTMLElement | undefined;

afterEach(() => {
  place?.remove();
  place = undefined;
  // An order that a test has left without an answer is nothing to the next one.
  sessionStorage.clear();
});

/** Puts a test's own markup on the page and hands back its first element, updated once. */
export async function render<T extends HTMLElement>(template: TemplateResult): Promise<T> {
  place ??= document.body.appendChild(document.createElement('main'));
  renderLit(template, place);
  const element = place.firstElementChild as T & Partial<LitElement>;
  await element.updateComplete;
  return element;
}

/** The next event of a name; ask for it before doing what causes it. */
export function next<Name extends keyof HTMLElementEventMap>(
  target: HTMLElement,
  name: Name,
): Promise<HTMLElementEventMap[Name]> {
  return new Promise((resolve) => target.addEventListener(name, resolve, { once: true }));
}

/** Names of events in the order in which they reached an element. */
export function record(target: HTMLElement, ...names: (keyof HTMLElementEventMap)[]): string[] {
  const seen: string[] = [];
  for (const name of names) target.addEventListener(name, (event) => event.target === target && seen.push(event.type));
  return seen;
}
