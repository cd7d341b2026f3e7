import { html, nothing, type TemplateResult } from 'lit';
import { cashOnDeliveryLimit, type Rate, type Rupiah, rules } from '../../contract/index.ts';
import {
  type Addition,
  type ExtraName,
  extraRows,
  type LockReason,
  type Repairs,
  type SettledExtras,
  type Switches,
  serviceKey,
} from '../../quote/index.ts';
import { checked } from '../shared/checked.ts';
import { errorSentence, worthRetrying } from '../shared/error-sentence.ts';
import { nameOf, plainName } from '../shared/news.ts';
import type { Words } from '../shared/words.ts';
import type { Resting, Unpriced } from '../state/selection.ts';

interface ExtrasPanel {
  extras: SettledExtras;
  /** As they are shown. */
  switches: Switches;
  additionOf: (name: ExtraName) => Addition;
  /** Rupiah: what mandatory insurance is derived from. */
  declared: Rupiah;
  /** Those that may be chosen; undefined while they are on their way. */
  rates: readonly Rate[] | undefined;
  /** Codes of the couriers that are asked, none for all; undefined where nobody is asked. */
  asked: readonly string[] | undefined;
  /** The chosen rate: its courier may insure always, or never. */
  rate: Rate | undefined;
  /** The choice that cannot be had as the switches stand, and what helps. */
  resting: Resting | undefined;
  repairs: Repairs | undefined;
  /** Switches that were put back, because nobody said what they cost. */
  unpriced: Unpriced | undefined;
  /** Whether what they cost may be another amount in a moment. */
  unsettled: boolean;
  disabled: boolean;
  words: Words;
  formatRupiah: (amount: Rupiah) => string;
  handleSwitch: (name: ExtraName, on: boolean) => void;
  /** A switch is put right by a button, which goes with it. */
  handleTurn: (name: ExtraName, on: boolean) => void;
  /** Another rate in place of the choice. */
  handleUse: (key: string) => void;
  /** A locked switch was tried: the reason is said. */
  handleLocked: (reason: string) => void;
}

/** What the words beside a switch depend on. */
type Panel = Pick<ExtrasPanel, 'extras' | 'rate' | 'declared' | 'words' | 'formatRupiah'>;

interface Texts {
  label(words: Words): string;
  /** What it stands for. */
  hint(panel: Panel): string;
  /** Why it cannot be switched, by what its row says. */
  locked: Partial<Record<LockReason, (panel: Panel) => string>>;
}

/** What is written beside each switch. */
const texts: Record<ExtraName, Texts> = {
  insured: {
    label: (words) => words.insurance,
    hint: ({ extras, words, formatRupiah }) => words.insuranceFor(formatRupiah(extras.insuranceAmount)),
    locked: {
      mandatory({ rate, declared, words, formatRupiah }) {
        const courier = plainName(rate?.courier_name || rate?.courier_code || '');
        return words.insuranceLocked(courier, formatRupiah(declared), formatRupiah(rate?.insurance_fee ?? 0));
      },
      unavailable: ({ words }) => words.notInsurable,
    },
  },
  cashOnDelivery: {
    label: (words) => words.cashOnDelivery,
    hint: ({ extras, words, formatRupiah }) => words.cashOnDeliveryFor(formatRupiah(extras.cashOnDeliveryAmount)),
    locked: {
      'above-limit': ({ words, formatRupiah }) => words.cashOnDeliveryAbove(formatRupiah(cashOnDeliveryLimit)),
    },
  },
};

/**
 * What room is kept for beside the switches while nobody knows: that the cargo courier is among some dozens of rates, and that a
 * fee is some percent of the goods.
 */
const likely = (declared: Rupiah) => ({
  addition: { fee: undefined, most: Math.ceil(declared / 30), able: 98, of: 99 },
  rates: [
    {
      courier_code: rules.cargoCourier.courier,
      courier_name: 'J&T Cargo',
      insurance_fee: Math.max(1_000, Math.ceil(declared / 200)),
    } as Rate,
  ] as readonly Rate[],
});

