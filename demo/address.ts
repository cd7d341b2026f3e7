import type { OrderContacts, Shipment } from '../src/index.ts';
import type { Destination } from '../src/server.ts';
import { sender, warehouse } from './places.ts';

/** "Coblong, Bandung, Jawa Barat. 40131" of the service as shoppers write it: "Coblong, Bandung 40131". */
const shortName = (name: string, code: string) => [name.split(', ', 2).join(', '), code].filter(Boolean).join(' ');

/** The address form. It gives what the shopper typed as fields of the wire. The search for the district is a field of it. */
export function createAddress(form: HTMLFormElement) {
  const read = (name: string) => String(new FormData(form).get(name) ?? '').trim();
  /** Decimals with a comma, as Indonesians write them, or with a point, as maps do. */
  const number = (name: string) => {
    const text = read(name).replace(',', '.');
    return text && Number.isFinite(Number(text)) ? Number(text) : undefined;
  };
  // A closed <details> has no room for the browser's bubble. `invalid` does not bubble, but it is captured.
  const reveal = ({ target }: Event) => {
    for (const details of form.querySelectorAll('details'))
      if (details.contains(target as Element)) details.open = true;
  };
  form.addEventListener('invalid', reveal, { capture: true });

  return {
    /** Area, postal code and coordinates, without those that are unfinished. */
    get locators(): Omit<Shipment, 'items'> {
      const [area, latitude, longitude] = [read('area'), number('latitude'), number('longitude')];
      return {
        ...warehouse,
        ...(area && { destination_area_id: area, destination_postal_code: Number(read('area-postal-code')) }),
        ...(latitude !== undefined &&
          longitude !== undefined && { destination_latitude: latitude, destination_longitude: longitude }),
      };
    },
    /** The destination, as a rates request has it. */
    get destination(): Destination {
      const { destination_area_id, destination_postal_code, destination_latitude, destination_longitude } =
        this.locators;
      return { destination_area_id, destination_postal_code, destination_latitude, destination_longitude };
    },
    get recipient() {
      return { name: read('name'), phone: read('phone'), address: read('address') };
    },
    get contacts(): OrderContacts {
      return {
        ...sender,
        destination_contact_name: this.recipient.name,
        destination_contact_phone: this.recipient.phone,
        destination_address: this.recipient.address,
      };
    },
    get district(): string {
      return shortName(read('area-name'), read('area-postal-code'));
    },
    /** Writes the head of the collapsed form: first the district, because the rates depend on it. */
    showHead(): void {
      const { name, phone, address } = this.recipient;
      form.querySelector('#address-line b')?.replaceChildren(this.district);
      form.querySelector('#address-line small')?.replaceChildren([name, phone, address].filter(Boolean).join(' · '));
    },
  };
}
