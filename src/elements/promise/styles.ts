import { css } from 'lit';

/**
 * Reasons for some rules. A comment among them would be loaded by every shopper.
 *
 * - `:host`: the page's own ground and text. The link is the accent mixed with the text, which has contrast on both grounds.
 * - `.rows`: the height of every state, in `em` of the host. Nothing wraps, but below 14 em: there a date or a price would be cut off,
 *   and with large text no line has room for an amount.
 * - `.change`: its target is higher than its line, does not move it, and lies over the next line. Its ring lies over no other text.
 */
export const styles = css`
  :host {
    --ink: var(--ship-text, inherit);
    --quiet: color-mix(in srgb, currentColor 74%, transparent);
    --rule: var(--ship-border, color-mix(in srgb, currentColor 16%, transparent));
    padding: var(--ship-padding, 11px) !important;
    border-color: var(--rule) !important;
    background: var(--ship-background, none);
    text-align: start;
    white-space: nowrap;
  }
  .rows {
    display: grid;
    grid-template-rows: 1.5em 1.4em;
    row-gap: 2px;
    min-inline-size: 0;
  }
  .cart {
    grid-template-rows: 1.5em 6px minmax(1.4em, auto);
    row-gap: 4px;
  }
  .line {
    display: flex;
    gap: 10px;
    align-items: baseline;
    justify-content: space-between;
    min-inline-size: 0;
    line-height: 1.5em;
  }
  .rows > * {
    grid-column: 1;
  }
  .headline,
  .detail,
  .free span,
  .change span {
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .headline {
    flex: none;
    min-inline-size: min(13em, 100% - 4.5em);
    max-inline-size: calc(100% - 4.5em);
  }
  .alone {
    grid-row: 1 / -1;
    align-self: start;
  }
  .alone .headline {
    flex: 0 1 auto;
    min-inline-size: 0;
    max-block-size: 3em;
    white-space: normal;
  }
  .alone .change {
    flex: none;
    max-inline-size: 45%;
    margin-inline-start: auto;
  }
  .known,
  b {
    font-weight: 600;
  }
  .detail {
    grid-row: -2;
    color: var(--quiet);
    font-size: 0.875em;
    line-height: 1.6;
  }
  .free {
    display: flex;
    gap: 0.3em;
  }
  .detail b {
    color: color-mix(in oklab, light-dark(#0a7a2f, #7ee2a0) 70%, currentColor);
  }
  .change {
    position: relative;
    z-index: 1;
    display: inline-flex;
    flex: 1 9 auto;
    justify-content: flex-end;
    max-inline-size: max-content;
    min-inline-size: 3.5em;
    min-block-size: 44px;
    margin: -11px;
    padding: 11px;
    border: 0;
    background: none;
    color: color-mix(in oklab, var(--accent) 62%, currentColor);
    font: inherit;
    font-size: 0.875em;
    text-decoration: underline;
    text-underline-offset: 0.15em;
  }
  .change:hover {
    background: none;
    text-decoration-thickness: 2px;
  }
  .change:focus-visible {
    outline-offset: -10px;
  }
  .wide {
    display: none;
  }
  progress {
    --done: light-dark(#116329, #7ee2a0);
    align-self: center;
    inline-size: 100%;
    block-size: 6px;
    border: 0;
    border-radius: 3px;
    background: var(--rule);
    appearance: none;
    overflow: hidden;
  }
  progress::-webkit-progress-bar {
    background: var(--rule);
  }
  progress::-webkit-progress-value {
    border-radius: 3px;
    background: var(--done);
  }
  progress::-moz-progress-bar {
    border-radius: 3px;
    background: var(--done);
  }
  .bone {
    display: inline-block;
    inline-size: 11em;
    max-inline-size: 60%;
    block-size: 1em;
    border-radius: 4px;
    background: var(--rule);
    vertical-align: -0.15em;
  }
  .detail .bone {
    inline-size: 8em;
  }
  dialog {
    inline-size: min(32em, 100vw - 24px);
    max-inline-size: none;
    padding: 0;
    border: 0;
    border-radius: calc(var(--radius) + 4px);
    background: var(--ship-background, light-dark(#ffffff, #1d2320));
    color: var(--ship-text, light-dark(#1d2420, #e6ebe7));
    overflow: visible;
    white-space: normal;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 0.5);
  }
  .head {
    display: flex;
    align-items: center;
    justify-content: space-between;
    padding-inline: 16px 4px;
    font-weight: 600;
  }
  .head button {
    border: 0;
    font-weight: 400;
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
  @media (forced-colors: active) {
    progress,
    .bone {
      --done: Highlight;
      border: 1px solid;
    }
  }
  @container (inline-size < 30em) {
    .cart {
      grid-template-rows: 1.5em 6px minmax(2.8em, auto);
    }
    .cart .detail {
      white-space: normal;
    }
  }
  @container (inline-size < 17em) {
    .more {
      display: none;
    }
  }
  @container (14em <= inline-size < 17em) {
    .cart .headline {
      max-inline-size: calc(100% - 3em);
      font-size: 0.9375em;
    }
    .cart .line,
    .cart .detail {
      font-size: 0.8125em;
    }
    .cart .change {
      min-inline-size: 2.5em;
      font-size: 1em;
    }
    .rows:not(.cart):has(.line:not(.alone)) {
      grid-template-columns: 1fr auto;
      column-gap: 10px;
    }
    .rows:not(.cart) .line:not(.alone) {
      display: contents;
    }
    .rows:not(.cart) .line:not(.alone) .headline {
      grid-column: 1 / -1;
      max-inline-size: none;
    }
    .rows:not(.cart) .line:not(.alone) .change {
      grid-area: -2 / 2;
      max-inline-size: 7em;
      line-height: 1.6;
    }
  }
  @container (inline-size < 14em) {
    .rows.rows {
      display: block;
      white-space: normal;
    }
    .rows .headline,
    .rows .detail,
    .rows .change {
      flex: 0 1 auto;
      max-inline-size: none;
      font-size: 0.875em;
      overflow: visible;
    }
    .rows .line {
      flex-wrap: wrap;
    }
    .rows .headline {
      font-size: 1em;
    }
  }
  @container (inline-size > 22em) {
    .wide {
      display: inline;
    }
    .narrow {
      display: none;
    }
  }
`;