/**
 * The switches, a row of the table of extras each, with what it adds to the price and how many rates can have it. A locked one
 * is on or off by what the chosen courier can do, the shopper's own choice beneath it untouched: it never shows insured what
 * will go out uninsured. What a switch stands in the way of is put right beneath it.
 */
export function renderExtras(panel: ExtrasPanel): TemplateResult {
  const { extras, switches, rate, unsettled, disabled, words, handleSwitch, handleLocked } = panel;
  return html`
    <h4 class="hidden">${words.extras}</h4>
    <fieldset part="extras" class="extras ${unsettled ? 'unsettled' : ''}" role="none" ?disabled=${disabled}>
      ${extraRows.map(({ property, part, lock }) => {
        const locked = lock(extras, rate);
        const addition = panel.rates ? panel.additionOf(property) : likely(panel.declared).addition;
        const able = addition.able < addition.of ? words.optionsOf(addition.able, addition.of) : '';
        const free = texts[property].hint(panel);
        const isKnown = !locked && panel.rates !== undefined;
        return renderSwitch({
          id: part,
          on: switches[property],
          label: texts[property].label(words),
          hint: locked ? lockSentence(property, locked.reason, panel) : free,
          cost: isKnown ? costOf(addition, panel) : '',
          able: isKnown ? able : '',
          longest: { hint: free, cost: longestCost(addition, panel), able },
          otherHints: lockSentences(property, panel),
          locked: locked !== undefined,
          trouble: renderTrouble(property, panel),
          handleLocked,
          handleSwitch: (on) => handleSwitch(property, on),
        });
      })}
    </fieldset>
  `;
}

/** Why a switch cannot be moved. */
export function lockSentence(name: ExtraName, reason: LockReason, panel: Panel): string {
  return texts[name].locked[reason]?.(panel) ?? panel.words.nothingDeclared;
}

/**
 * Why its switch cannot be moved once one of these rates is chosen: a sentence for each reason. Room that was kept for the cargo
 * courier stays where it has not come: what stands below would jump.
 */
function lockSentences(name: ExtraName, panel: ExtrasPanel): string[] {
  const lock = extraRows.find(({ property }) => property === name)?.lock;
  const sentences = new Map<LockReason, string>();
  const { asked, declared } = panel;
  const mayCome = asked && declared > 0 && (!asked.length || asked.includes(rules.cargoCourier.courier));
  for (const rate of [...(panel.rates ?? []), ...(mayCome ? likely(declared).rates : [])]) {
    const reason = lock?.(panel.extras, rate)?.reason;
    if (reason && !sentences.has(reason)) sentences.set(reason, lockSentence(name, reason, { ...panel, rate }));
  }
  return [...sentences.values()];
}

type Cost = Pick<ExtrasPanel, 'rate' | 'words' | 'formatRupiah'>;

/** What a switch adds: of the chosen rate, or the least of all; nothing where only the service knows. */
function costOf({ fee }: Addition, { rate, words, formatRupiah }: Cost): string {
  // The least of all is nothing: it says nothing of the others.
  if (fee === undefined || !(rate || fee)) return '';
  const cost = signed(fee, formatRupiah);
  return rate ? cost : words.addsFrom(cost);
}

const signed = (fee: Rupiah, formatRupiah: Cost['formatRupiah']): string => `${fee < 0 ? '' : '+'}${formatRupiah(fee)}`;

/** As long as what it adds may become with another choice, or with none. */
const longestCost = ({ most }: Addition, { declared, words, formatRupiah }: ExtrasPanel): string =>
  words.addsFrom(signed(most || likely(declared).addition.most, formatRupiah));

