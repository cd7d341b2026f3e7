import type { State, States } from './state.ts';

/**
 * A link a state, so that one can be bookmarked and sent to a colleague; choosing it again begins it again.
 */
export function offerStates<Shown extends HTMLElement>(
  place: HTMLElement,
  sentence: HTMLElement,
  again: HTMLElement,
  groups: States<Shown>,
  show: (state: State<Shown>) => Promise<void>,
): void {
  const states: Record<string, State<Shown>> = Object.assign({}, ...Object.values(groups));
  const [first = ''] = Object.keys(states);
  place.replaceChildren(...Object.entries(groups).map(([name, group]) => renderGroup(name, Object.keys(group))));

  const wide = matchMedia('(min-width: 60rem)');
  const menu = place.closest('details') as HTMLDetailsElement;
  const chosen = menu.querySelector('#state-name') as HTMLElement;
  /** On a small screen the menu is folded: the element is in sight. */
  const fold = () => {
    menu.open = wide.matches;
  };
  wide.addEventListener('change', fold);

  const begin = () => {
    const asked = decodeURIComponent(location.hash.slice(1));
    const name = asked in states ? asked : first;
    for (const link of place.querySelectorAll('a')) {
      if (link.hash === `#${name}`) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
    const state = states[name] as State<Shown>;
    chosen.textContent = name.replaceAll('-', ' ');
    fold();
    sentence.replaceChildren(state.shows, ' ', circumstances(state));
    void show(state);
  };

  addEventListener('hashchange', begin);
  // The one state that no sandbox can bring about, only the browser's own connection.
  const connect = () => location.hash === '#offline' && begin();
  addEventListener('online', connect);
  addEventListener('offline', connect);
  again.addEventListener('click', begin);
  place.addEventListener('click', ({ target }) => {
    // The same address again is no change of it.
    if (target instanceof HTMLAnchorElement && target.hash === location.hash) begin();
  });
  begin();
}

function renderGroup(name: string, states: readonly string[]): HTMLElement {
  const group = document.createElement('li');
  const [label, list] = [document.createElement('span'), document.createElement('ul')];
  label.className = 'group';
  label.textContent = name;
  list.append(...states.map(renderLink));
  group.append(label, list);
  return group;
}

function renderLink(name: string): HTMLElement {
  const [item, link] = [document.createElement('li'), document.createElement('a')];
  link.href = `#${name}`;
  link.textContent = name.replaceAll('-', ' ');
  item.append(link);
  return item;
}

/** What the sandbox is asked for, in its own words. */
function circumstances({ scenario, faults = {} }: Pick<State<HTMLElement>, 'scenario' | 'faults'>): string {
  const told = Object.entries(faults).map(([operation, fault]) => `${fault} (${operation})`);
  if (scenario) told.unshift(`scenario ${scenario}`);
  return told.length ? `Sandbox: ${told.join(', ')}.` : '';
}
