import { css } from 'lit';

/**
 * Why some rules are as they are; a comment among them would be loaded by every shopper.
 *
 * - `.rows`: blocks cost half of what a grid does to lay out. A slot with nothing in it takes no distance.
 * - `.rows.loading`: room for what is on its way; what has come takes its own.
 * - `.grouped`: a line for each heading.
 * - `.heading`: on the pixel that its button shares with the row below, the button is hit.
 * - `.heading`: its button is wrapped before itself is.
 * - `.switch input`: a field's own colour is the browser's; the quiet tones are mixed from the shop's.
 * - `.others`: room for what may stand there in place of what does: as long as it is in this language and at this width.
 * - `.terms`: one width for all that a switch may cost: what it stands beside is not wrapped otherwise.
 */
export const styles = css`
  .title {
    font-size: 1.1em;
    font-weight: 600;
    margin-block-end: var(--space);
  }
  .rows,
  .group {
    display: flow-root;
  }
  .group > * + *,
  .rows > :not([name='stale']) + * {
    margin-block-start: var(--space);
  }
  .grouped > :not([name='stale']) + * {
    margin-block-start: calc(var(--space) * 1.5);
  }
  .rows.loading {
    --row: calc(var(--ship-row-size, 4rem) + var(--space));
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space);
    align-content: start;
    min-block-size: calc(var(--rows) * var(--row) + 2.75rem);
  }
  .rows.loading.grouped {
    gap: calc(var(--space) * 1.5);
    align-content: stretch;
    align-items: end;
    min-block-size: calc(var(--rows) * (var(--row) + 2.75rem + var(--space) * 0.5) - var(--space) * 1.5);
  }
  [name='stale']::slotted(*) {
    margin-block-end: var(--space);
  }
  .heading {
    position: relative;
    z-index: 1;
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--space);
    align-items: center;
    min-block-size: 2.75rem;
    margin-block-end: calc(var(--space) * -1);
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space);
    min-block-size: 2.75rem;
    margin-block-end: var(--space);
  }
  select {
    flex: auto;
    inline-size: min(8rem, 100%);
    padding: 0 0.3rem;
    font-size: 0.95em;
  }
  .more.all {
    display: block;
  }
  .heading .more {
    display: flex;
    flex: 1 1 min-content;
    align-items: center;
    max-inline-size: max-content;
    margin-inline-start: auto;
    padding: 0 0.4rem;
    border: 0;
    font-size: 0.9em;
    font-weight: 400;
  }
  .heading .more:hover {
    background: none;
    text-decoration: underline;
  }
  .heading .more:focus-visible {
    outline-offset: -3px;
  }
  .more[aria-expanded]::after {
    content: '';
    flex: none;
    inline-size: 0.4em;
    block-size: 0.4em;
    margin-inline-start: 0.6em;
    border: solid currentColor;
    border-width: 0 0.12em 0.12em 0;
    transform: translateY(-0.2em) rotate(45deg);
  }
  .more[aria-expanded='true']::after {
    transform: translateY(0.05em) rotate(225deg);
  }
  .speed {
    color: var(--accent);
    text-align: end;
  }
  .heading .without {
    margin-inline-start: 0;
    padding-inline-start: 0;
    color: var(--quiet);
    text-align: start;
  }
  .heading .without:focus-visible {
    outline-offset: 0;
  }
  .extras {
    display: grid;
    margin-block-end: var(--space);
  }
  .switch {
    display: grid;
    grid-template:
      'input label terms' auto
      'input hint terms' 1fr
      / auto minmax(0, 1fr) auto;
    column-gap: 0.85rem;
    min-block-size: 3.5rem;
    padding: 0.5rem 0.25rem;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  .switch input {
    appearance: none;
    grid-area: input;
    position: relative;
    inline-size: 2.75rem;
    block-size: 1.6rem;
    margin: 0;
    border: 2px solid var(--control);
    border-radius: 999px;
    background: transparent;
    color: inherit;
    cursor: inherit;
  }
  .switch input::before {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0.2rem;
    inline-size: 0.9rem;
    block-size: 0.9rem;
    margin-block: auto;
    border-radius: 50%;
    background: var(--control);
  }
  .switch input:checked {
    border-color: var(--accent);
    background: var(--accent);
  }
  .switch input:checked::before {
    inset-inline-start: 1.4rem;
    background: var(--on-accent);
  }
  .switch .label {
    grid-area: label;
    font-weight: 600;
  }
  .switch .hint,
  .others {
    grid-area: hint;
  }
  .terms {
    grid-area: terms;
    min-inline-size: 10.5rem;
    text-align: end;
  }
  .cost,
  .able,
  .longest :first-child {
    display: block;
  }
  .cost {
    font-variant-numeric: tabular-nums;
  }
  .terms :empty {
    display: none;
  }
  .hint,
  .able,
  .others > [data-other],
  .longest :is(:first-child, :last-child) {
    color: var(--quiet);
    font-size: 0.9em;
  }
  .others {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    visibility: hidden;
  }
  .others > * {
    grid-area: 1 / 1;
  }
  .longest :not(:first-child) {
    display: none;
  }
  [data-other]::before {
    content: attr(data-other);
  }
  .repair {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space);
    align-items: center;
    margin-block: 0 var(--space);
    margin-inline-start: 3.85rem;
  }
  .repair p {
    flex: 1 0 100%;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .switch.locked {
    cursor: not-allowed;
  }
  .switch.locked input {
    border-style: dashed;
  }
  .switch.locked input:checked {
    background: color-mix(in srgb, var(--accent) 80%, transparent);
  }
  .panel {
    margin-block-start: calc(var(--space) * 2);
    padding: calc(var(--space) * 1.5) calc(var(--space) * 2);
    border-radius: var(--radius);
    background: var(--wash);
  }
  .quiet {
    color: var(--quiet);
  }
  .choice {
    font-weight: 600;
  }
  .news {
    margin-block-end: var(--space);
    padding-inline-start: calc(var(--space) * 1.5);
    border-inline-start: 3px solid var(--danger);
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  dl {
    margin: 0.25rem 0 0;
  }
  dl div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 1rem;
  }
  dt {
    color: var(--quiet);
  }
  dd {
    margin: 0;
    margin-inline-start: auto;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .total {
    margin-block-start: 0.35rem;
    padding-block-start: 0.35rem;
    border-block-start: 1px solid var(--border);
    font-weight: 700;
  }
  .total dt {
    color: inherit;
  }
  .total + .payment {
    margin-block-start: 0.35rem;
  }
  .panel button {
    margin-block-start: var(--space);
  }
  @container (inline-size < 32rem) {
    .switch {
      grid-template:
        'input label' auto
        'input hint' auto
        'input terms' 1fr
        / auto minmax(0, 1fr);
    }
    .others {
      grid-row: 2 / 4;
    }
    .terms {
      min-inline-size: 0;
      text-align: start;
    }
    .terms > :not(:empty),
    .longest :not(:first-child) {
      display: inline-block;
    }
    .cost,
    .longest :nth-child(2) {
      margin-inline-end: 0.5rem;
    }
    .repair button {
      flex-grow: 1;
    }
  }
  @container (inline-size < 16rem) {
    .switch {
      column-gap: 0.5rem;
    }
    .repair {
      margin-inline-start: 0;
    }
  }
  @media (forced-colors: active) {
    .switch input,
    .switch input::before {
      forced-color-adjust: none;
      border-color: ButtonText;
      background: Canvas;
    }
    .switch input::before {
      background: ButtonText;
    }
    .switch.locked input:checked {
      border-color: GrayText;
      background: GrayText;
    }
    .switch input:focus-visible {
      outline-color: Highlight;
    }
    .switch input:checked {
      border-color: Highlight;
      background: Highlight;
    }
    .switch input:checked::before {
      background: HighlightText;
    }
  }
`;
