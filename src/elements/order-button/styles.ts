import { css } from 'lit';

/**
 * Why some rules are as they are; a comment among them would be loaded by every shopper.
 *
 * - `:host(:is(:state(ordering), :state(unconfirmed), :state(placed), :state(error)))`: room for what will be said: it
 *   opens with the click, and the answer moves nothing.
 * - `inline-size < 16rem`: as narrow as that, a label takes the room of what it is for.
 */
export const styles = css`
  :host(:is(:state(ordering), :state(unconfirmed), :state(placed), :state(error))) {
    min-block-size: 12.5rem;
  }
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
  .outcome:focus-visible {
    outline-offset: 4px;
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
  .primary[aria-disabled='true'],
  .primary:disabled {
    border: 1px dashed var(--control);
    background: var(--wash);
    color: var(--quiet);
    opacity: 1;
  }
  .hint {
    min-block-size: 1.4em;
    margin-block-start: calc(var(--space) / 2);
    color: var(--quiet);
    font-size: 0.9em;
    text-align: center;
  }
  .placed {
    border-inline-start: 4px solid var(--accent);
  }
  .headline {
    font-weight: 700;
  }
  dl {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 0.15rem 1rem;
    margin: 0.5rem 0 0;
  }
  dt {
    color: var(--quiet);
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
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
    min-inline-size: 0;
    border-color: var(--danger);
    color: var(--danger);
    font-weight: 600;
  }
  [part='cancel'] {
    justify-self: start;
  }
  @container (inline-size < 16rem) {
    dl {
      display: block;
    }
    .why {
      padding: 0;
      border: 0;
    }
  }
`;
