import '../../src/define.ts';
import { logEvents } from '../event-log.ts';
import { indonesian } from '../indonesian.ts';
import { offerLanguages } from '../language.ts';
import { offerMasthead } from '../site/site.ts';
import { indonesian as states } from './indonesian.ts';
import { showReadings } from './readings.ts';
import { createService, type ShippingService } from './service.ts';
import type { State, States, Trial } from './state.ts';
import { offerStates } from './state-links.ts';
import { offerTheme } from './theme.ts';
import { offerViews } from './view.ts';

interface Page<Tag extends keyof HTMLElementTagNameMap> {
  tag: Tag;
  states: States<HTMLElementTagNameMap[Tag]>;
  /** What the element has in every state. */
  properties(service: ShippingService): Partial<HTMLElementTagNameMap[Tag]>;
  /** Until there is something to act on; asked before the element is in the page. */
  ready(trial: Trial<HTMLElementTagNameMap[Tag]>): Promise<unknown>;
}

const find = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector) as T;

/** The page of one element: its states, how it is looked at, its tokens, its events. */
export function showElement<Tag extends keyof HTMLElementTagNameMap>(page: Page<Tag>): void {
  offerMasthead();
  const stage = find<HTMLFormElement>('#stage');
  stage.addEventListener('submit', (event) => event.preventDefault());
  logEvents(stage, find('#log'), find('#clear-log'));

  /** Each state begins with an element that knows nothing of the one before. */
  async function show(state: State<HTMLElementTagNameMap[Tag]>): Promise<void> {
    const element = document.createElement(page.tag);
    const service = createService(state);
    const trial = { element, service, form: stage };
    Object.assign(element, page.properties(service), state.properties);
    const ready = page.ready(trial);
    stage.replaceChildren(element);
    await ready;
    if (element.isConnected) await state.act?.(trial);
  }

  const handleColours = offerTheme(find('#theme'), page.tag, stage);
  const handleLanguage = offerViews(find('#view'), stage, handleColours);
  showReadings(find('#readings'), stage);
  offerStates(find('#states'), find('#shows'), find('#again'), page.states, show);
  offerLanguages({ ...indonesian, ...states }, handleLanguage);
}
