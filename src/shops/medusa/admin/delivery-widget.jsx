import { Button, Container, Heading, StatusBadge, Text } from '@medusajs/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { namespace } from './i18n.js';

/** @returns the deliveries, as `GET /admin/orders/:id/deliveries` lists them. Throws with Medusa's words */
async function ask(order, language, body) {
  const request = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const base = typeof __BACKEND_URL__ === 'string' ? __BACKEND_URL__ : '/';
  const path = `admin/orders/${order}/deliveries?locale=${language}`;
  const answer = await fetch(new URL(path, new URL(base, location.href)), { credentials: 'include', ...request });
  const { deliveries, message } = await answer.json();
  if (!answer.ok) throw new Error(message);
  return deliveries;
}

const colorOf = ({ attention, can_try }) => (attention ? 'red' : can_try ? 'orange' : 'green');

function datesOf({ first, last }, language) {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const dates = [first, last].map((day) => format.format(new Date(`${day.slice(0, 10)}T00:00Z`)));
  return [...new Set(dates)].join(' – ');
}

const Row = ({ label, children }) =>
  children ? (
    <div className="grid grid-cols-2 px-6 py-4">
      <Text size="small" weight="plus" leading="compact">
        {label}
      </Text>
      <Text size="small" leading="compact">
        {children}
      </Text>
    </div>
  ) : null;

/** State in words, goods, waybill, tracking link, and what a person must decide, with the buttons for it. */
function Delivery({ delivery, isBusy, problem, run }) {
  const { t, i18n } = useTranslation(namespace);
  const { arrival, attention, can_keep, can_try, fulfillment, shipping_option, tracking_url } = delivery;
  // A badge has one short line.
  const [state, reason] = delivery.words.split(': ');
  const button = (word, body) => (
    <Button size="small" variant="secondary" disabled={isBusy} onClick={() => run({ shipping_option, ...body })}>
      {t(word)}
    </Button>
  );
  return (
    <div className="divide-y">
      <div className="flex items-center justify-between px-6 py-4">
        <Heading level="h2">{t('title')}</Heading>
        <StatusBadge color={colorOf(delivery)}>{state}</StatusBadge>
      </div>
      <Row label={t('reason')}>{reason && reason[0].toUpperCase() + reason.slice(1)}</Row>
      <Row label={t('goods')}>{delivery.goods}</Row>
      <Row label={t('leftOut')}>{delivery.left_out}</Row>
      <Row label={t('service')}>{delivery.service}</Row>
      <Row label={t('arrival')}>{arrival && datesOf(arrival, i18n.language)}</Row>
      <Row label={t('waybill')}>{delivery.waybill}</Row>
      <Row label={t('tracking')}>
        {tracking_url && (
          <a className="text-ui-fg-interactive" href={tracking_url} target="_blank" rel="noreferrer">
            {t('follow')}
          </a>
        )}
      </Row>
      <Row label={t('note')}>{delivery.note}</Row>
      <Row label={t('attention')}>{attention ?? problem}</Row>
      {(can_try || can_keep) && (
        <div className="flex justify-end gap-2 px-6 py-4">
          {can_try && button(fulfillment || attention ? 'again' : 'order')}
          {can_try && delivery.costs_more && button('higher', { accept_higher_price: true })}
          {can_keep && button('keep', { keep: fulfillment })}
        </div>
      )}
    </div>
  );
}

/** The deliveries of an order, on its page in the dashboard. */
export function DeliveryWidget({ data: { id } }) {
  const { t, i18n } = useTranslation(namespace);
  const queries = useQueryClient();
  // The key begins as the dashboard's own: the page around the widget and the widget are read again together.
  const asked = useQuery({
    queryKey: ['orders', 'detail', id, 'ship-elements', i18n.language],
    queryFn: () => ask(id, i18n.language),
  });
  const sent = useMutation({
    mutationFn: (body) => ask(id, i18n.language, body),
    onSettled: () => queries.invalidateQueries({ queryKey: ['orders'] }),
  });
  const { data: deliveries = [], isFetching } = asked;
  const isBusy = isFetching || sent.isPending;
  const problem = (sent.error ?? asked.error)?.message;
  return (
    <Container className="divide-y p-0">
      {deliveries.map((delivery, index) => (
        <Delivery
          key={delivery.fulfillment ?? index}
          delivery={delivery}
          isBusy={isBusy}
          problem={delivery.can_try ? problem : undefined}
          run={sent.mutate}
        />
      ))}
      {!deliveries.length && <Row label={t('title')}>{isBusy ? '…' : t('nothing')}</Row>}
      {!deliveries.length && <Row label={t('attention')}>{problem}</Row>}
    </Container>
  );
}
