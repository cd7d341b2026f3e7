import { cancellationReasons, cashOnDeliveryTypes, productCategories } from '../../src/contract/index.ts';
import type { Dice } from './dice.ts';
import { areas, couriers, oddities, points, postalCodes, services, words } from './generated-values.ts';

type Body = Record<string, unknown>;

const some = (dice: Dice, percent: number, fields: () => Body): Body => (dice.chance(percent) ? fields() : {});

/** A lane as rates have it (flat), each side in one to three ways. */
function lane(dice: Dice): Body {
  return Object.assign(
    {},
    ...['origin', 'destination'].map((side) => {
      const { latitude, longitude } = dice.pick(points);
      return {
        ...some(dice, 95, () => ({ [`${side}_postal_code`]: dice.pick(postalCodes) })),
        ...some(dice, 15, () => ({ [`${side}_area_id`]: dice.pick(areas) })),
        ...some(dice, 35, () => ({ [`${side}_latitude`]: latitude, [`${side}_longitude`]: longitude })),
      };
    }),
  );
}

function nestedLane(dice: Dice): Body {
  return Object.assign(
    {},
    ...['origin', 'destination'].map((side) => ({
      ...some(dice, 96, () => ({ [`${side}_postal_code`]: dice.pick(postalCodes) })),
      ...some(dice, 15, () => ({ [`${side}_area_id`]: dice.pick(areas) })),
      ...some(dice, 35, () => ({ [`${side}_coordinate`]: dice.pick(points) })),
    })),
  );
}

function item(dice: Dice): Body {
  return {
    name: dice.pick(words),
    value: dice.pick([0, 1, 99_999, 350_000, dice.whole(0, 50_000_000)]),
    quantity: dice.pick([1, 1, 2, 7]),
    weight: dice.pick([0, 1, 200, 999, 1_001, '800', dice.whole(1, 60_000)]),
    ...some(dice, 40, () => ({ category: dice.pick(productCategories) })),
    ...some(dice, 30, () => ({
      length: dice.whole(0, 200),
      width: dice.fraction() * 99 + 1,
      height: dice.whole(1, 200),
    })),
    ...some(dice, 20, () => ({ description: dice.pick(words), sku: dice.pick(words) })),
  };
}

function items(dice: Dice): Body[] {
  const count = dice.chance(1) ? 500 : dice.whole(1, 4);
  return Array.from({ length: count }, () => item(dice));
}

const extras = (dice: Dice): Body => ({
  ...some(dice, 30, () => ({ courier_insurance: dice.pick([0, 1, 350_000, dice.whole(1, 50_000_000)]) })),
  ...some(dice, 25, () => ({
    destination_cash_on_delivery: dice.pick([0, 1, 350_000, 15_000_000, 15_000_001, dice.whole(1, 15_000_000)]),
    destination_cash_on_delivery_type: dice.pick(cashOnDeliveryTypes),
  })),
});

export function ratesRequest(dice: Dice): Body {
  const asked = Array.from({ length: dice.whole(1, 8) }, () => dice.pick(couriers));
  return {
    ...lane(dice),
    couriers: asked.join(dice.pick([',', ', ', ' ,'])),
    items: items(dice),
    ...extras(dice),
    ...some(dice, 30, () => ({
      custom_rates: Array.from({ length: dice.whole(1, 3) }, () => ({
        courier_code: dice.pick(asked),
        ...some(dice, 40, () => ({ courier_service_code: dice.pick(services) })),
        type: dice.pick(['discount', 'surcharge']),
        unit: dice.pick(['flat', 'percent']),
        amount: dice.pick([0, 0.1, 12.5, 100, 250, 7_777, 1_000_000_000]),
      })),
    })),
  };
}

export function orderRequest(dice: Dice): Body {
  return {
    origin_contact_name: dice.pick(words),
    origin_contact_phone: dice.pick(['081234567890', '+62 812-3456-7890', '021-555 0123']),
    origin_address: dice.pick(words),
    destination_contact_name: dice.pick(words),
    destination_contact_phone: '6281234567890',
    destination_address: dice.pick(words),
    ...nestedLane(dice),
    ...(dice.chance(75)
      ? { courier_company: 'jne', courier_type: 'reg' }
      : { courier_company: dice.pick(couriers), courier_type: dice.pick(services) }),
    ...(dice.chance(90)
      ? { delivery_type: 'now' }
      : {
          delivery_type: 'scheduled',
          delivery_date: dice.pick(['2026-12-01', '2031-02-31', '2020-01-01', '9999-12-31', '0000-00-00']),
          delivery_time: dice.pick(['09:30', '23:59', '00:00']),
        }),
    items: items(dice),
    ...extras(dice),
    // Few of them, so that they meet again.
    ...some(dice, 60, () => ({
      reference_id: dice.pick(['CART-1', 'CART-2', 'CART-3', '__proto__', '👩‍👧', 'a\u0000b', '\ud800', '\udfff']),
    })),
    ...some(dice, 20, () => ({ metadata: { [dice.pick(words)]: dice.pick(oddities) }, tags: [dice.pick(words)] })),
    ...some(dice, 20, () => ({
      order_note: dice.pick(words),
      origin_collection_method: dice.pick(['pickup', 'drop_off']),
    })),
  };
}

export function draftRequest(dice: Dice): Body {
  const { courier_company, courier_type, ...rest } = orderRequest(dice);
  return dice.chance(50) ? rest : { ...rest, courier_company, courier_type };
}

export function cancelRequest(dice: Dice): Body {
  return {
    ...some(dice, 80, () => ({ cancellation_reason_code: dice.pick([...cancellationReasons, 'bored']) })),
    ...some(dice, 40, () => ({ cancellation_reason: dice.pick(words) })),
  };
}

export function statusRequest(dice: Dice): Body {
  return {
    status: dice.pick([
      'allocated',
      'allocated',
      'allocated',
      'picking_up',
      'picked',
      'in_transit',
      'delivered',
      'cancelled',
      'lost',
      '__proto__',
    ]),
  };
}
