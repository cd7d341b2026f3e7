import { css } from 'lit';

/**
 * Reasons for some rules. A comment among them would be loaded by every shopper.
 *
 * - `:host`: a container would keep the list from lying over the page.
 * - `.two`: it takes the room of the field and its hint, so that nothing below moves.
 * - `.two input`: it is as high as a finger needs, under the line below it.
 * - `ul`: it scrolls after four rows and a half, so that the shopper sees that there are more.
 */
export const styles = css`
  :host {
    container-type: normal;
  }
  label {
    display: block;
    margin-block-end: 0.5rem;
    font-weight: 600;
  }
  .area {
    position: relative;
  }
  .field,
  .list {
    border: 1px solid var(--border);
    border-radius: var(--radius);
    background: var(--ground);
  }
  .field {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    border-color: var(--control);
  }
  input:focus-visible {
    outline: 0;
  }
  .field:focus-within {
    outline: 3px solid var(--accent-text);
    outline-offset: -2px;
  }
  input {
    inline-size: 100%;
    block-size: 3.125rem;
    padding: 0 0.75rem;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    font-size: 1rem;
  }
  button {
    min-inline-size: 2.75rem;
    padding: 0 0.75rem;
    border: 0;
    color: var(--accent-text);
    font-size: 0.94em;
    font-weight: 600;
  }
  button:focus-visible {
    outline-offset: -3px;
  }
  .clear {
    color: var(--quiet);
    font-size: 1.75rem;
    font-weight: 400;
    line-height: 1;
  }
  small,
  .hint,
  .say {
    color: var(--quiet);
    font-size: 0.845rem;
    line-height: 1.25rem;
  }
  .hint {
    min-block-size: 1.25rem;
    margin-block-start: 0.375rem;
  }
  .wrong {
    color: var(--danger);
  }
  .two {
    align-content: center;
    min-block-size: 4rem;
    margin-block-end: 0.75rem;
    padding: 0.5rem 0;
    padding-inline-start: 0.625rem;
    border-color: var(--border);
    border-inline-start: 3px solid var(--accent);
    background: var(--chosen);
  }
  .two input {
    block-size: 2.75rem;
    margin-block: -0.625rem;
    padding: 0;
    font-weight: 600;
    text-overflow: ellipsis;
  }
  .two small {
    grid-row: 2;
    pointer-events: none;
  }
  .two button {
    grid-area: 1 / 2 / 3;
  }
  .list {
    position: absolute;
    inset-inline: 0;
    margin-block-start: 0.25rem;
    z-index: 10;
    overflow: clip;
    box-shadow: 0 8px 24px #0003;
  }
  ul {
    max-block-size: 18rem;
    overflow: auto;
    margin: -1px 0 0;
    padding: 0;
    list-style: none;
  }
  li {
    display: flex;
    flex-wrap: wrap;
    gap: 0.125rem 0.625rem;
    justify-content: space-between;
    align-content: center;
    min-block-size: 4rem;
    padding: 0.5rem 0.75rem;
    padding-inline-start: 0.5625rem;
    border: 0 solid transparent;
    border-inline-start-width: 3px;
    border-block-start: 1px solid var(--border);
    cursor: pointer;
  }
  li:hover {
    background: var(--wash);
  }
  li[aria-selected='true'] {
    border-inline-start-color: var(--accent);
    background: var(--chosen);
  }
  b {
    font-weight: 600;
  }
  mark {
    border-radius: 3px;
    background: color-mix(in srgb, var(--accent) 22%, transparent);
    color: inherit;
  }
  .say {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.625rem;
    align-items: center;
    min-block-size: 2.75rem;
    padding: 0.5rem 0.75rem;
    overflow-wrap: anywhere;
  }
  li small,
  .say b {
    inline-size: 100%;
  }
  .say b {
    color: var(--ink);
    font-size: 0.94rem;
  }
  .say button {
    margin-inline: auto -0.75rem;
  }
  .searching {
    flex-wrap: nowrap;
  }
  .error {
    padding-block: 0.25rem;
    color: var(--warn);
    font-weight: 600;
  }
  [hidden] {
    display: none;
  }
  i {
    flex: none;
    inline-size: 1.25rem;
    block-size: 1.25rem;
    border: 3px solid var(--border);
    border-block-start-color: var(--accent);
    border-radius: 50%;
  }
  @media (prefers-reduced-motion: no-preference) {
    i {
      animation: turn 0.9s linear infinite;
    }
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  @media (forced-colors: active) {
    li[aria-selected='true'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
