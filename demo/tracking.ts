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

/** Without a link there is no parcel: the page says where the link is. */
function showLink(): void {
  const isMissing = !tracking.token;
  for (const part of [tracking, document.querySelector('#controls')]) part?.toggleAttribute('hidden', isMissing);
  document.querySelector('#missing')?.toggleAttribute('hidden', !isMissing);
  move.disabled = true;
}

showLink();
// The token is read before.
addEventListener('hashchange', showLink);
tracking.addEventListener('ship-parcel', ({ parcel }) => {
  move.disabled = parcel.ended === true;
});
