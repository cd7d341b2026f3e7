import type { ParcelResponse } from '../../src/contract/index.ts';

/** The gateway's answer about a parcel. */
export type Parcel = Omit<ParcelResponse, 'dropped'>;

const hour = 3_600_000;

/** Taken once: two parcels of a test would differ if a minute began between them. */
export const now = Date.now();

const zonesOfIndonesia: Readonly<Record<string, string>> = { 'Asia/Makassar': 'WITA', 'Asia/Jayapura': 'WIT' };
const { timeZone: browsersZone } = new Intl.DateTimeFormat().resolvedOptions();

/** Where the reader of a parcel's page is: the zone of this browser if it is in Indonesia, else Jakarta. */
export const reader = {
  timeZone: zonesOfIndonesia[browsersZone] ? browsersZone : 'Asia/Jakarta',
  zone: zonesOfIndonesia[browsersZone] ?? 'WIB',
};

/** Half a year from now on, a date has its year. */
const isFar = (moment: number) => Math.abs(moment - now) > 183 * 24 * hour;

/** A moment as its reader reads it: weekday, day, month with its year if that is far, and time. */
export function told(moment: number, language: string): { day: string; month: string; time: string } {
  const options = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const parts = new Intl.DateTimeFormat(language, { ...options, ...time, timeZone: reader.timeZone })
    .formatToParts(moment)
    .reduce<Record<string, string>>((all, { type, value }) => Object.assign(all, { [type]: value }), {});
  return {
    day: `${parts.weekday} ${parts.day}`,
    month: isFar(moment) ? `${parts.month} ${parts.year}` : `${parts.month}`,
    time: `${parts.hour}${language === 'id' ? '.' : ':'}${parts.minute}`,
  };
}

/** An event so many hours ago. Without a note, the state alone is known. */
export const step = (status: string, hoursAgo: number, note: string | null = null): Parcel['history'][number] => ({
  status,
  note,
  updated_at: new Date(now - hoursAgo * hour).toISOString(),
});

const way = () => [
  step('confirmed', 40, 'Courier order is confirmed. The courier has been notified to pick up.'),
  step('allocated', 30, 'Courier is allocated and ready to pick up'),
  step('picked', 20, 'Dijemput dari toko.'),
  step('in_transit', 10, 'Tiba di gudang sortir Jakarta.'),
  step('dropping_off', 0),
  step('delivered', 0, 'Order has been delivered'),
];

/** A parcel on its way, with the history up to its state. Another state comes after all that happened before the delivery. */
export function parcel(status: string, more: Partial<Parcel> = {}): Parcel {
  const all = way();
  const index = all.findIndex((event) => event.status === status);
  return {
    success: true,
    status,
    ended: ['delivered', 'returned', 'rejected', 'cancelled', 'disposed', 'courier_not_found'].includes(status),
    ordered_at: new Date(now - 40 * hour).toISOString(),
    updated_at: new Date(now).toISOString(),
    courier: {
      company: 'jne',
      type: 'reg',
      courier_name: 'JNE',
      courier_service_name: 'Reguler',
      shipment_duration_range: '2 - 3',
      shipment_duration_unit: 'days',
    },
    waybill_id: 'JNE-0001',
    link: 'https://courier.test/JNE-0001',
    history: index < 0 ? [...all.slice(0, 4), step(status, 1)] : all.slice(0, index + 1),
    ...more,
  };
}
