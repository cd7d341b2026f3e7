import { css } from 'lit';

/**
 * Reasons for some rules. A comment among them would be loaded by every shopper.
 *
 * - `.row`: the arrival and the badge share a column, so that a wide badge takes no room from the arrival above it.
 * - `.row:nth-child(n + 9)`: rows out of sight cost no layout. The first rows are laid out at once, because a browser first paints a
 *   row without it.
 * - `.row input::after`: a finger that explores the screen finds the radio anywhere in its row. A mouse can still select the text.
 * - `.row:has(:focus-visible)`: inside, because the rows touch each other.
 * - `fieldset:disabled .row:has(:checked)`: the choice stays visible while it cannot be changed.
 */
export const rowStyles = css`
  .row {
    position: relative;
    display: grid;
    grid-template-columns: 1.5rem minmax(0, 1fr) auto auto;
    grid-template-areas: 'radio lead lead price' 'radio name note note';
    gap: 0.1rem 0.75rem;
    align-items: baseline;
    align-content: center;
    min-block-size: var(--ship-row-size, 3.9rem);
    padding: 0.5rem 1rem;
    border: 1px solid var(--border);
    cursor: pointer;
  }
  .row + .row {
    margin-block-start: -1px;
  }
  .row:first-of-type {
    border-start-start-radius: var(--radius);
    border-start-end-radius: var(--radius);
  }
  .row:last-of-type {
    border-end-start-radius: var(--radius);
    border-end-end-radius: var(--radius);
  }
  .row:nth-child(n + 9) {
    content-visibility: auto;
    contain-intrinsic-size: auto 0;
  }
  .pictured .row {
    grid-template-columns: 1.5rem 1.75rem minmax(0, 1fr) auto auto;
    grid-template-areas: 'radio logo lead lead price' 'radio logo name note note';
  }
  .row:hover {
    background: var(--wash);
  }
  .row input {
    grid-area: radio;
    align-self: center;
    inline-size: 1.5rem;
    block-size: 1.5rem;
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
  span.logo {
    display: grid;
    place-items: center;
    border-radius: 50%;
    background: var(--wash);
    font-size: 0.75em;
    font-weight: 600;
  }
  .lead {
    grid-area: lead;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .name {
    grid-area: name;
    color: var(--quiet);
    font-size: 0.9em;
    overflow-wrap: anywhere;
  }
  .name:not(:has(+ .badge, + .reason, + .incl)) {
    grid-column-end: -1;
  }
  .badge,
  .reason {
    grid-area: note;
    justify-self: end;
    font-size: 0.85em;
    font-weight: 600;
  }
  .badge {
    padding-inline: 0.5rem;
    border-radius: 999px;
    background: color-mix(in srgb, var(--accent) 14%, transparent);
    color: var(--accent-text);
  }
  .reason,
  .incl {
    color: var(--quiet);
  }
  .incl {
    grid-area: note;
    justify-self: end;
    font-size: 0.85em;
  }
  .incl,
  .reason {
    max-inline-size: 9rem;
    text-align: end;
  }
  .badge + .incl,
  .reason + .incl {
    grid-area: 3 / 2 / auto / -1;
    max-inline-size: none;
  }
  .price {
    grid-area: price;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    text-align: end;
    white-space: nowrap;
  }
  .row:has(:checked) {
    z-index: 1;
    border-color: var(--accent);
    background: var(--chosen);
    box-shadow: inset 0 0 0 1px var(--accent);
  }
  .row:has(:focus-visible) {
    outline: 3px solid var(--focus);
    outline-offset: -3px;
  }
  .row input:focus-visible {
    outline: none;
  }
  .blocked {
    cursor: not-allowed;
  }
  .blocked :is(.price, .lead) {
    color: var(--quiet);
    font-weight: 400;
  }
  .rows:is(.stale, .incomplete, .error, .offline) .price,
  .unsettled dd {
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
      column-gap: 0.5rem;
      padding-inline: 0.6rem;
    }
  }
  @container (inline-size < 18rem) {
    .row,
    .pictured .row {
      grid-template-columns: 1.5rem minmax(0, 1fr);
      grid-template-areas: 'radio lead' 'radio name' 'radio price' 'radio note';
    }
    .logo {
      display: none;
    }
    .price,
    .badge,
    .reason,
    .incl {
      justify-self: start;
      text-align: start;
    }
    .name {
      grid-area: name;
    }
    .row .incl {
      grid-area: auto / 2;
    }
  }
  @container (inline-size < 13rem) {
    .row,
    .pictured .row {
      grid-template-columns: minmax(0, 1fr);
      grid-template-areas: 'radio' 'lead' 'name' 'price' 'note';
      padding-inline: 0.5rem;
    }
    .row .incl {
      grid-area: auto;
    }
    .badge {
      padding-inline: 0.25rem;
    }
  }
  @media (forced-colors: active) {
    .blocked {
      border-style: dashed;
    }
    .row:has(:checked) {
      border: 2px solid Highlight;
    }
    .row:has(:focus-visible) {
      outline: 3px solid CanvasText;
    }
  }
`;
