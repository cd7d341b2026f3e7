/** The namespace of the widget's words in the dashboard's i18next. */
export const namespace = 'shipElements';

const en = {
  title: 'Delivery',
  reason: 'Reason',
  goods: 'Goods',
  leftOut: 'Not in a parcel',
  service: 'Service',
  arrival: 'Promised for',
  waybill: 'Waybill',
  tracking: 'Tracking',
  follow: 'Follow the parcel',
  note: 'Note',
  attention: 'Needs attention',
  nothing: 'Nothing to send.',
  again: 'Try again',
  order: 'Order the delivery',
  higher: 'Send at the higher price',
  keep: 'Keep the delivery',
};

const id = {
  title: 'Pengiriman',
  reason: 'Alasan',
  goods: 'Barang',
  leftOut: 'Tidak termasuk',
  service: 'Layanan',
  arrival: 'Dijanjikan tiba',
  waybill: 'Nomor resi',
  tracking: 'Pelacakan',
  follow: 'Lacak paket',
  note: 'Catatan',
  attention: 'Perlu perhatian',
  nothing: 'Tidak ada yang dikirim.',
  again: 'Coba lagi',
  order: 'Pesan pengiriman',
  higher: 'Kirim dengan harga lebih tinggi',
  keep: 'Tetap kirim',
};

export const resources = { en: { [namespace]: en }, id: { [namespace]: id } };
