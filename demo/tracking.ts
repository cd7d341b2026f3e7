import '../src/elements/tracking/tracking-element.ts';
import './recipes/tracking-page.js';
import { indonesian } from './indonesian.ts';
import { offerLanguages } from './language.ts';
import { speak } from './words.ts';

const tracking = document.querySelector('ship-tracking') as HTMLElementTagNameMap['ship-tracking'];
const move = document.querySelector('#move') as HTMLButtonElement;

offerLanguages(indonesian, () => speak('tracking'));

/** The parcel's next state. The service's courier does that in the real world. */
move.addEventListener('click', async () => {
  await fetch('/desk/parcels/next', { method: 'POST', headers: { authorization: `Bearer ${tracking.token}` } });
  await tracking.refresh();
});

tracking.addEventListener('ship-parcel', ({ parcel }) => {
  move.disabled = parcel.ended === true;
});
