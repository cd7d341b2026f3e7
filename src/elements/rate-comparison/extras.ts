import { html, nothing, type TemplateResult } from 'lit';
import { cashOnDeliveryLimit, type Rate, type Rupiah } from '../../contract/index.ts';
import { type Extras, insuranceOf } from '../../quote/index.ts';
import { unturned } from '../shared/news.ts';
import type { Words } from '../shared/words.ts';

/** Extras with their amounts filled in. */
type SettledExtras = Extras & { insuranceAmount: Rupiah; cashOnDeliveryAmount: Rupiah };

interface ExtrasPanel {
  extras: SettledExtras;
  /** Rupiah: what mandatory insurance is derived from. */
  declared: Rupiah;
  /** The chosen rate: its courier may insure always, or never. */
  rate: Rate | undefined;
  disabled: boolean;
  say: Words;
  rupiah: (amount: Rupiah) => string;
  /** A locked switch was tried: the reason is said. */
  handleLocked: (reason: string) => void;
  handleChange: (event: Event) => void;
}

/**
 * The two switches. A locked one is on or off by what the chosen courier can do (in-step.ts), the shopper's own choice
 * beneath it untouched: it never shows insured what will go out uninsured.
 */
export function renderExtras(panel: ExtrasPanel): TemplateResult {
  const { extras, declared, rate, disabled, say, rupiah, handleLocked, handleChange } = panel;
  const aboveLimit = extras.cashOnDeliveryAmount > cashOnDeliveryLimit;
  const insurance = rate && insuranceOf(rate);
  return html`
    <fieldset part="extras" class="extras" aria-label=${say.extras} ?disabled=${disabled}>
      ${renderSwitch({
        id: 'insurance',
        label: say.insurance,
        hint:
          insurance === 'mandatory'
            ? lockedSentence(rate, declared, say, rupiah)
            : insurance === 'unavailable'
              ? say.notInsurable
              : extras.insuranceAmount
                ? say.insuranceFor(rupiah(extras.insuranceAmount))
                : say.nothingDeclared,
        locked: insurance === 'mandatory' || insurance === 'unavailable' || !extras.insuranceAmount,
        handleLocked,
        handleChange,
      })}
      ${renderSwitch({
        id: 'cash-on-delivery',
        label: say.cashOnDelivery,
        hint: aboveLimit
          ? say.cashOnDeliveryAbove(rupiah(cashOnDeliveryLimit))
          : extras.cashOnDeliveryAmount
            ? say.cashOnDeliveryFor(rupiah(extras.cashOnDeliveryAmount))
            : say.nothingDeclared,
        locked: aboveLimit || !extras.cashOnDeliveryAmount,
        handleLocked,
        handleChange,
      })}
    </fieldset>
  `;
}

/** Why the insurance of a rate cannot be switched off, and what it costs. */
export function lockedSentence(
  rate: Rate | undefined,
  declared: Rupiah,
  say: Words,
  rupiah: (amount: Rupiah) => string,
): string {
  const courier = unturned(rate?.courier_name || rate?.courier_code || '');
  return say.insuranceLocked(courier, rupiah(declared), rupiah(rate?.insurance_fee ?? 0));
}

interface Switch {
  id: string;
  label: string;
  hint: string;
  /** Why it cannot be moved stands in the hint; `disabled` would keep a screen reader from ever reading it. */
  locked: boolean;
  handleLocked: (reason: string) => void;
  handleChange: (event: Event) => void;
}

function renderSwitch({ id, label, hint, locked, handleLocked, handleChange }: Switch): TemplateResult {
  const handleClick = (event: Event) => {
    if (!locked) return;
    event.preventDefault();
    handleLocked(hint);
  };
  return html`
    <label class="switch ${locked ? 'locked' : ''}">
      <input
        part="switch"
        type="checkbox"
        role="switch"
        id=${id}
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
