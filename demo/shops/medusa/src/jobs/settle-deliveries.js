export { settle as default } from 'ship-elements/medusa';

/** Each minute. */
export const config = { name: 'settle-deliveries', schedule: '* * * * *' };
