import { expect } from 'chai';
import { english } from '../../src/elements/shared/words-en.ts';
import { indonesian } from '../../src/elements/shared/words-id.ts';

describe('the words of shoppers in Indonesia', () => {
  it('are those that they know from other shops', () => {
    expect(indonesian.cashOnDelivery).to.equal('COD (bayar di tempat)');
    expect(indonesian.offline).to.match(/^Tidak ada koneksi internet\./);
    expect(indonesian.serviceType.same_day).to.equal('Same day');
    expect(indonesian.order).to.equal('Konfirmasi pengiriman');
    expect(english.order).to.equal('Confirm delivery');
  });

  it('stay calm where an order has no answer yet: nothing happens twice', () => {
    expect(english.unconfirmed).to.match(/waiting.*not be charged twice/);
    expect(indonesian.unconfirmed).to.match(/menunggu jawaban kurir.*tidak akan dobel/);
  });
});
