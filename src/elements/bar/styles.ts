import { css } from 'lit';

/**
 * Reasons for some rules. A comment among them would be loaded by every shopper.
 *
 * - `.bar`: one height, whether it has the sum and the button or the two remedies.
 * - `.lack`: two of its lines fit, because the names of couriers and services are long.
 * - `margin`: it reaches the edges of the frame around it.
 */
export const barStyles = css`
  .bar {
    display: flex;
    gap: 2px 9.6px;
    align-items: center;
    align-content: center;
    justify-content: space-between;
    min-block-size: max(5.25em, 84px);
    padding-block: 3.2px;
  }
  .bar:has(.lack) {
    flex-wrap: wrap;
  }
  .bar.alone {
    min-block-size: max(4.5em, 72px);
    margin-block-end: calc(var(--space) * -1.5);
  }
  .bar .sum {
    flex: 1 1 0;
    min-inline-size: min-content;
    color: var(--quiet);
    font-size: 0.82em;
    line-height: 1.35;
  }
  .sum strong {
    display: block;
    color: var(--ink);
    font-size: 1.35em;
    white-space: nowrap;
  }
  .bar button {
    min-block-size: 52px;
    padding-inline: 17.6px;
    font-weight: 700;
  }
  .lack {
    flex: 1 0 100%;
    color: var(--warn);
    font-size: 0.82em;
    font-weight: 600;
    line-height: 1.2;
  }
  .bar .lack ~ button {
    flex: 1 1 0;
    min-inline-size: min-content;
    min-block-size: 44px;
    padding: 1.6px 8px;
    font-size: 0.85em;
    font-weight: 600;
    line-height: 1.15;
  }
  .bar .lack ~ .primary {
    flex-grow: 1.7;
  }
  .primary {
    border-color: transparent;
    background: var(--accent);
    color: var(--on-accent);
  }
  .primary:hover {
    background: color-mix(in srgb, var(--accent) 88%, var(--ink));
  }
  @container (inline-size < 17em) {
    .bar {
      flex-wrap: wrap;
      row-gap: 8px;
      min-block-size: max(9em, 144px);
    }
    .bar .sum {
      flex-basis: 100%;
    }
    .bar .sum ~ button {
      flex: 1 0 100%;
    }
  }
`;
