export { GET } from 'ship-elements/medusa';
