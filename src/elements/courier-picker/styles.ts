import { css } from 'lit';

export const styles = css`
  .options {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space);
  }
  .hint {
    color: var(--quiet);
    font-size: 0.9em;
    font-weight: 400;
  }
  .quiet {
    min-block-size: 2.75rem;
    color: var(--quiet);
  }
  label,
  .more {
    display: inline-flex;
    align-items: center;
    gap: 0.5rem;
    min-block-size: 2.75rem;
    padding: 0.25rem 0.9rem 0.25rem 0.7rem;
    border: 1px solid var(--border);
    border-radius: 999px;
    cursor: pointer;
  }
  .more {
    padding-inline: 1rem;
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
    inline-size: 1.1rem;
    block-size: 1.1rem;
    margin: 0;
  }
  label:has(:focus-visible) {
    outline: 3px solid var(--accent);
    outline-offset: 2px;
  }
  input:focus-visible {
    outline: none;
  }
  fieldset:disabled label {
    cursor: not-allowed;
    opacity: 0.6;
  }
  @media (forced-colors: active) {
    label:has(:checked) {
      border: 2px solid Highlight;
    }
    label:has(:focus-visible) {
      outline: 3px solid CanvasText;
    }
  }
`;
