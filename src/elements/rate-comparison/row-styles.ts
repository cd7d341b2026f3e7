import { css } from 'lit';

/**
 * Why some rules are as they are; a comment among them would be loaded by every shopper.
 *
 * - `.row:nth-child(n + 9)`: rows out of sight cost no layout. The first ones have theirs at once: a browser paints a row
 *   without it first.
 * - `.row:has(:focus-visible)`: inside: a contained row clips what is painted around it. In the text's colour, apart from
 *   the border of a choice.
 * - `fieldset:disabled .row:has(:checked)`: what was chosen stays plain to see while it cannot be changed.
 */
export const rowStyles = css`
  .row {
    display: grid;
    grid-template-columns: auto auto minmax(0, 1fr) auto;
    grid-template-areas: 'radio mark name price' 'radio mark about price';
    column-gap: 0.75rem;
    align-items: center;
    min-block-size: var(--ship-row-size, 4.75rem);
    padding: 0.65rem 1rem;
    border: 1px solid var(--border);
    border-radius: var(--radius);
    cursor: pointer;
  }
  .row:nth-child(n + 9) {
    content-visibility: auto;
    contain-intrinsic-size: auto 0;
  }
  :host(:state(user-invalid)) .row {
    border-color: var(--danger);
  }
  .row:hover {
    background: var(--wash);
  }
  .row input {
    grid-area: radio;
    inline-size: 1.25rem;
    block-size: 1.25rem;
    margin: 0;
    cursor: inherit;
  }
  .mark {
    grid-area: mark;
    display: grid;
    place-items: center;
    inline-size: 2.5rem;
    block-size: 2.5rem;
    border-radius: calc(var(--radius) * 0.7);
    background: var(--wash);
    color: var(--quiet);
    font-weight: 700;
    font-size: 0.85em;
    text-transform: uppercase;
  }
  .mark img {
    max-inline-size: 100%;
    max-block-size: 100%;
  }
  .name {
    grid-area: name;
    overflow-wrap: anywhere;
    align-self: end;
    font-weight: 600;
  }
  .service {
    font-weight: 400;
  }
  .about {
    grid-area: about;
    align-self: start;
    display: flex;
    flex-wrap: wrap;
    gap: 0.15rem 0.5rem;
    align-items: center;
    color: var(--quiet);
    font-size: 0.9em;
  }
  .badge {
    padding: 0 0.5rem;
    border: 1px solid currentColor;
    border-radius: 999px;
    color: var(--accent);
    font-size: 0.9em;
    font-weight: 600;
  }
  .price {
    grid-area: price;
    font-weight: 700;
    font-variant-numeric: tabular-nums;
    text-align: end;
    white-space: nowrap;
  }
  .price s {
    display: block;
    color: var(--quiet);
    font-size: 0.85em;
    font-weight: 400;
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
  .blocked .mark,
  .blocked .price,
  .blocked .name {
    color: var(--quiet);
    font-weight: 400;
  }
  .reason {
    color: var(--danger);
  }
  .rows.stale .price,
  .rows.incomplete .price {
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
  @container (inline-size < 26rem) {
    .row {
      grid-template-columns: auto minmax(0, 1fr) auto;
      grid-template-areas: 'radio name price' 'radio about about';
      padding-inline: 0.75rem;
    }
    .mark {
      display: none;
    }
    .price {
      align-self: end;
    }
  }
  @container (inline-size < 16rem) {
    .row {
      grid-template-columns: auto 1fr;
      grid-template-areas: 'radio name' 'price price' 'about about';
    }
    .price {
      text-align: start;
    }
    .switch {
      display: flex;
      flex-wrap: wrap;
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
