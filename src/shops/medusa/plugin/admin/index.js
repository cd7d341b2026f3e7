// A widget on the page of an order. It has no JSX, because the shop's dashboard bundles it as it is.
import { Button, Container, Heading, StatusBadge, Text } from '@medusajs/ui';
import { createElement as h, useCallback, useEffect, useState } from 'react';

/** The language that the staff have chosen: Medusa's dashboard keeps it here. */
const isIndonesian = (localStorage.getItem('lng') ?? '').startsWith('id');

const words = isIndonesian
  ? {
      title: 'Pengiriman',
      reason: 'Alasan',
      goods: 'Barang',
      leftOut: 'Tidak termasuk',
      service: 'Layanan',
      arrival: 'Dijanjikan tiba',
      waybill: 'Nomor resi',
      tracking: 'Pelacakan',
      follow: 'Lacak paket',
      note: 'Catatan',
      attention: 'Perlu perhatian',
      nothing: 'Tidak ada yang dikirim.',
      again: 'Coba lagi',
      order: 'Pesan pengiriman',
      higher: 'Kirim dengan harga lebih tinggi',
    }
  : {
      title: 'Delivery',
      reason: 'Reason',
      goods: 'Goods',
      leftOut: 'Not in a parcel',
      service: 'Service',
      arrival: 'Promised for',
      waybill: 'Waybill',
      tracking: 'Tracking',
      follow: 'Follow the parcel',
      note: 'Note',
      attention: 'Needs attention',
      nothing: 'Nothing to send.',
      again: 'Try again',
      order: 'Order the delivery',
      higher: 'Send at the higher price',
    };

/** @returns the deliveries, as `GET /admin/orders/:id/deliveries` lists them. Throws with Medusa's words */
async function ask(order, body) {
  const request = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const base = typeof __BACKEND_URL__ === 'string' ? __BACKEND_URL__ : '/';
  const path = `admin/orders/${order}/deliveries?locale=${isIndonesian ? 'id' : 'en'}`;
  const answer = await fetch(new URL(path, new URL(base, location.href)), { credentials: 'include', ...request });
  const { deliveries, message } = await answer.json();
  if (!answer.ok) throw new Error(message);
  return deliveries;
}

const badge = ({ attention, waybill, can_try }) => (attention ? 'red' : waybill || !can_try ? 'green' : 'orange');

const dateOf = (day) =>
  new Intl.DateTimeFormat(isIndonesian ? 'id' : 'en', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day.slice(0, 10)}T00:00Z`),
  );

const datesOf = ({ first, last }) => [...new Set([dateOf(first), dateOf(last)])].join(' – ');

const row = (label, value) =>
  value &&
  h(
    'div',
    { className: 'grid grid-cols-2 px-6 py-4', key: label },
    h(Text, { size: 'small', weight: 'plus', leading: 'compact' }, label),
    h(Text, { size: 'small', leading: 'compact' }, value),
  );

/** State in words, goods, waybill, tracking link, and what a person must decide, with the buttons for it. */
function Delivery({ delivery, isBusy, problem, run }) {
  const { goods, left_out, service, arrival, waybill, tracking_url, attention, note, can_try, fulfillment } = delivery;
  const button = (text, body) =>
    h(Button, { size: 'small', variant: 'secondary', key: text, disabled: isBusy, onClick: () => run(body) }, text);
  // A badge has one short line.
  const [state, why] = delivery.words.split(': ');
  const costsMore = /accept|higher price/.test(attention ?? '');
  const named = { shipping_option: delivery.shipping_option };
  const link =
    tracking_url &&
    h(
      'a',
      { className: 'text-ui-fg-interactive', href: tracking_url, target: '_blank', rel: 'noreferrer' },
      words.follow,
    );
  return h(
    'div',
    { className: 'divide-y' },
    h(
      'div',
      { className: 'flex items-center justify-between px-6 py-4' },
      h(Heading, { level: 'h2' }, words.title),
      h(StatusBadge, { color: badge(delivery) }, state),
    ),
    row(words.reason, why && why[0].toUpperCase() + why.slice(1)),
    row(words.goods, goods),
    row(words.leftOut, left_out),
    row(words.service, service),
    row(words.arrival, arrival && datesOf(arrival)),
    row(words.waybill, waybill),
    row(words.tracking, link),
    row(words.note, note),
    row(words.attention, attention ?? (problem || undefined)),
    can_try &&
      h(
        'div',
        { className: 'flex justify-end gap-2 px-6 py-4' },
        button(fulfillment || attention ? words.again : words.order, named),
        costsMore && button(words.higher, { ...named, accept_higher_price: true }),
      ),
  );
}

function DeliveryWidget({ data: { id } }) {
  const [deliveries, setDeliveries] = useState([]);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const run = useCallback(
    async (body) => {
      setBusy(true);
      setProblem('');
      await ask(id, body)
        .then(setDeliveries)
        .catch(async ({ message }) => {
          setProblem(message);
          if (body) setDeliveries(await ask(id).catch(() => []));
        });
      setBusy(false);
    },
    [id],
  );
  useEffect(() => {
    run();
  }, [run]);
  const shown = deliveries.map((delivery, index) =>
    h(Delivery, {
      delivery,
      isBusy,
      run,
      problem: delivery.can_try ? problem : '',
      key: delivery.fulfillment ?? index,
    }),
  );
  const none = [row(words.title, isBusy ? '…' : words.nothing), row(words.attention, problem || undefined)];
  return h(Container, { className: 'divide-y p-0' }, ...(shown.length ? shown : none));
}

export default {
  widgetModule: {
    widgets: [{ Component: DeliveryWidget, zone: ['order.details.side.before'], widgetId: 'ship-elements-delivery' }],
  },
  routeModule: { routes: [] },
  menuItemModule: { menuItems: [] },
  formModule: { customFields: {} },
  displayModule: { displays: {} },
  i18nModule: { resources: {} },
  cellRendererModule: {},
  layoutModule: { layouts: [] },
  searchEntityModule: {},
};
