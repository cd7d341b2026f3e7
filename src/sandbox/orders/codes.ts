import { cashOnDeliveryLimit } from '../../contract/index.ts';
import type { Codes } from '../check-request.ts';
import type { Problem } from '../refusal.ts';

const noProofNote = 40_002_032;

/** The codes of orders by field (contract/README.md §2.3). */
export const orderCodes: Codes = {
  otherwise: 40_002_999,
  fields: {
    origin_contact_name: { wrong: 40_002_014 },
    origin_contact_phone: { wrong: 40_002_015 },
    origin_address: { wrong: 40_002_016 },
    origin_postal_code: { missing: 40_002_011, wrong: 40_002_020 },
    origin_area_id: { wrong: 40_002_020 },
    origin_coordinate: { wrong: 40_002_022 },
    destination_contact_name: { wrong: 40_002_017 },
    destination_contact_phone: { wrong: 40_002_018 },
    destination_address: { wrong: 40_002_019 },
    destination_postal_code: { missing: 40_002_010, wrong: 40_002_020 },
    destination_area_id: { wrong: 40_002_020 },
    destination_coordinate: { wrong: 40_002_024 },
    destination_cash_on_delivery: { above: { most: cashOnDeliveryLimit, code: 40_002_030 } },
    destination_cash_on_delivery_type: { wrong: 40_002_029 },
    destination_proof_of_delivery_note: { missing: noProofNote, wrong: noProofNote },
    courier_company: { wrong: 40_002_026 },
    courier_type: { wrong: 40_002_027 },
    delivery_type: { missing: 40_002_005, wrong: 40_002_006 },
    delivery_date: { missing: 40_002_035, wrong: 40_002_061 },
    delivery_time: { missing: 40_002_036, wrong: 40_002_062 },
    items: { wrong: 40_002_038 },
    tags: { wrong: 40_002_058 },
  },
};

/** The codes for orders whose fields are all valid. */
export const bookingCodes = {
  noCashOnDelivery: 40_002_009,
  timePassed: 40_002_013,
  nowhere: 40_002_020,
  noRate: 40_002_021,
  noOriginCoordinate: 40_002_023,
  noDestinationCoordinate: 40_002_025,
  noCourier: 40_002_026,
  noService: 40_002_027,
  noPickup: 40_002_031,
  noProofOfDelivery: 40_002_033,
  noInsurance: 40_002_034,
  noDeclaredValue: 40_002_072,
};

export const referenceUsed = 40_002_060;

/** The general code of drafts; its details name the field. Drafts have few codes of their own (contract/README.md §2.4). */
export const badDraft = 40_000_000;
export const draftReferenceUsed = 42_211_015;
const draftPostalCodeUnknown = 42_211_013;
const draftCashOnDeliveryImpossible = 42_211_012;

/** The draft's code for a problem; the order's code if drafts have none. */
export function draftCodeOf({ field, code }: Problem): number {
  if (code === bookingCodes.noCashOnDelivery) return draftCashOnDeliveryImpossible;
  return code === bookingCodes.nowhere && field.endsWith('_postal_code') ? draftPostalCodeUnknown : code;
}

export const draftCodes: Codes = {
  otherwise: badDraft,
  fields: {
    origin_postal_code: { missing: badDraft, wrong: draftPostalCodeUnknown },
    destination_postal_code: { missing: badDraft, wrong: draftPostalCodeUnknown },
    destination_cash_on_delivery: { above: { most: cashOnDeliveryLimit, code: 42_211_011 } },
    destination_cash_on_delivery_type: { wrong: 42_211_010 },
  },
};

export const unknownOrder = 40_002_057;
export const alreadyPast = 40_002_053;
export const notUpdated = 40_002_043;

export const cancelCodes: Codes = { otherwise: 40_002_056, fields: {} };
