const shipping = document.querySelector('ship-checkout');

/** Call it when the pin of your map has moved: `marker.on('dragend', () => moveTo(marker.getLatLng()))` in Leaflet. */
export function moveTo({ lat, lng }) {
  shipping.shipment = { ...shipping.shipment, destination_latitude: lat, destination_longitude: lng };
}

document.querySelector('#here').addEventListener('click', () => {
  navigator.geolocation.getCurrentPosition(({ coords }) => moveTo({ lat: coords.latitude, lng: coords.longitude }));
});
