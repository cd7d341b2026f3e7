import { css } from 'lit';

/**
 * Reasons for some rules. A comment among them would be loaded by every shopper.
 *
 * - `.steps li` in a narrow element: the step that the parcel is at keeps its whole name, and the others are cut.
 */
export const styles = css`
  h2 {
    margin: 0;
    font-size: 1.5rem;
    font-weight: 700;
    line-height: 1.2;
    letter-spacing: -0.01em;
    overflow-wrap: anywhere;
    text-wrap: balance;
  }
  small {
    font-weight: 400;
    letter-spacing: 0;
  }
  h2 small {
    display: flex;
    gap: 0.375rem;
    align-items: center;
    margin-block-end: 0.125rem;
    color: var(--quiet);
    font-size: 0.8125rem;
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
    inline-size: 1.125rem;
    block-size: 1.125rem;
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
    margin-block-start: 0.5rem;
    font-size: 0.9375rem;
    text-wrap: pretty;
  }
  .what b,
  .kv b,
  li:first-child b {
    font-weight: 600;
  }
  .action {
    display: block;
    inline-size: 100%;
    min-block-size: 2.75rem;
    margin-block-start: 0.75rem;
    padding: 0.625rem 0.875rem;
    border: 1px solid var(--border);
    border-radius: var(--radius);
    color: var(--ink);
    font-weight: 600;
    text-align: center;
    text-decoration: none;
  }
  .action:hover {
    background: var(--wash);
  }
  ol {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .steps {
    display: flex;
    gap: 0.25rem;
    margin-block-start: 0.75rem;
    color: var(--quiet);
    font-size: 0.75rem;
  }
  .steps li {
    flex: 1 1 0;
    padding-block-start: 0.375rem;
    border-block-start: 4px solid var(--border);
    border-radius: 2px;
  }
  .steps :is(.past, .now) {
    border-color: var(--accent);
  }
  .steps .now {
    color: var(--ink);
    font-weight: 600;
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
    margin-block-start: 0.875rem;
    font-size: 0.9375rem;
  }
  .kv {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.75rem;
    align-items: center;
    justify-content: space-between;
    min-block-size: 3rem;
    padding: 0.5rem 0.75rem;
    overflow-wrap: anywhere;
  }
  .kv:has(small) {
    min-block-size: 3.5rem;
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
    font-size: 0.8125rem;
    line-height: 1.4;
  }
  code {
    font: inherit;
  }
  .by {
    display: flex;
    gap: 0.375rem;
    align-items: center;
  }
  .chip {
    flex: none;
    padding: 0 0.3125rem;
    border-radius: 4px;
    background: var(--chip);
    font-size: 0.65625rem;
    font-weight: 700;
    line-height: 1.6;
    text-transform: uppercase;
  }
  .text {
    min-inline-size: 2.75rem;
    min-block-size: 2.75rem;
    margin: -0.5rem -0.75rem;
    padding: 0 0.75rem;
    border: 0;
    color: var(--accent-text);
    font-weight: 600;
  }
  a.text {
    display: flex;
    align-items: center;
    border-radius: var(--radius);
    text-decoration: none;
  }
  a.text:hover {
    text-decoration: underline;
  }
  h3 {
    display: flex;
    gap: 0 0.75rem;
    align-items: baseline;
    justify-content: space-between;
    margin-block: 1rem 0.5rem;
  }
  h3 small,
  time {
    color: var(--quiet);
    font-size: 0.8125rem;
  }
  .log {
    padding-block: 0.25rem;
  }
  .log li {
    position: relative;
    display: grid;
    align-content: center;
    min-block-size: 3.5rem;
    padding-block: 0.4375rem;
    padding-inline: 2.625rem 0.75rem;
    overflow-wrap: anywhere;
  }
  .log b {
    font-size: 0.9375rem;
    font-weight: 400;
    line-height: 1.35;
  }
  .log li::before {
    content: '';
    position: absolute;
    z-index: 1;
    inset-block-start: 0.75rem;
    inset-inline-start: 1.0625rem;
    inline-size: 0.625rem;
    block-size: 0.625rem;
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
    inset-block: 1.0625rem -1.0625rem;
    inset-inline-start: 1.3125rem;
    inline-size: 2px;
    background: var(--border);
  }
  .more {
    display: flex;
    gap: 0.625rem;
    align-items: center;
    justify-content: space-between;
    inline-size: 100%;
    min-block-size: 3rem;
    padding-inline: 0.75rem;
    border-width: 1px 0 0;
    border-radius: 0;
    color: var(--accent-text);
    font-size: 0.9375rem;
    font-weight: 600;
    text-align: start;
  }
  .more::after {
    content: '';
    flex: none;
    inline-size: 0.5rem;
    block-size: 0.5rem;
    margin-inline-end: 0.1875rem;
    border: solid;
    border-width: 0 2px 2px 0;
    transform: translateY(-25%) rotate(45deg);
  }
  .more[aria-expanded='true']::after {
    transform: translateY(25%) rotate(225deg);
  }
  :is(.text, .more, .action):focus-visible {
    outline-offset: -3px;
  }
  .stale {
    margin-block-start: 0.75rem;
    color: var(--quiet);
    font-size: 0.8125rem;
  }
  .bone {
    display: block;
    inline-size: 60%;
    block-size: 0.8125rem;
    border-radius: 6px;
    background: var(--border);
  }
  h2 .bone {
    inline-size: 72%;
    block-size: 1.5rem;
  }
  .steps .bone {
    inline-size: 70%;
    block-size: 0.625rem;
    margin-block: 0.1875rem;
  }
  .kv .bone {
    inline-size: 34%;
  }
  .log .bone + .bone {
    inline-size: 40%;
    margin-block-start: 0.4375rem;
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
  @container (inline-size < 16.8rem) {
    .steps li {
      flex: 1 1 auto;
      min-inline-size: 0;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .steps .now {
      flex-shrink: 0;
    }
    button.text {
      margin-block-start: 0;
    }
    a.text {
      margin-block: 0;
    }
  }
  @media (forced-colors: active) {
    .steps :is(.past, .now) {
      border-color: Highlight;
    }
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
