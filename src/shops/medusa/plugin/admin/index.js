// A widget on the page of an order. It has no JSX, because the shop's dashboard bundles it as it is.
import { Button, Container, Heading, StatusBadge, Text } from '@medusajs/ui';
import { createElement as h, useCallback, useEffect, useState } from 'react';

/** @returns the delivery, as `GET /admin/orders/:id/deliveries` describes it. Throws with Medusa's words */
async function ask(order, body) {
  const request = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const base = typeof __BACKEND_URL__ === 'string' ? __BACKEND_URL__ : '/';
  const url = new URL(`admin/orders/${order}/deliveries`, new URL(base, location.href));
  const answer = await fetch(url, { credentials: 'include', ...request });
  const { delivery, message } = await answer.json();
  if (!answer.ok) throw new Error(message);
  return delivery;
}

const badge = ({ attention, waybill, can_try }) => (attention ? 'red' : waybill || !can_try ? 'green' : 'orange');

/** State in words, waybill, tracking link, and what a person must decide, with the buttons for it. */
function DeliveryWidget({ data: { id } }) {
  const [delivery, setDelivery] = useState();
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const run = useCallback(
    async (body) => {
      setBusy(true);
      setProblem('');
      await ask(id, body)
        .then(setDelivery)
        .catch(async ({ message }) => {
          setProblem(message);
          if (body) setDelivery(await ask(id).catch(() => undefined));
        });
      setBusy(false);
    },
    [id],
  );
  useEffect(() => {
    run();
  }, [run]);

  const row = (label, value) =>
    value &&
    h(
      'div',
      { className: 'grid grid-cols-2 px-6 py-4', key: label },
      h(Text, { size: 'small', weight: 'plus', leading: 'compact' }, label),
      h(Text, { size: 'small', leading: 'compact' }, value),
    );
  const button = (text, body) =>
    h(Button, { size: 'small', variant: 'secondary', key: text, disabled: isBusy, onClick: () => run(body) }, text);
  const { words = '', waybill, tracking_url, attention, note, can_try, fulfillment } = delivery ?? {};
  // A badge has one short line.
  const [state, why] = words.split(': ');
  const costsMore = /accept|higher price/.test(attention ?? '');
  const link =
    tracking_url &&
    h(
      'a',
      { className: 'text-ui-fg-interactive', href: tracking_url, target: '_blank', rel: 'noreferrer' },
      'Follow the parcel',
    );

  return h(
    Container,
    { className: 'divide-y p-0' },
    h(
      'div',
      { className: 'flex items-center justify-between px-6 py-4' },
      h(Heading, { level: 'h2' }, 'Delivery'),
      delivery && h(StatusBadge, { color: badge(delivery) }, state),
    ),
    row('Reason', why && why[0].toUpperCase() + why.slice(1)),
    row('Waybill', waybill),
    row('Tracking', link),
    row('Note', note),
    row('Needs attention', attention ?? (problem || undefined)),
    can_try &&
      h(
        'div',
        { className: 'flex justify-end gap-2 px-6 py-4' },
        button(fulfillment || attention ? 'Try again' : 'Order the delivery', {}),
        costsMore && button('Send at the higher price', { accept_higher_price: true }),
      ),
  );
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
