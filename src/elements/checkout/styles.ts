import { css } from 'lit';

export const styles = css`
  ship-courier-picker,
  ship-rate-comparison {
    margin-block-end: calc(var(--space) * 3);
  }
`;
