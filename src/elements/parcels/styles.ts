import { css } from 'lit';

/**
 * Reasons for some rules. A comment among them would be loaded by every shopper.
 *
 * - `[part='rate-comparison']`: it has no frame of its own, as in a checkout.
 * - `[slot='incomplete']`: what is missing is said once below, so the list is empty and has no frame.
 * - `::part(extras)`: one bill for all parcels takes the place of theirs.
 * - `.bill .line`, `.hint`: a way out behind the name of its parcel has two lines, and so have the names of those that go without.
 * - `.due`: the sum stays in sight on a phone, as that of a checkout.
 */
export const parcelsStyles = css`
  :host {
    --edge: var(--ship-padding, 15px);
  }
  ship-rate-comparison {
    --ship-padding: 0px;
    --ship-frame: 0px;
    max-inline-size: none;
  }
  ship-rate-comparison:has([slot='incomplete']) {
    --border: transparent;
  }
  .several > .title {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    align-items: center;
    justify-content: space-between;
  }
  .title a {
    color: var(--accent-text);
    font-size: 0.88em;
    font-weight: 600;
    line-height: 44px;
  }
  .parcels {
    display: grid;
    gap: 14px;
  }
  .several ship-rate-comparison::part(extras) {
    display: none;
  }
  .head {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0 10px;
    align-items: center;
  }
  .head:has(img) {
    grid-template-columns: 40px minmax(0, 1fr);
  }
  .head img {
    grid-row: 1 / 3;
    inline-size: 40px;
    block-size: 40px;
    border-radius: 10px;
    object-fit: cover;
  }
  h4 {
    margin: 0;
    font-size: 0.94em;
    font-weight: 600;
    line-height: 1.35;
  }
  .contents {
    color: var(--quiet);
    font-size: 0.82em;
  }
  .due {
    margin: calc(var(--space) * 1.5) calc(-1 * var(--edge)) calc(-1 * var(--edge));
    padding-inline: var(--edge);
    border-block-start: 1px solid var(--border);
    border-end-start-radius: calc(var(--radius) + 4px);
    border-end-end-radius: calc(var(--radius) + 4px);
    background: var(--ground);
  }
  .due .bar {
    min-block-size: max(5.25em, 84px);
    margin-block-end: 0;
  }
  @media (width < 48em) {
    .due {
      position: sticky;
      inset-block-end: min(0px, (100vh - 28em) * 99);
      z-index: 2;
    }
  }
  @container (inline-size >= 18.25em) {
    .bill .line:not(.base) {
      min-block-size: 5em;
    }
    .bill .hint {
      max-block-size: 2.5em;
      white-space: normal;
    }
  }
  @container (inline-size >= 44em) {
    .several .body {
      grid-template-columns: minmax(0, 1fr) 20em;
    }
  }
`;
