import { register } from '../register.ts';
import { TrackingElement } from './tracking-element.ts';

export { TrackingElement };

declare global {
  interface HTMLElementTagNameMap {
    'ship-tracking': TrackingElement;
  }
}

register({ 'ship-tracking': TrackingElement });
