import { css } from 'lit';

/**
 * Reasons for some rules. A comment among them would be loaded by every shopper.
 *
 * - `.rows`: blocks cost half of what a grid does to lay out.
 * - `.rows.loading`: as high as five rates and the switches, so that rates that arrive move nothing below.
 * - `.switch input`: a browser gives a form control its own colour. The quiet tones are mixed from the shop's.
 */
export const styles = css`
  .title {
    margin-block-end: var(--space);
    font-size: 1.1em;
    font-weight: 600;
  }
  .rows {
    display: flow-root;
  }
  .rows.loading {
    min-block-size: 26rem;
  }
  .message + .row,
  .row + .quiet {
    margin-block-start: var(--space);
  }
  [name='stale']::slotted(*) {
    margin-block-end: var(--space);
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space);
    align-items: start;
    margin-block-end: var(--space);
  }
  .tools select {
    flex: 1 1 9rem;
    padding: 0 0.3rem;
    font-size: 0.95em;
  }
  .tools ::slotted(*) {
    flex: 3 1 12rem;
  }
  .more {
    padding-inline: 0.25rem;
    border: 0;
    color: var(--accent-text);
    font-weight: 600;
  }
  .more:hover {
    background: none;
    text-decoration: underline;
  }
  .extras {
    margin-block-start: calc(var(--space) / 2);
  }
  .switch {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 0 0.75rem;
    align-items: center;
    min-block-size: 3rem;
    padding-inline: 0.25rem;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  .switch input {
    appearance: none;
    position: relative;
    inline-size: 2.5rem;
    block-size: 1.5rem;
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
    inline-size: 0.8rem;
    block-size: 0.8rem;
    margin-block: auto;
    border-radius: 50%;
    background: var(--control);
  }
  .switch input:checked {
    border-color: var(--accent);
    background: var(--accent);
  }
  .switch input:checked::before {
    inset-inline-start: 1.25rem;
    background: var(--on-accent);
  }
  .switch .label {
    font-weight: 600;
  }
  .hint {
    color: var(--quiet);
    font-size: 0.9em;
  }
  .hint:not(:empty)::before {
    content: '\\00b7\\00a0';
  }
  .cost {
    font-size: 0.9em;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .repair {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space);
    align-items: center;
    margin-block: 0 var(--space);
    margin-inline-start: 3.5rem;
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
    margin-block-start: var(--space);
    padding: calc(var(--space) * 1.25) calc(var(--space) * 2);
    border-radius: var(--radius);
    background: var(--wash);
  }
  .quiet {
    color: var(--quiet);
  }
  .news {
    padding-inline-start: calc(var(--space) * 1.5);
    border-inline-start: 3px solid var(--danger);
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .news + dl {
    margin-block-start: var(--space);
  }
  dl {
    margin: 0;
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
  @container (inline-size < 26rem) {
    .about {
      display: contents;
    }
    .switch {
      padding-block: 0.25rem;
    }
    .switch input {
      grid-row: 1 / 3;
    }
    .hint {
      grid-area: 2 / 2 / 3 / -1;
    }
    .hint:not(:empty)::before {
      content: none;
    }
    .cost {
      grid-area: 1 / 3;
      max-inline-size: 6rem;
      text-align: end;
      white-space: normal;
    }
    .repair button {
      flex-grow: 1;
    }
  }
  @container (inline-size < 18rem) {
    .cost {
      grid-area: auto / 2 / auto / -1;
      max-inline-size: none;
      text-align: start;
    }
    .repair {
      margin-inline-start: 0;
    }
  }
  @container (inline-size < 13rem) {
    .switch {
      grid-template-columns: minmax(0, 1fr);
    }
    .switch input,
    .hint,
    .cost {
      grid-area: auto;
    }
    .panel {
      padding-inline: 0.5rem;
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
