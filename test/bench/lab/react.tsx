/** The same screen in React, as a good engineer writes it: rows are memoised, and an answer is kept for each position of the COD switch. */
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Rate } from '../../../src/contract/index.ts';
import {
  arrivalOf,
  askRates,
  badgesOf,
  billOf,
  type Extras,
  priceOf,
  rupiah,
  shortList,
  spoken,
  sumOf,
  wholeList,
} from './screen.ts';

interface RowProps {
  rate: Rate;
  price: number;
  badge: string;
  isChosen: boolean;
  onChoose: (code: string) => void;
}

const Row = memo(function Row({ rate, price, badge, isChosen, onChoose }: RowProps) {
  const text = rupiah.format(price);
  return (
    <label className="row" part="row">
      <input
        type="radio"
        part="radio"
        name="rate"
        aria-label={spoken(rate, text)}
        checked={isChosen}
        onChange={() => onChoose(rate.courier_service_code)}
      />
      <b>{arrivalOf(rate)}</b>
      <span part="price">{text}</span>
      <span className="by">
        <span className="chip">{rate.courier_name}</span> <small>{rate.courier_service_name}</small>
      </span>
      <i part="badge">{badge}</i>
    </label>
  );
});

const { dataset } = document.body;
const isAlwaysWhole = 'all' in dataset;

function Delivery() {
  const [rates, setRates] = useState<readonly Rate[]>();
  const [isStale, setStale] = useState(true);
  const [insurance, setInsured] = useState(false);
  const [cashOnDelivery, setCashOnDelivery] = useState(false);
  const [isWhole, setWhole] = useState(isAlwaysWhole);
  const [chosen, setChosen] = useState('');
  const answers = useRef(new Map<boolean, Promise<Rate[]>>());
  const short = useRef<string[]>([]);

  useEffect(() => {
    let isCurrent = true;
    setStale(true);
    const asked = answers.current.get(cashOnDelivery) ?? askRates(cashOnDelivery);
    answers.current.set(cashOnDelivery, asked);
    void asked.then((answer) => {
      if (!isCurrent) return;
      if (!short.current.length) short.current = shortList(answer);
      setRates(answer);
      setStale(false);
    });
    return () => {
      isCurrent = false;
    };
  }, [cashOnDelivery]);

  const extras = useMemo(() => ({ insurance, cashOnDelivery }), [insurance, cashOnDelivery]);
  const badges = useMemo(() => rates && badgesOf(rates, short.current, extras), [rates, extras]);
  const byCode = useMemo(() => new Map(rates?.map((rate) => [rate.courier_service_code, rate])), [rates]);
  const first = useRef<readonly Rate[]>([]);
  if (rates && !first.current.length) first.current = rates;
  const whole = useMemo(() => (isWhole && rates ? wholeList(first.current) : []), [rates === undefined, isWhole]);
  const choose = useCallback((code: string) => setChosen(code), []);
  const rate = byCode.get(chosen);
  const row = (rate: Rate) => (
    <Row
      key={rate.courier_service_code}
      rate={rate}
      price={priceOf(rate, extras)}
      badge={badges?.get(rate.courier_service_code) ?? ''}
      isChosen={rate.courier_service_code === chosen}
      onChoose={choose}
    />
  );
  const bill = billOf(rate);

  return (
    <form className={isStale ? 'stale' : ''}>
      <div className="title">
        <h3>Delivery to 40111</h3>
      </div>
      <div role="radiogroup" aria-label="Delivery">
        {!rates && <p>Loading delivery options…</p>}
        {rates && isWhole
          ? whole.flatMap(({ courier_service_code }) => byCode.get(courier_service_code) ?? []).map(row)
          : short.current.flatMap((code) => byCode.get(code) ?? []).map(row)}
      </div>
      {rates && !isAlwaysWhole && (
        <button type="button" className="more" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `${rates.length - short.current.length} more`}
        </button>
      )}
      {rates && (
        <fieldset aria-label="Extras">
          <div part="breakdown" className="line base">
            <span>Shipping</span>
            <span className="fee">{bill.shipping}</span>
          </div>
          <Switch
            label="Insurance"
            hint="Covers Rp 185,000"
            fee={bill.insurance}
            isOn={insurance}
            onSwitch={setInsured}
          />
          <Switch
            label="Cash on delivery"
            hint="Cash at the door"
            fee={bill.cashOnDelivery}
            isOn={cashOnDelivery}
            onSwitch={setCashOnDelivery}
          />
        </fieldset>
      )}
      {rates && <Bar rate={rate} extras={extras} />}
    </form>
  );
}

function Bar({ rate, extras }: { rate: Rate | undefined; extras: Extras }) {
  const { label, amount } = sumOf(rate, extras);
  return (
    <div className="bar">
      <p className="sum">
        <span>{label}</span> <strong>{amount}</strong>
      </p>
      {'button' in dataset && (
        <button type="button" className="primary">
          Book delivery
        </button>
      )}
    </div>
  );
}

interface SwitchProps {
  label: string;
  hint: string;
  fee: string;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
}

function Switch({ label, hint, fee, isOn, onSwitch }: SwitchProps) {
  return (
    <label className="line">
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-checked={isOn}
        checked={isOn}
        onChange={({ target }) => onSwitch(target.checked)}
      />
      <span>{label}</span>
      <span className="fee">{fee}</span>
      <small>{hint}</small>
    </label>
  );
}

createRoot(document.body.appendChild(document.createElement('div'))).render(<Delivery />);
// The first price takes a formatter tens of milliseconds. It is built while the service is thinking, as the widget does.
rupiah.format(0);
