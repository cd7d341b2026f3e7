import { html, nothing, type TemplateResult } from 'lit';
import { cashOnDeliveryLimit, type Rate, type Rupiah } from '../../contract/index.ts';
import type { Extras } from '../../quote/index.ts';
import type { Words } from '../shared/words.ts';

interface ExtrasPanel {
  extras: Required<Extras>;
  /** Rupiah: what mandatory insurance is derived from. */
  declared: Rupiah;
  /** The chosen rate, where its courier insures whatever is asked. */
  alwaysInsured: Rate | undefined;
  disabled: boolean;
  say: Words;
  rupiah: (amount: Rupiah) => string;
  handleInsurance: (event: Event) => void;
  handleCashOnDelivery: (event: Event) => void;
}

/** The two switches. A locked one is on by the courier's rule, the shopper's own choice beneath it untouched. */
export function renderExtras(panel: ExtrasPanel): TemplateResult {
  const { extras, declared, alwaysInsured, disabled, say, rupiah } = panel;
  const aboveLimit = extras.cashOnDeliveryAmount > cashOnDeliveryLimit;
  const courier = alwaysInsured && (alwaysInsured.courier_name || alwaysInsured.courier_code);
  return html`
    <fieldset part="extras" class="extras" ?disabled=${disabled}>
      ${renderSwitch({
        id: 'insurance',
        label: say.insurance,
        hint: courier
          ? say.insuranceLocked(courier, rupiah(declared), rupiah(alwaysInsured.insurance_fee ?? 0))
          : say.insuranceFor(rupiah(extras.insuranceAmount ?? 0)),
        on: extras.insured || alwaysInsured !== undefined,
        locked: alwaysInsured !== undefined,
        handleChange: panel.handleInsurance,
      })}
      ${renderSwitch({
        id: 'cash-on-delivery',
        label: say.cashOnDelivery,
        hint: aboveLimit
          ? say.cashOnDeliveryAbove(rupiah(cashOnDeliveryLimit))
          : say.cashOnDeliveryFor(rupiah(extras.cashOnDeliveryAmount ?? 0)),
        on: extras.cashOnDelivery,
        locked: aboveLimit,
        handleChange: panel.handleCashOnDelivery,
      })}
    </fieldset>
  `;
}

interface Switch {
  id: string;
  label: string;
  hint: string;
  on: boolean;
  /** Why it cannot be moved stands in the hint; `disabled` would keep a screen reader from ever reading it. */
  locked: boolean;
  handleChange: (event: Event) => void;
}

function renderSwitch({ id, label, hint, on, locked, handleChange }: Switch): TemplateResult {
  return html`
    <label class="switch ${locked ? 'locked' : ''}">
      <input
        part="switch"
        type="checkbox"
        role="switch"
        id=${id}
        .checked=${on}
        aria-disabled=${locked ? 'true' : nothing}
        aria-labelledby="${id}-label"
        aria-describedby="${id}-hint"
        @click=${(event: Event) => locked && event.preventDefault()}
        @input=${(event: Event) => event.stopPropagation()}
        @change=${handleChange}
      />
      <span class="label" id="${id}-label">${label}</span>
      <span class="hint" id="${id}-hint">${hint}</span>
    </label>
  `;
}
