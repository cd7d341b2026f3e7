'use server';

import { cookies } from 'next/headers';
import type { Area } from 'ship-elements';
import { theShop } from '../open-shop';

/** What the page knows of the choice. The server takes no price from it. */
export interface Choice {
  offer: string | null | undefined;
  service: string | undefined;
  insurance: boolean;
  cashOnDelivery: boolean;
  reference: string;
  again: boolean;
  name: string;
  address: string;
  /** The name of the district that was found. */
  area: Area['name'] | undefined;
  destination: { destination_area_id: string; destination_postal_code: Area['postal_code'] } | undefined;
}

async function visited() {
  const visit = (await cookies()).get('visit')?.value ?? '';
  return { visit, shop: await theShop() };
}

export async function openCheckout() {
  const { visit, shop } = await visited();
  return shop.checkout(visit);
}

/** `after`: the receipt whose "Order again" begins the next order. */
export async function setQuantity(quantity: number, after?: string) {
  const { visit, shop } = await visited();
  await shop.setQuantity(visit, quantity, after);
  return shop.checkout(visit);
}

/** An error is returned, because Next hides the message of one that is thrown. */
export async function grant(choice: Choice): Promise<{ grant?: string; error?: string }> {
  const { visit, shop } = await visited();
  return shop.grant(visit, choice);
}
