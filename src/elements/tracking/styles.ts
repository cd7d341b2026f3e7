import { css } from 'lit';

/**
 * Reasons for some rules. A comment among them would be loaded by every shopper.
 *
 * - `code`: browsers break a line after a hyphen, and a waybill is one number. One that is longer than the line breaks at its end.
 */
export const styles = css`
  h2 {
    margin: 0;
    font-size: min(1.5em, 10cqi);
    font-weight: 700;
    line-height: 1.2;
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
  small {
    font-weight: 400;
    letter-spacing: 0;
  }
  h2 small {
    display: flex;
    gap: 6px;
    align-items: center;
    margin-block-end: 2px;
    color: var(--quiet);
    font-size: 0.54167em;
    line-height: 1.4;
  }
  :is(.good, .bad) small {
    font-weight: 600;
  }
  .good small {
    color: var(--accent-text);
  }
  .bad small,
  .held .now {
    color: var(--warn);
  }
  svg {
    flex: none;
    inline-size: 1.3846em;
    block-size: 1.3846em;
    border-radius: 50%;
    background: var(--accent);
    fill: none;
    stroke: var(--on-accent);
    stroke-width: 2.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .bad svg {
    background: var(--warn);
    stroke: var(--ground);
  }
  .what {
    margin-block-start: 8px;
    font-size: 0.9375em;
    text-wrap: pretty;
  }
  .what b,
  .kv b,
  li:first-child b {
    font-weight: 600;
  }
  .action {
    inline-size: 100%;
    margin-block-start: 12px;
    border-color: var(--border);
  }
  .steps.held .now {
    border-color: var(--warn);
    color: var(--warn);
  }
  .frame {
    border: 1px solid var(--border);
    border-radius: var(--radius);
    overflow: clip;
  }
  .frame > * + * {
    border-block-start: 1px solid var(--border);
  }
  .facts {
    margin-block-start: 14px;
    font-size: 0.9375em;
  }
  .kv {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    align-items: center;
    justify-content: space-between;
    min-block-size: 48px;
    padding: 8px 12px;
    overflow-wrap: anywhere;
  }
  .kv:has(small) {
    min-block-size: 56px;
  }
  .kv > span {
    color: var(--quiet);
  }
  .kv .by,
  .kv code {
    color: var(--ink);
  }
  .kv small {
    display: block;
    font-size: 0.86667em;
    line-height: 1.4;
  }
  code {
    display: block;
    font: inherit;
    word-break: break-all;
  }
  h3 {
    display: flex;
    gap: 0 12px;
    align-items: baseline;
    justify-content: space-between;
    margin-block: 16px 8px;
  }
  h3 small,
  time {
    color: var(--quiet);
    font-size: 0.8125em;
  }
  .log {
    padding-block: 4px;
  }
  .log li {
    position: relative;
    display: grid;
    align-content: center;
    min-block-size: 56px;
    padding-block: 7px;
    padding-inline: 2.625em 12px;
    overflow-wrap: anywhere;
  }
  .log b {
    font-size: min(0.9375em, 7.6cqi);
    font-weight: 400;
    line-height: 1.35;
  }
  .log li::before {
    content: '';
    position: absolute;
    z-index: 1;
    inset-block-start: 0.75em;
    inset-inline-start: 1.0625em;
    inline-size: 0.625em;
    block-size: 0.625em;
    border-radius: 50%;
    background: var(--quiet);
    box-shadow: 0 0 0 3px var(--ground);
  }
  .log li:first-child::before {
    background: var(--accent);
  }
  .bad ~ .frame .log li:first-child::before {
    background: var(--warn);
  }
  .ended ~ .frame .log li:first-child::before {
    background: var(--ink);
  }
  .log li:not(:last-child)::after {
    content: '';
    position: absolute;
    inset-block: 1.0625em -1.0625em;
    inset-inline-start: 1.3125em;
    inline-size: 2px;
    background: var(--border);
  }
  .stale {
    margin-block-start: 12px;
    color: var(--quiet);
    font-size: 0.8125em;
  }
  .bone {
    display: block;
    inline-size: 60%;
    block-size: 0.8125em;
    border-radius: 6px;
    background: var(--border);
  }
  h2 .bone {
    inline-size: 72%;
    block-size: 1em;
  }
  .steps .bone {
    inline-size: 70%;
    block-size: 0.8333em;
    margin-block: 0.25em;
  }
  .kv .bone {
    inline-size: 34%;
    block-size: 0.86667em;
  }
  .log .bone + .bone {
    inline-size: 40%;
    margin-block-start: 7px;
  }
  [aria-busy='true'] .log li::before {
    background: var(--border);
  }
  @media (prefers-reduced-motion: no-preference) {
    .bone {
      animation: pulse 1.2s ease-in-out infinite alternate;
    }
  }
  @keyframes pulse {
    to {
      opacity: 0.45;
    }
  }
  @container (inline-size < 16.8em) {
    button.text {
      margin-block-start: 0;
    }
    a.text {
      margin-block: 0;
    }
  }
  @media (forced-colors: active) {
    .log li::before {
      background: CanvasText;
    }
    .log li:first-child::before {
      background: Highlight;
    }
    svg {
      stroke: CanvasText;
    }
  }
`;
