import { type CancellationReason, cancellationReasons } from '../../contract/index.ts';

/** Words of ours; the codes are the service's. */
const words: Record<'en' | 'id', Record<CancellationReason, string>> = {
  en: {
    change_courier: 'Another courier',
    pickup_delay: 'The courier is late',
    change_address: 'Another address',
    others: 'Another reason',
  },
  id: {
    change_courier: 'Ganti kurir',
    pickup_delay: 'Kurir terlambat menjemput',
    change_address: 'Ganti alamat',
    others: 'Alasan lain',
  },
};

/** `GET /v1/orders/cancellation_reasons?lang=`: English where it is asked for in no language that there is. */
export function listCancellationReasons({ lang }: Record<string, unknown>): object {
  const spoken = words[lang === 'id' ? 'id' : 'en'];
  return {
    success: true,
    message: 'Order cancellation reasons successfully retrieved',
    cancellation_reasons: cancellationReasons.map((code) => ({ code, reason: spoken[code] })),
  };
}