/** What is said once a switch was pressed: what it adds or what the choice cannot have, and how many options there are now. */
export function switchSentence(
  name: ExtraName,
  count: number,
  panel: Pick<ExtrasPanel, 'switches' | 'additionOf' | 'rate' | 'resting' | 'repairs' | 'words' | 'formatRupiah'>,
): string {
  const { switches, rate, resting, repairs, words, formatRupiah } = panel;
  const addition = panel.additionOf(name);
  const { fee = 0 } = addition;
  const cost = costOf(addition, panel);
  // A courier may take something off for it: nothing is added then.
  const added =
    fee < 0 ? `${texts[name].label(words)}: ${cost}.` : cost && words.switchedOn[name](formatRupiah(fee), !rate);
  const kept = repairs?.switchOff === name && resting ? words.obstructed[name](nameOf(resting.rate)) : added;
  return `${switches[name] ? kept : words.switchedOff[name]} ${words.options(count)}`.trim();
}

/** What is wrong with a switch as it stands, or could not be asked, and what helps: one tap each. */
function renderTrouble(name: ExtraName, panel: ExtrasPanel): TemplateResult | typeof nothing {
  const { repairs, resting, unpriced, words, formatRupiah, handleTurn, handleUse } = panel;
  if (repairs?.switchOff === name && resting) {
    const { instead } = repairs;
    return html`
      <div class="repair">
        <p>${words.obstructed[name](nameOf(resting.rate))}</p>
        ${
          instead
            ? html`<button type="button" @click=${() => handleUse(serviceKey(instead))}>
                ${words.useInstead(nameOf(instead), formatRupiah(instead.price))}
              </button>`
            : nothing
        }
        <button type="button" @click=${() => handleTurn(name, false)}>${words.turnOff[name]}</button>
      </div>
    `;
  }
  if (!unpriced?.names.includes(name)) return nothing;
  return html`
    <div class="repair">
      <p>${errorSentence(unpriced.error, words)}</p>
      ${
        worthRetrying(unpriced.error)
          ? html`<button type="button" @click=${() => handleTurn(name, true)}>${words.retry}</button>`
          : nothing
      }
    </div>
  `;
}

interface Switch {
  id: string;
  on: boolean;
  label: string;
  hint: string;
  cost: string;
  /** How many options can have it; empty where all can. */
  able: string;
  /** What may stand there in place of these three: room is kept for the longest, so that a choice moves nothing below. */
  longest: { hint: string; cost: string; able: string };
  /** The same for the hint alone: why the switch cannot be moved. */
  otherHints: readonly string[];
  /** Why it cannot be moved stands in the hint; `disabled` would keep a screen reader from ever reading it. */
  locked: boolean;
  trouble: TemplateResult | typeof nothing;
  handleSwitch: (on: boolean) => void;
  handleLocked: (reason: string) => void;
}

function renderSwitch(row: Switch): TemplateResult {
  const { id, on, label, hint, cost, able, longest, otherHints, locked, trouble, handleSwitch, handleLocked } = row;
  const handleClick = (event: Event) => {
    if (!locked) return;
    event.preventDefault();
    handleLocked(hint);
  };
  const handleChange = (event: Event) => handleSwitch((event.target as HTMLInputElement).checked);
  return html`
    <label class="switch ${locked ? 'locked' : ''}">
      <input
        part="switch"
        type="checkbox"
        role="switch"
        id=${id}
        .checked=${checked(on)}
        aria-disabled=${locked ? 'true' : nothing}
        aria-label=${label}
        aria-description=${[cost, hint, able].filter(Boolean).join(', ')}
        @click=${handleClick}
        @change=${handleChange}
      />
      <span class="label" id="${id}-label" aria-hidden="true">${label}</span>
      <span class="hint" id="${id}-hint" aria-hidden="true">${hint}</span>
      <span class="terms" aria-hidden="true"><span class="cost">${cost}</span> <span class="able">${able}</span></span>
      <span class="others" aria-hidden="true">
        <span class="longest"
          ><span data-other=${longest.hint}></span><span data-other=${longest.cost}></span> <span data-other=${longest.able}></span
        ></span>
        ${otherHints.map((other) => html`<span data-other=${other}></span>`)}
      </span>
    </label>
    ${trouble}
  `;
}
