import { css } from 'lit';

/**
 * Reasons for some rules. A comment among them would be loaded by every shopper.
 *
 * - `.whole .rows`: the whole list scrolls in itself, so that the sum and the button stay in sight. On a phone the page scrolls.
 * - `.line`: room is reserved for fee and hint, so that a moved switch moves nothing else.
 * - `.line input`: a browser gives a form control its own colour. The quiet tones are mixed from the text's.
 */
export const styles = css`
  .title {
    margin-block-end: var(--space);
  }
  .body {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: calc(var(--space) * 1.5);
    align-items: start;
  }
  .frame {
    overflow: clip;
    border: 1px solid var(--border);
    border-radius: var(--radius);
  }
  .rows.loading {
    padding-block-end: 48px;
  }
  @media (width >= 480px) {
    .whole .rows {
      max-block-size: min(60vh, 30em);
      overflow-y: auto;
      overscroll-behavior: contain;
    }
  }
  .frame .message {
    border: 0;
    border-radius: 0;
  }
  .frame .quiet {
    padding: 0.6em 0.75em;
    border-block-start: 1px solid var(--border);
    font-size: 0.85em;
  }
  .tools {
    padding: 0 0.75em;
    border-block-end: 1px solid var(--border);
  }
  .more {
    display: flex;
    align-items: center;
    justify-content: space-between;
    inline-size: 100%;
    min-block-size: 48px;
    padding: 0 0.9em 0 0.75em;
    border: 0;
    border-block-start: 1px solid var(--border);
    border-radius: 0;
    color: var(--accent-text);
    font-size: 0.95em;
    font-weight: 600;
    text-align: start;
    scroll-margin-block-end: 7em;
  }
  .more::after {
    content: '';
    inline-size: 0.5em;
    block-size: 0.5em;
    border: solid;
    border-width: 0 2px 2px 0;
    transform: translateY(-25%) rotate(45deg);
  }
  .more[aria-expanded='true']::after {
    transform: translateY(25%) rotate(225deg);
  }
  .more:focus-visible {
    outline-offset: -3px;
  }
  .line {
    display: grid;
    grid-template: minmax(1.3em, auto) auto / auto minmax(0, 1fr) auto;
    gap: 0.1em 0.4em;
    align-items: center;
    align-content: center;
    min-block-size: 56px;
    padding-inline: 0.75em;
    cursor: pointer;
  }
  .line + .line {
    border-block-start: 1px solid var(--border);
  }
  .line.base {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    min-block-size: 40px;
    cursor: default;
  }
  .base .label,
  .fee,
  .hint {
    color: var(--quiet);
    font-weight: 400;
  }
  .base s {
    color: var(--quiet);
    font-size: 0.85em;
  }
  .line input {
    appearance: none;
    position: relative;
    grid-row: 1 / 3;
    inline-size: 2.5em;
    block-size: 1.5em;
    margin: 0;
    border: 2px solid var(--control);
    border-radius: 99px;
    color: inherit;
    cursor: inherit;
    scroll-margin-block-end: 8em;
  }
  .line input::before {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0.2em;
    inline-size: 0.8em;
    block-size: 0.8em;
    margin-block: auto;
    border-radius: 50%;
    background: var(--control);
  }
  .line input:checked {
    border-color: var(--accent);
    background: var(--accent);
  }
  .line input:checked::before {
    inset-inline-start: 1.25em;
    background: var(--on-accent);
  }
  .label {
    font-size: 0.92em;
    font-weight: 600;
    line-height: 1.15;
  }
  .fee {
    font-size: 0.92em;
    text-align: end;
  }
  .fee.later {
    font-size: 0.78em;
  }
  .line :checked ~ .fee,
  .base .fee {
    color: inherit;
  }
  .base .fee {
    margin-inline-start: auto;
  }
  :host(:state(stale)) .fee {
    color: var(--quiet);
  }
  .line :checked ~ .fee {
    font-weight: 600;
  }
  .hint,
  .way {
    grid-column: 2 / -1;
    font-size: 0.82em;
    line-height: 1.25;
  }
  .hint {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .instead {
    min-block-size: 28.5px;
    margin: -3px -4px -9px;
    padding: 3px 4px 8px;
    border: 0;
    color: var(--accent-text);
    font-size: 1em;
    font-weight: 600;
    line-height: inherit;
    text-align: start;
    text-decoration: underline;
    text-underline-offset: 2px;
  }
  .instead:hover {
    background: none;
    text-decoration-thickness: 2px;
  }
  .instead:focus-visible {
    outline-offset: -3px;
  }
  .locked {
    cursor: not-allowed;
  }
  .locked input:checked {
    background: color-mix(in srgb, var(--accent) 80%, transparent);
  }
  .quiet {
    color: var(--quiet);
  }
  .notice {
    margin-block-start: calc(var(--space) * 1.5);
    scroll-margin-block: 3em 9em;
  }
  @container (inline-size >= 44em) {
    .body:has(.bill) {
      grid-template-columns: minmax(0, 1fr) 20em;
    }
  }
  @container (inline-size < 18.25em) {
    .line:not(.base) {
      grid-template: minmax(1.3em, auto) auto auto / auto minmax(0, 1fr);
      align-content: start;
      min-block-size: 6.4em;
      padding-block: 0.4em;
    }
    .line input {
      grid-row: 1 / 4;
      align-self: start;
    }
    .line:not(.base) :is(.label, .fee, .hint, .way) {
      grid-column: 2;
      align-self: start;
      text-align: start;
    }
    .hint {
      white-space: normal;
    }
  }
  .way .hint {
    display: inline;
    font-size: 1em;
    text-overflow: clip;
  }
  .hint .wide {
    display: none;
  }
  @container (30em < inline-size < 44em) {
    .hint .wide {
      display: inline;
    }
    .hint .narrow {
      display: none;
    }
  }
  @media (forced-colors: active) {
    .line input,
    .line input::before {
      forced-color-adjust: none;
      border-color: ButtonText;
      background: Canvas;
    }
    .line input::before {
      background: ButtonText;
    }
    .line input:focus-visible {
      outline-color: Highlight;
    }
    .line input:checked {
      border-color: Highlight;
      background: Highlight;
    }
    .locked input:checked {
      border-color: GrayText;
      background: GrayText;
    }
    .line input:checked::before {
      background: HighlightText;
    }
  }
`;
