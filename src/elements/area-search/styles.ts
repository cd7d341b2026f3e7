import { css } from 'lit';

/**
 * Reasons for some rules. A comment among them would be loaded by every shopper.
 *
 * - `:host`: a container would keep the list from lying over the page.
 * - `.two`: it takes the room of the field and its hint, so that nothing below moves.
 * - `.two input`: it is as high as a finger needs, under the line below it.
 * - `.options`: it scrolls after four rows and a half, so that the shopper sees that there are more. In a low view it ends above its edge
 *   where the search stands in a dialog in the middle, and cannot be scrolled into sight.
 * - `.area`: without what browsers give a popover.
 * - `.area:popover-open`: what has no room for its lines scrolls, and the page behind it does not. A wide tablet has it in one column.
 * - `:popover-open .list`: its end can be scrolled above the keyboard of a phone.
 * - `.code`: as high and wide as a finger needs.
 */
export const styles = css`
  :host {
    container-type: normal;
  }
  label {
    display: block;
    margin-block-end: 8px;
    font-weight: 600;
  }
  .area {
    all: unset;
    display: block;
    position: relative;
    box-sizing: border-box;
  }
  .area:popover-open {
    display: flex;
    flex-direction: column;
    position: fixed;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    overflow: hidden;
    overscroll-behavior: contain;
    padding: 0 max(12px, 50% - 20em);
    background: var(--ground);
  }
  .back {
    display: flex;
    flex: none;
    gap: 10px;
    align-items: center;
    min-block-size: 48px;
    padding: 0;
    color: var(--ink);
    font-size: 1em;
  }
  .back span {
    font-size: 1.5em;
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
  .field:has(input:focus-visible) {
    outline: 3px solid var(--accent-text);
    outline-offset: -2px;
  }
  input {
    inline-size: 100%;
    block-size: 3.125em;
    padding: 0 12px;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    font-size: max(16px, 1em);
  }
  button {
    min-inline-size: 44px;
    padding: 0 12px;
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
    font-size: 1.75em;
    font-weight: 400;
    line-height: 1;
  }
  small,
  .hint,
  .say {
    color: var(--quiet);
    font-size: 0.845em;
    line-height: 1.4793em;
  }
  .hint {
    min-block-size: 1.4793em;
    margin-block-start: 6px;
  }
  .wrong {
    color: var(--danger);
  }
  .keep {
    align-self: start;
    min-block-size: 44px;
    margin-inline-start: -12px;
  }
  .two {
    align-content: center;
    min-block-size: max(44px + 1.25em, 4.375em - 6px);
    margin-block-end: 12px;
    padding: 8px 0;
    padding-inline-start: 10px;
    border-color: var(--border);
    border-inline-start: 3px solid var(--accent);
    background: var(--chosen);
    container-type: inline-size;
  }
  .two input {
    block-size: 2.75em;
    margin-block: -10px;
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
  @container (inline-size < 11em) {
    .two input {
      grid-column: span 2;
      font-size: clamp(16px, 10cqi, 1em);
    }
    .two button {
      grid-area: 3 / 1;
      justify-self: start;
    }
  }
  .list {
    position: absolute;
    inset-inline: 0;
    margin-block-start: 4px;
    z-index: 10;
    overflow: clip;
    box-shadow: 0 8px 24px #0003;
  }
  .options {
    max-block-size: clamp(8em, 50vh - 7em, 18em);
    overflow: auto;
    overscroll-behavior: contain;
    margin: -1px 0 0;
  }
  :popover-open .list {
    position: static;
    overflow: auto;
    overscroll-behavior: contain;
    margin-inline: -12px;
    padding-block-end: 50vh;
    border: 0;
    box-shadow: none;
  }
  :popover-open .options {
    max-block-size: none;
  }
  :popover-open .list:not([hidden]) ~ :is(.hint, .keep) {
    display: none;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 10px;
    justify-content: space-between;
    align-content: center;
    min-block-size: 4em;
    padding: 8px 12px;
    padding-inline-start: 9px;
    border: 0 solid transparent;
    border-inline-start-width: 3px;
    border-block-start: 1px solid var(--border);
  }
  [role='option'] {
    cursor: pointer;
  }
  [role='option']:hover {
    background: var(--wash);
  }
  .codes {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    inline-size: 100%;
    margin-block-start: 4px;
  }
  .code {
    box-sizing: border-box;
    min-inline-size: 44px;
    min-block-size: 44px;
    padding: calc(22px - 0.75em) 10px;
    border: 1px solid var(--control);
    border-radius: var(--radius);
  }
  [aria-selected='true'] {
    border-color: var(--accent);
    background: var(--chosen);
  }
  .row[aria-selected='true'] {
    border-block-color: var(--border);
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
    gap: 0 10px;
    align-items: center;
    min-block-size: 44px;
    padding: 8px 12px;
    overflow-wrap: anywhere;
  }
  .row small,
  .say b {
    inline-size: 100%;
  }
  .say b {
    color: var(--ink);
    font-size: 1.1124em;
  }
  .say button {
    margin-inline: auto -12px;
  }
  .options + .say {
    border-block-start: 1px solid var(--border);
  }
  .searching {
    flex-wrap: nowrap;
  }
  .error {
    padding-block: 4px;
    color: var(--warn);
    font-weight: 600;
  }
  [hidden] {
    display: none;
  }
  i {
    flex: none;
    inline-size: 1.4793em;
    block-size: 1.4793em;
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
    [aria-selected='true'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
