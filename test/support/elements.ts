import '../../src/define.ts';
import { type LitElement, render as renderLit, type TemplateResult } from 'lit';
import type { ShippingClient } from '../../src/client/index.ts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import { clientOf } from './client-of.ts';

export { clientOf };

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

/**
 * Until an element, and all that it is made of, have rendered what they know. Answers that are on their way are not waited
 * for.
 */
export async function settled(element: Element): Promise<void> {
  const restless = () => [element, ...all(element, '*')].some((part) => (part as Partial<LitElement>).isUpdatePending);
  let wasRestless: boolean;
  do {
    wasRestless = restless();
    for (const part of [element, ...all(element, '*')]) await (part as Partial<LitElement>).updateComplete;
  } while (wasRestless || restless());
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

/** A client whose service is a sandbox on this page. */
export function sandboxClient(options: SandboxOptions = {}): ShippingClient {
  const sandbox = createSandbox(options);
  return clientOf((request) => sandbox.fetch(request));
}

export interface Call {
  request: Request;
  body: Record<string, unknown>;
  answer(response: Response): void;
  fail(error: Error): void;
}

/** A service that answers when and as the test says; couriers aside, which are of no interest here. */
export function heldClient() {
  const calls: Call[] = [];
  const waiting: ((call: Call) => void)[] = [];
  const client = clientOf(async (request) => {
    if (request.method === 'GET') return Response.json({ success: true, couriers: [] });
    const body = await request.json();
    return new Promise<Response>((answer, fail) => {
      const call = { request, body, answer, fail };
      calls.push(call);
      waiting.shift()?.(call);
    });
  });
  /** The next call that is made. */
  const called = () => new Promise<Call>((resolve) => waiting.push(resolve));
  return { client, calls, called };
}

/** Everything inside an element that matches, through shadow roots. */
export function all<T extends Element = HTMLElement>(root: Element, selector: string): T[] {
  const inside = root.shadowRoot ?? root;
  const nested = [...inside.querySelectorAll('*')].filter(({ shadowRoot }) => shadowRoot);
  return [...inside.querySelectorAll<T>(selector), ...nested.flatMap((element) => all<T>(element, selector))];
}

/** The one thing inside an element that matches, through shadow roots. */
export function one<T extends Element = HTMLElement>(root: Element, selector: string): T {
  const [found] = all<T>(root, selector);
  if (!found) throw new Error(`Nothing matches ${selector}.`);
  return found;
}

/** The words inside an element as the page composes them, through shadow roots and slots, white space evened out. */
export const textOf = (element: Element) => composedText(element).replace(/\s+/g, ' ').trim();

function composedText(node: Node): string {
  if (node instanceof Text) return node.data;
  const filled = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
  const children = filled.length ? filled : ((node as Element).shadowRoot ?? node).childNodes;
  return [...children].map(composedText).join(node instanceof HTMLSpanElement ? '' : ' ');
}
