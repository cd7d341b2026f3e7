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
    font-size: 1.8em;
    line-height: 1.2;
    text-wrap: balance;
  }
  .next {
    margin-block-start: 6px;
  }
  .own {
    margin-block-start: var(--space);
    border-block-end: 1px solid var(--border);
  }
  .own .number {
    padding-inline: 0;
  }
  .own code {
    color: var(--ink);
    font-size: 1em;
    font-weight: 600;
  }
  .action {
    margin-block-start: var(--space);
  }
  [part='track'] {
    display: block;
    margin-block-start: calc(var(--space) * 1.75);
    padding: 12px;
    border: 1px solid transparent;
    border-radius: var(--radius);
    font-weight: 700;
    text-align: center;
    text-decoration: none;
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
    gap: 0 12px;
    align-items: center;
    justify-content: space-between;
    min-block-size: 48px;
    padding: 5.6px 12px;
  }
  dl div + div,
  details {
    border-block-start: 1px solid var(--border);
  }
  dt,
  .later,
  code {
    color: var(--quiet);
  }
  dt {
    flex: none;
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
    font-weight: 600;
    text-align: end;
  }
  .later {
    font-size: 0.82em;
    font-weight: 400;
  }
  dl .number {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0;
  }
  .number dd {
    display: contents;
  }
  code {
    font: inherit;
    font-size: 0.82em;
    font-weight: 400;
    text-align: start;
  }
  [part='copy'] {
    grid-area: 1 / 2 / 3;
  }
  summary {
    min-block-size: 48px;
    padding: 12px;
    cursor: pointer;
  }
  @media print {
    ::details-content {
      content-visibility: visible;
    }
    button {
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
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space);
  }
  .choices button {
    flex-grow: 1;
  }
  .confirm {
    border-color: var(--danger);
    color: var(--danger);
    font-weight: 600;
  }
  [part='cancel'] {
    inline-size: 100%;
    min-block-size: 48px;
    padding-inline: 12px;
    border-width: 1px 0 0;
    border-color: var(--border);
    border-radius: 0;
    font-weight: 600;
    text-align: start;
  }
  .terms {
    padding: 0 12px 10px;
    color: var(--quiet);
    font-size: 0.82em;
  }
  details + .terms {
    padding-block-start: 10px;
    border-block-start: 1px solid var(--border);
  }
  .why {
    gap: var(--space);
    padding: 12px;
    border-block-start: 1px solid var(--border);
  }
  @container (inline-size < 16em) {
    dl div {
      display: block;
    }
    dd {
      text-align: start;
    }
  }
`;
