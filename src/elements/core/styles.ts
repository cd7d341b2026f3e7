import { css } from 'lit';

/**
 * Tokens with their fallbacks, under private names: a shop sets `--ship-*`, the other styles read these. The font is the shop's own.
 * Ground and text are the widget's, because only then is the contrast known. The quiet tones are mixed from both.
 *
 * - Text, and room for it, is sized in `em` of the host. Distances and targets are pixels. Nothing is `rem`: a shop's root may have 10 px.
 * - `:host`: a container query takes the size of its content away. Without an intrinsic size the host would collapse in a flex box, a
 *   float or a table cell.
 * - `font-weight`: a page whose text is thin, as Twenty Twenty-Five's, would make a service look disabled.
 * - `!important`: a reset such as Tailwind's takes padding and border from every tag of a page, and the page's rules win over a host's.
 * - `--accent-text`: a brand's colour as text needs more contrast than as a surface.
 * - `:not(* *)`: what stands at the top of an element. Text of twice the size in the column of a phone is as large as its words, dates and
 *   sums have room for. It begins below 11 em, which no screen has at the usual size.
 * - `print`: paper is white. Switches, bars and ticks are backgrounds, which browsers leave out. Chrome before 136 knows
 *   `print-color-adjust` by its old name only.
 * - `h3, p, …`: English words keep their order in a page that is read from the right, and stand on the page's side.
 *   Chromium knows `match-parent` by its old name only.
 */
export const base = css`
  :host {
    --accent: var(--ship-accent, light-dark(#0b57d0, #a8c7fa));
    --on-accent: var(--ship-on-accent, light-dark(#ffffff, #062e6f));
    --danger: var(--ship-danger, light-dark(#b3261e, #f2b8b5));
    --accent-text: light-dark(
      color-mix(in oklab, var(--accent) 55%, black),
      color-mix(in oklab, var(--accent) 35%, white)
    );
    --ink: var(--ship-text, light-dark(#1d2420, #e6ebe7));
    --ground: var(--ship-background, light-dark(#ffffff, #1d2320));
    --warn: light-dark(#8a4b00, #f0b860);
    --border: var(--ship-border, light-dark(#e0e1dd, #363d39));
    --control: color-mix(in srgb, var(--ink) 60%, var(--ground));
    --quiet: color-mix(in srgb, var(--ink) 76%, var(--ground));
    --wash: color-mix(in srgb, var(--ink) 5%, var(--ground));
    --chip: color-mix(in srgb, var(--ink) 11%, var(--ground));
    --chosen: color-mix(in srgb, var(--accent) 8%, var(--ground));
    --radius: var(--ship-radius, 12px);
    --space: var(--ship-space, 8px);
    display: block;
    box-sizing: border-box;
    padding: var(--ship-padding, 15px) !important;
    border: solid var(--border) !important;
    border-width: var(--ship-frame, 1px) !important;
    border-radius: calc(var(--radius) + 4px);
    background: var(--ground);
    color: var(--ink);
    container-type: inline-size;
    contain-intrinsic-inline-size: min(40em, 75vw);
    min-inline-size: min(100%, 17.5em);
    max-inline-size: 60em;
    font: var(--ship-font, inherit);
    font-weight: 400;
    line-height: 1.4;
    font-variant-numeric: tabular-nums;
    text-align: start;
    text-indent: 0;
    white-space: normal;
    overflow-wrap: break-word;
  }
  :host([hidden]) {
    display: none;
  }
  @media print {
    :host {
      color-scheme: light;
      -webkit-print-color-adjust: exact;
      print-color-adjust: exact;
    }
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  :not(* *) {
    font-size: min(1em, 9cqi);
  }
  fieldset {
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend {
    padding: 0;
    margin-block-end: var(--space);
    font-weight: 600;
  }
  h3 {
    margin: 0;
    font: inherit;
    font-weight: 600;
  }
  p {
    margin: 0;
  }
  h3,
  :is(p, dt, dd, button),
  :is(.hint, .fee, .lead, .name) {
    unicode-bidi: plaintext;
  }
  h3,
  :is(p, dt, dd),
  .hint {
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  input {
    accent-color: var(--accent);
    font-size: inherit;
  }
  button,
  select {
    min-block-size: 44px;
    padding: 8px 16px;
    border: 1px solid var(--control);
    border-radius: var(--radius);
    background: transparent;
    color: inherit;
    font: inherit;
  }
  button {
    cursor: pointer;
  }
  [tabindex='-1']:focus-visible {
    outline-offset: 4px;
  }
  :is(button, select):disabled,
  button[aria-disabled='true'],
  fieldset:disabled label {
    opacity: 0.6;
    cursor: not-allowed;
  }
  button:hover {
    background: var(--wash);
  }
  :focus-visible {
    outline: 3px solid var(--accent-text);
    outline-offset: 2px;
  }
  .hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .message {
    padding: calc(var(--space) * 1.5) calc(var(--space) * 2);
    border: 1px solid var(--border);
    border-radius: var(--radius);
    background: var(--wash);
  }
  .message.problem {
    border-color: var(--danger);
    background: color-mix(in srgb, var(--danger) 8%, var(--ground));
  }
  .message button {
    margin-block-start: var(--space);
  }
  p a {
    color: inherit;
    font-weight: 600;
  }
  @container (inline-size < 13em) {
    button {
      padding-inline: 4px;
    }
  }
`;
