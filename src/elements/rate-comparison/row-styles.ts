import { css } from 'lit';

/**
 * Why some rules are as they are; a comment among them would be loaded by every shopper.
 *
 * - `.row:nth-child(n + 9)`: rows out of sight cost no layout. The first ones have theirs at once: a browser paints a row
 *   without it first.
 * - `.row input::after`: a finger that explores the screen finds the radio wherever in its row it is, and not only on its
 *   circle: the words are hidden from it. A mouse can select them.
 * - `.row:has(:focus-visible)`: inside: a contained row clips what is painted around it. In the text's colour, apart from
 *   the border of a choice.
 * - `fieldset:disabled .row:has(:checked)`: what was chosen stays plain to see while it cannot be changed.
 */
export const rowStyles = css`
  .row {
    position: relative;
    display: grid;
    grid-template-columns: 1.25rem minmax(0, 1fr) auto;
    grid-template-areas: 'radio name price' 'radio about about';
    column-gap: 0.75rem;
    row-gap: 0.1rem;
    align-items: baseline;
    align-content: center;
    min-block-size: var(--ship-row-size, 4rem);
    padding: 0.6rem 1rem;
    border: 1px solid var(--border);
    border-radius: var(--radius);
    cursor: pointer;
  }
  .row:nth-child(n + 9) {
    content-visibility: auto;
    contain-intrinsic-size: auto 0;
  }
  .pictured .row {
    grid-template-columns: 1.25rem 1.75rem minmax(0, 1fr) auto;
    grid-template-areas: 'radio logo name price' 'radio logo about about';
  }
  .row:hover {
    background: var(--wash);
  }
  .row input {
    grid-area: radio;
    align-self: center;
    inline-size: 1.25rem;
    block-size: 1.25rem;
    margin: 0;
    cursor: inherit;
  }
  .logo {
    grid-area: logo;
    align-self: center;
    inline-size: 1.75rem;
    block-size: 1.75rem;
    object-fit: contain;
  }
  .name {
    grid-area: name;
    overflow-wrap: anywhere;
  }
  .name b {
    font-weight: 600;
  }
  .about {
    grid-area: about;
    display: flex;
    flex-wrap: wrap;
    gap: 0.15rem 0.5rem;
    align-items: baseline;
    color: var(--quiet);
    font-size: 0.9em;
  }
  .about s {
    margin-inline-start: auto;
  }
  .badge {
    overflow-wrap: anywhere;
    padding-inline: 0.5rem;
    border: 1px solid currentColor;
    border-radius: 999px;
    color: var(--accent);
    font-size: 0.9em;
    font-weight: 600;
  }
  .recommended {
    border-color: transparent;
    background: color-mix(in srgb, var(--accent) 14%, transparent);
  }
  .price {
    grid-area: price;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    text-align: end;
    white-space: nowrap;
  }
  .row:has(:checked) {
    border-color: var(--accent);
    background: var(--chosen);
    box-shadow: inset 0 0 0 1px var(--accent);
  }
  .row:has(:focus-visible) {
    outline: 2px solid currentColor;
    outline-offset: -6px;
  }
  .row input:focus-visible {
    outline: none;
  }
  .blocked {
    border-style: dashed;
    cursor: not-allowed;
  }
  .blocked :is(.price, .name) {
    color: var(--quiet);
  }
  .blocked :is(.price, b) {
    font-weight: 400;
  }
  .rows:is(.stale, .incomplete, .error, .offline) .price,
  .unsettled :is(dd, .cost) {
    color: var(--quiet);
    font-style: italic;
  }
  .skeleton {
    cursor: default;
  }
  .skeleton span,
  .skeleton .loading {
    grid-column: 1 / -1;
  }
  .skeleton span {
    block-size: 1rem;
    border-radius: 999px;
    background: linear-gradient(90deg, var(--wash), var(--border), var(--wash)) 0 0 / 300% 100%;
    animation: shimmer 1.6s linear infinite;
  }
  @keyframes shimmer {
    to {
      background-position: -300% 0;
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
  @container (inline-size < 26rem) {
    .row {
      padding-inline: 0.75rem;
    }
  }
  @container (inline-size < 16rem) {
    .row {
      grid-template-columns: 1.25rem minmax(0, 1fr);
      grid-template-areas: 'radio name' 'price price' 'about about';
    }
    .pictured .row {
      grid-template-columns: 1.25rem 1.75rem minmax(0, 1fr);
      grid-template-areas: 'radio logo name' 'price price price' 'about about about';
    }
    .price {
      text-align: start;
    }
  }
  @media (forced-colors: active) {
    .row:has(:checked) {
      border: 2px solid Highlight;
    }
    .row:has(:focus-visible) {
      outline: 3px solid CanvasText;
    }
  }
`;
