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
    overflow-wrap: anywhere;
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
    min-inline-size: 44px;
    min-block-size: 44px;
    margin: -8px -12px;
    padding: 0 12px;
    border: 0;
    color: var(--accent-text);
    font-weight: 600;
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
