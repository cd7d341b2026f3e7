import type { CourierService } from '../../contract/index.ts';

export interface Courier {
  code: string;
  name: string;
}

/** The flat list of services as a list of couriers, in the order of their names. */
export function couriersOf(services: readonly CourierService[]): Courier[] {
  const names = new Map<string, string>();
  for (const { courier_code: code, courier_name: name } of services) names.set(code, names.get(code) ?? name ?? code);
  return [...names].map(([code, name]) => ({ code, name })).sort((a, b) => a.name.localeCompare(b.name));
}
