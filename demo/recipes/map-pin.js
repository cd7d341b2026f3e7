const shipping = document.querySelector('ship-checkout');

/** Call it when the pin of your map has moved: `marker.on('dragend', () => moveTo(marker.getLatLng()))` in Leaflet. */
export function moveTo({ lat, lng }) {
  const { shipment } = shipping;
  if (!shipment?.origin_latitude)
    reportError(new Error('The pin has no effect: the shipment needs origin_latitude and origin_longitude.'));
  shipping.shipment = { ...shipment, destination_latitude: lat, destination_longitude: lng };
}

document.querySelector('#here').addEventListener('click', () => {
  navigator.geolocation.getCurrentPosition(({ coords }) => moveTo({ lat: coords.latitude, lng: coords.longitude }));
});
