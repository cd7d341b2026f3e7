import { html, nothing, type TemplateResult } from 'lit';
import { cashOnDeliveryLimit, type Rate, type Rupiah } from '../../contract/index.ts';
import { type ExtraName, extraRows, type LockReason, type SettledExtras, type Switches } from '../../quote/index.ts';
import { checked } from '../shared/checked.ts';
import { plainName } from '../shared/news.ts';
import type { Words } from '../shared/words.ts';

interface ExtrasPanel {
  extras: SettledExtras;
  /** As they are shown. */
  switches: Switches;
  /** Rupiah: what mandatory insurance is derived from. */
  declared: Rupiah;
  /** The chosen rate: its courier may insure always, or never. */
  rate: Rate | undefined;
  disabled: boolean;
  words: Words;
  formatRupiah: (amount: Rupiah) => string;
  handleSwitch: (name: ExtraName, on: boolean) => void;
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
 * The switches, a row of the table of extras each. A locked one is on or off by what the chosen courier can do, the shopper's
 * own choice beneath it untouched: it never shows insured what will go out uninsured.
 */
export function renderExtras(panel: ExtrasPanel): TemplateResult {
  const { extras, switches, rate, disabled, words, handleSwitch, handleLocked } = panel;
  return html`
    <h4 class="hidden">${words.extras}</h4>
    <fieldset part="extras" class="extras" role="none" ?disabled=${disabled}>
      ${extraRows.map(({ property, part, lock }) => {
        const locked = lock(extras, rate);
        return renderSwitch({
          id: part,
          on: switches[property],
          label: texts[property].label(words),
          hint: locked ? lockSentence(property, locked.reason, panel) : texts[property].hint(panel),
          locked: locked !== undefined,
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

interface Switch {
  id: string;
  on: boolean;
  label: string;
  hint: string;
  /** Why it cannot be moved stands in the hint; `disabled` would keep a screen reader from ever reading it. */
  locked: boolean;
  handleSwitch: (on: boolean) => void;
  handleLocked: (reason: string) => void;
}

function renderSwitch({ id, on, label, hint, locked, handleSwitch, handleLocked }: Switch): TemplateResult {
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
        aria-labelledby="${id}-label"
        aria-describedby="${id}-hint"
        @click=${handleClick}
        @change=${handleChange}
      />
      <span class="label" id="${id}-label">${label}</span>
      <span class="hint" id="${id}-hint">${hint}</span>
    </label>
  `;
}
