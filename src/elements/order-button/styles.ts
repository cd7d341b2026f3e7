import { css } from 'lit';

/**
 * Reasons for some rules. A comment among them would be loaded by every shopper.
 *
 * - `.busy`: the button keeps its colour while the order is on its way.
 */
export const styles = css`
  .outcome,
  .why {
    grid-template-columns: minmax(0, 1fr);
  }
  .outcome {
    display: grid;
    gap: calc(var(--space) * 1.5);
  }
  .outcome:not(:empty) {
    margin-block-end: calc(var(--space) * 1.5);
  }
  .primary {
    inline-size: 100%;
    min-block-size: 3.25rem;
    border-color: transparent;
    background: var(--accent);
    color: var(--on-accent);
    font-weight: 700;
  }
  .primary:hover {
    background: color-mix(in srgb, var(--accent) 88%, currentColor);
  }
  .primary b {
    margin-inline-start: 0.5rem;
    font-variant-numeric: tabular-nums;
  }
  .primary[aria-disabled='true']:not(.busy),
  .primary:disabled {
    border: 1px dashed var(--control);
    background: var(--wash);
    color: var(--quiet);
    opacity: 1;
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
    animation: turn 0.9s linear infinite;
  }
  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
  .hint {
    min-block-size: 1.4em;
    margin-block-start: calc(var(--space) / 2);
    color: var(--quiet);
    font-size: 0.9em;
    text-align: center;
  }
  .waiting {
    border-color: color-mix(in srgb, var(--accent) 45%, transparent);
    background: var(--chosen);
  }
  .placed {
    padding: calc(var(--space) * 2.5);
    border: 1px solid var(--border);
    border-radius: var(--radius);
  }
  .head {
    display: flex;
    gap: calc(var(--space) * 1.5);
    align-items: center;
  }
  .tick {
    flex: none;
    inline-size: 2rem;
    block-size: 2rem;
    padding: 0.3rem;
    border-radius: 50%;
    background: var(--accent);
    fill: none;
    stroke: var(--on-accent);
    stroke-width: 2.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .headline {
    min-inline-size: 0;
    overflow-wrap: anywhere;
    font-size: 1.1em;
    font-weight: 700;
    line-height: 1.3;
  }
  dl {
    margin: calc(var(--space) * 2) 0 0;
  }
  dl div {
    display: grid;
    grid-template-columns: minmax(8rem, 2fr) 3fr;
    gap: 0 1rem;
    align-items: baseline;
    padding-block: calc(var(--space) * 1.25);
    border-block-start: 1px solid var(--border);
  }
  dt,
  .quiet,
  .later {
    color: var(--quiet);
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
  }
  .number {
    display: flex;
    gap: 0 var(--space);
    align-items: center;
    justify-content: space-between;
  }
  code {
    font-size: 0.8em;
  }
  [part='copy'] {
    flex: none;
    position: relative;
    margin-block: calc(var(--space) * -1);
    min-inline-size: 4.5em;
    margin-inline-start: auto;
    padding-inline: 0.5rem 0;
    border-color: transparent;
    color: var(--accent-text);
    font-weight: 600;
    text-align: end;
  }
  .why {
    display: grid;
    gap: var(--space);
    padding: calc(var(--space) * 2);
    border: 1px solid var(--border);
    border-radius: var(--radius);
  }
  select {
    inline-size: 100%;
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
  .confirm {
    border-color: var(--danger);
    color: var(--danger);
    font-weight: 600;
  }
  [part='cancel'] {
    justify-self: start;
  }
  @container (inline-size < 26rem) {
    .choices button {
      flex-grow: 1;
    }
    .placed {
      padding: calc(var(--space) * 2);
    }
    dl div {
      display: flex;
      flex-wrap: wrap;
    }
    dd {
      margin-inline-start: auto;
      text-align: end;
    }
    .number,
    .later {
      flex: 1 0 100%;
      text-align: start;
    }
  }
  @container (inline-size < 16rem) {
    .head,
    dl div,
    .number {
      display: block;
    }
    dd {
      text-align: start;
    }
    code {
      display: block;
    }
    [part='copy'] {
      padding-inline: 0;
      text-align: start;
    }
    .why {
      padding: 0;
      border: 0;
    }
  }
`;
