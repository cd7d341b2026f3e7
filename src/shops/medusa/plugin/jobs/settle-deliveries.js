export { settle as default } from '../../../../index.js';

/** Each minute. */
export const config = { name: 'settle-deliveries', schedule: '* * * * *' };
