import { css } from 'lit';

/**
 * Reasons for some rules. A comment among them would be loaded by every shopper.
 *
 * - `.row`: room for three lines. What a switch changes, price and note, never wraps, so that no row grows.
 * - `.dated`: room for the cut-off of the chosen row, so that another choice moves no row. The recommended row has its own, which may be
 *   invisible. On a phone a lower row would fit, and the first screen would have more than 70 words.
 * - `.lead`: two of its lines fit in the row, so that a wide font makes no row higher. It ends at the price, and not at a wider note.
 * - `.invisible`: the text takes its room although it does not apply, so that nothing moves: the reason of a row that is not
 *   recommended with these switches.
 * - `.by`: neither a long name nor the note beside it is cut: the name goes below its courier. Without a note it has the whole width.
 * - `.rows:is(.stale, …)`: what these rows say is out of date. The colour alone tells, because another weight would move the text.
 * - `.row:nth-child(n + 9)`: rows out of sight cost no layout. The first rows are laid out at once, because a browser first paints a
 *   row without it.
 * - `.row input::after`: a finger that explores the screen finds the radio anywhere in its row. A mouse can still select the text.
 * - `.row:has(:focus-visible)`: inside, because the rows touch each other.
 * - `scroll-margin`: the bar may cover the end of the screen. What has focus stays above it.
 * - `fieldset:disabled .row:has(:checked)`: the choice stays visible while it cannot be changed.
 */
export const rowStyles = css`
  .row {
    position: relative;
    display: grid;
    grid-template: minmax(1.375em, auto) minmax(1.25em, auto) / auto minmax(0, 1fr) auto auto;
    gap: 0.125em 0.625em;
    align-items: center;
    align-content: center;
    min-block-size: var(--ship-row-size, 4em);
    padding-inline: 0.75em;
    cursor: pointer;
  }
  .row + .row {
    border-block-start: 1px solid var(--border);
  }
  .row:nth-of-type(n + 9) {
    content-visibility: auto;
    contain-intrinsic-size: auto 4em;
  }
  .row:hover {
    background: var(--wash);
  }
  .row input {
    grid-row: 1 / 3;
    inline-size: 1.25em;
    block-size: 1.25em;
    margin: 0;
    cursor: inherit;
    scroll-margin-block: 3em 9em;
  }
  .lead,
  .price {
    font-weight: 600;
  }
  .lead {
    line-height: 1.15;
  }
  .lead,
  .note {
    grid-column: span 2;
  }
  .price {
    line-height: 1.375;
    white-space: nowrap;
  }
  .price,
  .note {
    text-align: end;
  }
  .by {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.4em;
    align-items: center;
    min-inline-size: 0;
    color: var(--quiet);
    font-size: 0.85em;
  }
  .by:last-child {
    grid-column: 2 / -1;
  }
  .chip {
    flex: none;
    max-inline-size: 9em;
    overflow: hidden;
    padding-inline: 0.45em;
    border-radius: 0.3em;
    background: var(--chip);
    color: var(--ink);
    font-size: 0.8em;
    font-weight: 700;
    line-height: 1.6;
    text-overflow: ellipsis;
  }
  .logo {
    flex: none;
    block-size: 1.4706em;
    inline-size: auto;
    max-inline-size: 4.1176em;
    object-fit: contain;
  }
  .name {
    overflow-wrap: anywhere;
  }
  .note {
    color: var(--quiet);
    font-size: 0.78em;
    white-space: nowrap;
  }
  .note .narrow {
    display: none;
  }
  .badge,
  .reason {
    color: var(--accent-text);
    font-weight: 600;
  }
  .praised {
    padding-block: 0.5em;
  }
  .why {
    grid-column: 2 / -1;
    font-size: 0.78em;
    text-wrap: balance;
  }
  .dated {
    min-block-size: max(var(--ship-row-size, 0px), 4.75em);
  }
  .until {
    color: var(--quiet);
  }
  .invisible {
    visibility: hidden;
  }
  .reason {
    color: var(--warn);
  }
  .lacking :is(.price, .lead) {
    color: var(--quiet);
    font-weight: 400;
  }
  .rows:is(.stale, .incomplete, .error, .offline) :is(.price, .lead, .badge, .reason) {
    color: var(--quiet);
  }
  .row:has(:checked) {
    background: var(--chosen);
  }
  .row:has(:checked)::before {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    inline-size: 3px;
    background: var(--accent);
  }
  .row:has(:focus-visible) {
    outline: 3px solid var(--accent-text);
    outline-offset: -3px;
  }
  .row input:focus-visible {
    outline: none;
  }
  .skeleton {
    cursor: default;
  }
  .skeleton span,
  .skeleton .loading {
    grid-column: 1 / -1;
  }
  .skeleton .loading {
    grid-row: 1 / 3;
    color: var(--quiet);
  }
  .skeleton span {
    block-size: 0.85em;
    inline-size: 70%;
    border-radius: 0.4em;
    background: var(--wash);
  }
  .skeleton span + span {
    inline-size: 40%;
  }
  @media (prefers-reduced-motion: no-preference) {
    .skeleton span {
      animation: pulse 0.9s ease-in-out infinite alternate;
    }
  }
  @keyframes pulse {
    to {
      opacity: 0.4;
    }
  }
  fieldset:disabled .row:has(:checked) {
    opacity: 1;
  }
  @media (pointer: coarse) {
    .row input::after {
      content: '';
      position: absolute;
      inset: 0;
    }
  }
  @container (inline-size < 21em) {
    .row,
    .line {
      padding-inline: 0.6em;
    }
    .row {
      column-gap: 0.5em;
    }
    .lead,
    .price,
    .line .label {
      font-size: 0.9em;
      letter-spacing: -0.012em;
    }
    .dated {
      min-block-size: max(var(--ship-row-size, 0px), 5.75em);
    }
    .until {
      min-block-size: 2.8em;
    }
  }
  @container (inline-size < 17em) {
    .row {
      grid-template: minmax(1.375em, auto) minmax(1.25em, auto) minmax(1.25em, auto) / auto auto minmax(0, 1fr);
      column-gap: 0.25em;
      min-block-size: var(--ship-row-size, 5.5em);
    }
    .dated {
      min-block-size: max(var(--ship-row-size, 0px), 7em);
    }
    .row input {
      grid-row: 1 / 4;
    }
    .lead,
    .by {
      grid-column: 2 / -1;
    }
    .price {
      grid-area: 3 / 2;
      text-align: start;
    }
    .by {
      grid-row: 2;
    }
    .note .narrow {
      display: inline;
    }
    .note .wide {
      display: none;
    }
    .note {
      grid-area: 3 / 3;
      font-size: 0.72em;
      white-space: normal;
    }
  }
  @container (inline-size < 13em) {
    .row {
      grid-template-rows: repeat(3, auto) minmax(1.25em, auto);
      padding-block: 0.4em;
    }
    .dated {
      min-block-size: max(var(--ship-row-size, 0px), 8.5em);
    }
    .row input {
      grid-row: 1 / 5;
    }
    .note {
      grid-area: 4 / 2;
      text-align: start;
    }
  }
  @container (inline-size < 12em) {
    .row {
      padding-inline: 0.3em;
    }
    .row input {
      grid-row: 2 / 5;
    }
    .lead {
      grid-column: 1 / -1;
    }
  }
  @media (forced-colors: active) {
    .lacking {
      color: GrayText;
    }
    .row:has(:checked):not(:has(:focus-visible)) {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
