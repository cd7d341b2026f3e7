import { css } from 'lit';

/**
 * Reasons for some rules. A comment among them would be loaded by every shopper.
 *
 * - `.busy`: the button keeps its colour while the order is on its way.
 * - `::details-content`: a printed receipt has what is folded on the screen.
 */
export const styles = css`
  .outcome,
  .why {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: calc(var(--space) * 1.5);
  }
  .outcome,
  .outcome .message,
  .head {
    scroll-margin-block: 3em 1em;
  }
  .outcome:not(:empty):has(+ .bar) {
    padding-block: calc(var(--space) * 1.5) var(--space);
  }
  .primary.busy {
    opacity: 1;
    cursor: progress;
  }
  .busy::before {
    content: '';
    display: inline-block;
    inline-size: 0.9em;
    block-size: 0.9em;
    margin-inline-end: 0.6em;
    border: 2px solid currentColor;
    border-block-start-color: transparent;
    border-radius: 50%;
    vertical-align: -0.1em;
  }
  @media (prefers-reduced-motion: no-preference) {
    .busy::before {
      animation: turn 0.9s linear infinite;
    }
  }
  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
  .head {
    display: flex;
    gap: calc(var(--space) * 1.25);
    align-items: center;
  }
  .tick {
    flex: none;
    inline-size: 1.75em;
    block-size: 1.75em;
    padding: 0.3em;
    border-radius: 50%;
    background: var(--accent);
    fill: none;
    stroke: var(--on-accent);
    stroke-width: 2.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .headline {
    font-size: 1.06em;
    font-weight: 700;
    line-height: 1.3;
  }
  .eta {
    margin-block-start: calc(var(--space) * 1.5);
    color: var(--quiet);
    font-size: 0.82em;
  }
  .eta strong {
    display: block;
    color: var(--ink);
    font-size: 1.83em;
    font-weight: 600;
    line-height: 1.2;
    text-wrap: balance;
  }
  .next {
    margin-block-start: 6px;
  }
  .own {
    margin-block-start: var(--space);
  }
  .own div {
    border-block-end: 1px solid var(--border);
  }
  .ends {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space);
  }
  .ends,
  .placed > .problem {
    margin-block-start: calc(var(--space) * 1.5);
  }
  .ends > :is(a, button) {
    flex: auto;
    margin: 0;
  }
  .facts {
    margin-block-start: calc(var(--space) * 1.75);
    border: 1px solid var(--border);
    border-radius: var(--radius);
  }
  dl {
    margin: 0;
  }
  dl div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    align-items: center;
    justify-content: space-between;
    min-block-size: 44px;
    padding: 6px 12px;
  }
  .own div {
    padding-inline: 0;
  }
  .facts div + div {
    border-block-start: 1px solid var(--border);
  }
  dt,
  .later,
  dd s {
    color: var(--quiet);
  }
  dt,
  .number {
    font-size: 0.9375em;
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
    text-align: end;
  }
  .later,
  dd s {
    font-size: 0.82em;
  }
  .paid,
  .paid dt {
    color: inherit;
    font-weight: 600;
  }
  .number dd {
    display: flex;
    flex: auto;
    flex-wrap: wrap;
    align-items: center;
    max-inline-size: 100%;
    text-align: start;
  }
  :is(code, b) {
    flex: 1 1 0;
    font: inherit;
    font-weight: 600;
  }
  b {
    max-inline-size: 100%;
    overflow-wrap: break-word;
  }
  code {
    display: inline-block;
    max-inline-size: 100%;
    word-break: break-all;
  }
  .facts code {
    font-size: 0.875em;
    font-weight: 400;
  }
  .number .text {
    margin-inline: 0;
    padding-inline: 8px 4px;
    white-space: nowrap;
  }
  summary {
    cursor: pointer;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  @media print {
    ::details-content {
      content-visibility: visible;
    }
    button:not([hidden]),
    .why {
      display: none;
    }
  }
  select {
    inline-size: 100%;
    padding-inline: 8px;
    font-size: max(16px, 1em);
  }
  option {
    background: Canvas;
    color: CanvasText;
  }
  .confirm {
    border-color: var(--danger);
    color: var(--danger);
    font-weight: 600;
  }
  .terms {
    padding: 12px;
    color: var(--quiet);
    font-size: 0.82em;
  }
  details + .terms {
    border-block-start: 1px solid var(--border);
  }
  .why {
    gap: var(--space);
    padding: 0 12px 12px;
  }
  @container (inline-size < 16em) {
    dl div {
      display: block;
    }
    dd {
      text-align: start;
    }
    .facts code {
      font-size: 0.8em;
    }
  }
`;
