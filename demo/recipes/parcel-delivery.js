const states = {
  delivered: 'OrderDelivered',
  returned: 'OrderReturned',
  cancelled: 'OrderCancelled',
  ...{ on_hold: 'OrderProblem', rejected: 'OrderProblem', disposed: 'OrderProblem', courier_not_found: 'OrderProblem' },
};

/** `ParcelDelivery` of https://schema.org, as JSON-LD. @param parcel `ship-parcel`'s */
export const parcelDelivery = ({ status, waybill_id, link, courier, ordered_at }) => ({
  '@context': 'https://schema.org',
  '@type': 'ParcelDelivery',
  trackingNumber: waybill_id,
  trackingUrl: link,
  provider: { '@type': 'Organization', name: courier.courier_name ?? courier.company },
  partOfOrder: {
    '@type': 'Order',
    orderDate: ordered_at,
    orderStatus: `https://schema.org/${states[status] ?? 'OrderInTransit'}`,
  },
});

const script = document.createElement('script');
script.type = 'application/ld+json';
document.querySelector('ship-tracking').addEventListener('ship-parcel', ({ parcel }) => {
  script.textContent = JSON.stringify(parcelDelivery(parcel));
  document.head.append(script);
});
