import type { TrackingResponse } from '../../contract/index.ts';
import type { Context } from '../context.ts';
import { SandboxRefusal } from '../refusal.ts';

/** Invented, so that a test can look for them where they must not be. */
const driver = {
  name: 'Budi Santoso',
  phone: '081200000001',
  driver_name: 'Budi Santoso',
  driver_phone: '081200000001',
  driver_photo_url: 'https://tracking.sandbox.invalid/driver.jpg',
  driver_plate_number: 'B 1234 XYZ',
};

const noDriver = { name: null, phone: null, driver_name: null, driver_phone: null };

interface Place {
  contact_name?: string;
  address?: string;
}

/** `GET /v1/trackings/:id`: where a parcel is, with the personal data that the service also answers. */
export async function readTracking(
  { id }: { id?: unknown },
  { store }: Context,
): Promise<Omit<TrackingResponse, 'dropped'> & { messsage: string }> {
  const orders = await store.list('order');
  const order = orders.find(({ document }) => document.courier.tracking_id === id);
  if (!order) throw new SandboxRefusal(40_003_003, 'Tracking not found');
  const { courier, origin, destination } = order.document;
  const history = [...(courier.history ?? [])] as TrackingResponse['history'];
  const hasDriver = history.some(({ status }) => status === 'allocated');
  const contact = (place: unknown) => {
    const { contact_name, address }: Place = Object(place);
    return { contact_name, address };
  };
  return {
    success: true,
    // The service spells it so, published.
    messsage: 'Successfully get tracking info',
    object: 'tracking',
    id: String(id),
    waybill_id: courier.waybill_id,
    courier: { company: courier.company, ...(hasDriver ? driver : noDriver) },
    origin: contact(origin),
    destination: contact(destination),
    history,
    link: String(courier.link),
    order_id: order.id,
    status: order.status,
  };
}
