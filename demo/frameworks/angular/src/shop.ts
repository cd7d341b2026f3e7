import { Component, CUSTOM_ELEMENTS_SCHEMA, computed, signal } from '@angular/core';
import {
  type OrderContacts,
  type ShipExtrasChangeEvent,
  type ShipOrderCancelledEvent,
  type ShipOrderPlacedEvent,
  type ShipRateChangeEvent,
  serviceKey,
} from 'ship-elements';

const rupiah = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'IDR',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
});

@Component({ selector: 'main', templateUrl: './shop.html', schemas: [CUSTOM_ELEMENTS_SCHEMA] })
export class Shop {
  readonly name = signal('');
  readonly quantity = signal(1);
  readonly open = signal(true);
  readonly summary = signal('Choose a delivery');
  // What was chosen, for a checkout that is shown again.
  readonly value = signal<string | null>(null);
  readonly insurance = signal(false);
  readonly cashOnDelivery = signal(false);

  readonly shipment = computed(() => ({
    origin_postal_code: 12440,
    destination_postal_code: 40111,
    items: [{ name: 'Batik scarf', value: 185_000, quantity: this.quantity(), weight: 250 }],
  }));
  readonly contacts = computed<OrderContacts>(() => ({
    origin_contact_name: 'Batik House',
    origin_contact_phone: '081234567890',
    origin_address: 'Jalan Kemang Raya 12, Jakarta',
    destination_contact_name: this.name(),
    destination_contact_phone: '081298765432',
    destination_address: 'Jalan Braga 8, Bandung',
  }));

  handleRate({ rate }: ShipRateChangeEvent) {
    if (rate) this.value.set(serviceKey(rate));
    this.summary.set(rate ? `Delivery: ${rupiah.format(rate.price)}` : 'Choose a delivery');
  }

  handleExtras({ insurance, cashOnDelivery }: ShipExtrasChangeEvent) {
    this.insurance.set(insurance);
    this.cashOnDelivery.set(cashOnDelivery);
  }

  handlePlaced({ id }: ShipOrderPlacedEvent) {
    this.summary.set(`Ordered: ${id}`);
  }

  handleCancelled({ id }: ShipOrderCancelledEvent) {
    this.summary.set(`Cancelled: ${id}`);
  }
}
