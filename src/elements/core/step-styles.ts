import { css } from 'lit';

// A file of its own, because a bundler drops no unused style sheet of a file that it needs.

/** The steps of a parcel: those that are done, and the one that it is at. And what leads on: a link, a button that is a word. */
export const stepStyles = css`
  ol {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .steps {
    display: grid;
    grid-template-columns: repeat(4, minmax(0, 1fr));
    gap: 4px;
    margin-block-start: 12px;
    color: var(--quiet);
    font-size: 0.75em;
  }
  @container (inline-size < 17.5em) {
    .steps {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  .steps li {
    padding-block-start: 6px;
    border-block-start: 4px solid var(--border);
  }
  .action {
    display: block;
    min-block-size: 44px;
    padding: 10px 14px;
    border: 1px solid var(--control);
    border-radius: var(--radius);
    color: inherit;
    font-weight: 600;
    text-align: center;
    text-decoration: none;
  }
  .text {
    display: inline-flex;
    align-items: center;
    min-inline-size: 44px;
    min-block-size: 44px;
    margin: -8px -12px;
    padding: 0 12px;
    border: 0;
    border-radius: var(--radius);
    color: var(--accent-text);
    font-weight: 600;
  }
  .more {
    display: flex;
    gap: 10px;
    align-items: center;
    justify-content: space-between;
    inline-size: 100%;
    min-block-size: 48px;
    padding: 8px 12px;
    border: solid var(--border);
    border-width: 1px 0 0;
    border-radius: 0;
    font-size: 0.9375em;
    font-weight: 600;
    text-align: start;
  }
  .more::after {
    content: '';
    flex: none;
    inline-size: 8px;
    block-size: 8px;
    margin-inline-end: 3px;
    border: solid;
    border-width: 0 2px 2px 0;
    transform: translateY(-25%) rotate(45deg);
  }
  :is(.more[aria-expanded='true'], [open] > .more)::after {
    transform: translateY(25%) rotate(225deg);
  }
  :is(.text, .more, .action):focus-visible {
    outline-offset: -3px;
  }
  .action:hover {
    background: var(--wash);
  }
  .steps :is(.past, .now) {
    border-color: var(--accent);
  }
  .steps .now {
    color: var(--ink);
    font-weight: 600;
  }
  @media (forced-colors: active) {
    .steps :is(.past, .now) {
      border-color: Highlight;
    }
  }
`;
