// A block on the page of an order. The shop's own dashboard bundles it as it is, so it imports nothing of this package.
import { api, Button, defineDashboardExtension, LabeledData, PermissionGuard } from '@vendure/dashboard';
import { useCallback, useEffect, useState } from 'react';

const question = `query ($id: ID!) { order(id: $id) {
  acceptedDelivery { courier service arrivalFirst arrivalLast } fulfillments { id customFields { shippingProblem }
  shippingDelivery { state words waybill trackingLink attention note canRetry canKeep } } } }`;
const retryDelivery = `mutation ($id: ID!, $accept: Boolean) {
  retryDelivery(fulfillmentId: $id, acceptHigherPrice: $accept) { id } }`;
const keepDelivery = 'mutation ($id: ID!) { keepDelivery(fulfillmentId: $id) { id } }';

/** How long a waiting delivery is shown before its state is read again. Vendure orders it after its own transaction. */
const rereadDelay = 3_000;

const datesOf = ({ arrivalFirst, arrivalLast }) =>
  [...new Set([arrivalFirst, arrivalLast])].map((day) => day.slice(0, 10)).join(' – ');

/** State in words, waybill with its link, and what a person must decide, with the buttons for it. */
function Delivery({ fulfillment, isBusy, retry, keep }) {
  const { customFields, shippingDelivery } = fulfillment;
  const { words, waybill, trackingLink, attention, note, canRetry, canKeep } = shippingDelivery;
  const link = trackingLink && (
    <a className="underline" href={trackingLink} target="_blank" rel="noreferrer">
      {waybill ?? 'Track the parcel'}
    </a>
  );
  return (
    <div className="space-y-2">
      <LabeledData label="State" value={words} />
      {(link || waybill) && <LabeledData label="Waybill" value={link || waybill} />}
      {note && <LabeledData label="Note" value={note} />}
      {attention && <LabeledData className="text-destructive" label="Needs attention" value={attention} />}
      {canRetry && (
        <PermissionGuard requires={['UpdateOrder']}>
          <div className="flex flex-wrap gap-2">
            <Button type="button" size="sm" variant="outline" disabled={isBusy} onClick={() => retry(false)}>
              Try again
            </Button>
            {customFields.shippingProblem === 'price-changed' && (
              <Button type="button" size="sm" variant="outline" disabled={isBusy} onClick={() => retry(true)}>
                Accept the higher price
              </Button>
            )}
          </div>
        </PermissionGuard>
      )}
      {canKeep && (
        <PermissionGuard requires={['UpdateOrder']}>
          <Button type="button" size="sm" variant="outline" disabled={isBusy} onClick={keep}>
            Keep the delivery
          </Button>
        </PermissionGuard>
      )}
    </div>
  );
}

function Deliveries({ order }) {
  const [{ acceptedDelivery: accepted, fulfillments = [], isUnread }, setOrder] = useState({ isUnread: true });
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  // Another `order` is the same order with news: Vendure's page has read it again.
  const read = useCallback(
    () =>
      api.query(question, { id: order.id }).then(
        (answer) => setOrder(answer.order ?? {}),
        ({ message }) => setProblem(message),
      ),
    [order],
  );
  useEffect(() => {
    read();
  }, [read]);
  useEffect(() => {
    if (!fulfillments.some(({ shippingDelivery }) => shippingDelivery?.state === 'waiting')) return;
    const timer = setTimeout(read, rereadDelay);
    return () => clearTimeout(timer);
  }, [fulfillments, read]);

  const act = async (mutation, values) => {
    setBusy(true);
    setProblem('');
    await api.mutate(mutation, values).catch(({ message }) => setProblem(message));
    await read();
    setBusy(false);
  };
  // A fulfillment of another handler has none.
  const shown = fulfillments.filter(({ shippingDelivery: ours }) => ours && ours.state !== 'cancelled');
  return (
    <div className="space-y-4">
      {accepted && <LabeledData label="Service" value={`${accepted.courier}/${accepted.service}`} />}
      {accepted?.arrivalFirst && <LabeledData label="Promised for" value={datesOf(accepted)} />}
      {shown.map((fulfillment) => (
        <Delivery
          key={fulfillment.id}
          fulfillment={fulfillment}
          isBusy={isBusy}
          retry={(accept) => act(retryDelivery, { id: fulfillment.id, accept })}
          keep={() => act(keepDelivery, { id: fulfillment.id })}
        />
      ))}
      {!shown.length && !isUnread && !problem && (
        <p className="text-sm text-muted-foreground">No delivery is ordered.</p>
      )}
      {problem && (
        <p className="text-sm text-destructive" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

defineDashboardExtension({
  pageBlocks: [
    {
      id: 'ship-elements-delivery',
      title: 'Delivery',
      location: {
        pageId: 'order-detail',
        column: 'side',
        position: { blockId: 'fulfillment-details', order: 'before' },
      },
      shouldRender: ({ entity }) => Boolean(entity?.fulfillments?.length),
      component: ({ context: { entity } }) => <Deliveries key={entity.id} order={entity} />,
    },
  ],
});
