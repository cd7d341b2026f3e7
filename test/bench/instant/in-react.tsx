/** The same screen in React as its users write it: rows are memoised, and get what they show as properties. */
import { memo, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Rate } from '../../../src/contract/index.ts';
import {
  arrivalOf,
  askRates,
  bestOf,
  groupsOf,
  inGroups,
  leastOf,
  moreFrom,
  nothing,
  priceOf,
  rupiah,
  type Switched,
} from './quoted.ts';

interface RowProperties {
  rate: Rate;
  price: number;
  chosen: boolean;
  cheapest: boolean;
  fastest: boolean;
  onChoose: (rate: Rate) => void;
}

const Row = memo(({ rate, price, chosen, cheapest, fastest, onChoose }: RowProperties) => (
  <label className="row" part="row">
    <input type="radio" part="radio" name="rate" checked={chosen} onChange={() => onChoose(rate)} />
    <b>{rate.courier_name}</b>
    {rate.courier_service_name}
    <small>
      {arrivalOf(rate)}
      {cheapest && <i part="badge">Cheapest</i>}
      {fastest && <i part="badge">Fastest</i>}
    </small>
    <span part="price">{rupiah.format(price)}</span>
  </label>
));

interface SwitchProperties {
  name: string;
  on: boolean;
  onSwitch: (on: boolean) => void;
}

const Switch = ({ name, on, onSwitch }: SwitchProperties) => (
  <label className="switch">
    <input
      type="checkbox"
      role="switch"
      part="switch"
      aria-checked={on}
      checked={on}
      onChange={({ target }) => onSwitch(target.checked)}
    />
    {name}
  </label>
);

function Panel({ rate, switched }: { rate: Rate; switched: Switched }) {
  const parts = [
    ['Shipping', rate.shipping_fee],
    ['Insurance', switched.insurance ? rate.insurance_fee : 0],
    ['Cash on delivery', switched.cashOnDelivery ? rate.cash_on_delivery_fee : 0],
    ['Total', priceOf(rate, switched)],
  ] as const;
  return (
    <dl part="breakdown">
      {parts.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{rupiah.format(amount ?? 0)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Checkout() {
  const [rates, setRates] = useState<Rate[]>();
  const [switched, setSwitched] = useState(nothing);
  const [chosen, setChosen] = useState<Rate>();
  useEffect(() => {
    void askRates().then(setRates);
  }, []);
  const { cheapest, fastest } = useMemo(() => bestOf(rates ?? [], switched), [rates, switched]);
  const groups = useMemo(() => groupsOf((inGroups && rates) || []), [rates]);
  const renderRow = (rate: Rate) => (
    <Row
      key={rate.courier_service_code}
      rate={rate}
      price={priceOf(rate, switched)}
      chosen={rate === chosen}
      cheapest={rate === cheapest}
      fastest={rate === fastest}
      onChoose={setChosen}
    />
  );
  return (
    <form>
      <fieldset aria-label="Extras">
        <Switch
          name="Insurance"
          on={switched.insurance}
          onSwitch={(insurance) => setSwitched({ ...switched, insurance })}
        />
        <Switch
          name="Cash on delivery"
          on={switched.cashOnDelivery}
          onSwitch={(cashOnDelivery) => setSwitched({ ...switched, cashOnDelivery })}
        />
      </fieldset>
      <div role="radiogroup" aria-label="Delivery">
        {rates ? null : <p>Comparing couriers…</p>}
        {groups.map((group) => {
          const { rate, others } = leastOf(group, switched);
          return (
            <div key={group.speed}>
              <div className="heading">
                <h5>{group.speed}</h5>
                <button type="button">{moreFrom(group.rates.length - 1, others)}</button>
              </div>
              {renderRow(rate)}
            </div>
          );
        })}
        {inGroups ? null : rates?.map(renderRow)}
      </div>
      {chosen && <Panel rate={chosen} switched={switched} />}
    </form>
  );
}

createRoot(document.body).render(<Checkout />);
