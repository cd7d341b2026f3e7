import { css } from 'lit';

/**
 * Reasons for some rules. A comment among them would be loaded by every shopper.
 *
 * - `.options, .quiet`: as many lines as six couriers and the button take, so that nothing below moves when they come.
 */
export const styles = css`
  .options {
    display: flex;
    flex-wrap: wrap;
    align-content: start;
    gap: var(--space);
    overflow-wrap: anywhere;
  }
  .folded {
    --lines: 1;
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    align-items: center;
    justify-content: space-between;
    inline-size: 100%;
    padding-inline: 0;
    border: 0;
    text-align: start;
    overflow-wrap: anywhere;
  }
  .line:hover {
    background: none;
  }
  .line:hover .choose {
    text-decoration: underline;
  }
  .choose {
    flex: none;
    color: var(--accent-text);
    font-weight: 600;
  }
  .choose::after {
    content: '';
    display: inline-block;
    inline-size: 0.45em;
    block-size: 0.45em;
    margin-inline: 0.6em 0.15em;
    border: solid currentColor;
    border-width: 0 2px 2px 0;
    transform: translateY(-25%) rotate(45deg);
  }
  [aria-expanded='true'] .choose::after {
    transform: translateY(25%) rotate(225deg);
  }
  .line + .folded > * {
    margin-block: var(--space);
  }
  .options,
  .quiet {
    min-block-size: calc(var(--lines, 1) * (max(2.75em, 44px) + var(--space)) - var(--space));
  }
  .hint {
    color: var(--quiet);
    font-size: 0.9em;
    font-weight: 400;
  }
  .quiet {
    color: var(--quiet);
  }
  .folded .quiet {
    display: grid;
    align-items: center;
  }
  label,
  .more {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    min-inline-size: 0;
    min-block-size: max(2.75em, 44px);
    padding: 4px 14.4px 4px 11.2px;
    border: 1px solid var(--border);
    border-radius: 999px;
    cursor: pointer;
  }
  .more {
    padding-inline: 16px;
    border-style: dashed;
    border-color: var(--control);
  }
  label:hover {
    background: var(--wash);
  }
  label:has(:checked) {
    border-color: var(--accent);
    background: var(--chosen);
    box-shadow: inset 0 0 0 1px var(--accent);
  }
  input {
    flex: none;
    inline-size: 1.1em;
    block-size: 1.1em;
    margin: 0;
    scroll-margin-block: 1em;
  }
  label:has(:focus-visible) {
    outline: 3px solid var(--accent-text);
    outline-offset: 2px;
  }
  input:focus-visible {
    outline: none;
  }
  @container (inline-size < 54em) {
    .body:not(.folded) {
      --lines: 2;
    }
  }
  @container (inline-size < 28em) {
    .body:not(.folded) {
      --lines: 3;
    }
  }
  @container (inline-size < 20em) {
    .body:not(.folded) {
      --lines: 4;
    }
  }
  @media (forced-colors: active) {
    label:has(:checked) {
      border: 2px solid Highlight;
    }
  }
`;
