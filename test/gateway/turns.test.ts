import { expect } from 'chai';
import { machineClock } from '../../src/client/index.ts';
import { lost, openGrantingShop, openShop, serving, store } from './shop.ts';

describe('the shops of one process', () => {
  it('have their turn while another one sends 64 questions at once', async () => {
    const [noisy, quiet] = [openShop(serving()), openShop(serving())];
    // Each is known to the process.
    await quiet.quote();
    await noisy.quote();
    const ended: string[] = [];
    const ask = async (shop: typeof noisy, name: string, n: number) => {
      await shop.quote({ destination_postal_code: 40_000 + n });
      ended.push(name);
    };
    const asked = Array.from({ length: 64 }, (_, n) => ask(noisy, 'noisy', n));
    await ask(quiet, 'quiet', 1);
    expect(ended.length, 'those that were answered before').to.be.below(16);
    await Promise.all(asked);
    expect(ended, 'none is lost').to.have.lengthOf(65);
  });

  it('prune their store once, however many of them settle', async () => {
    let pruned = 0;
    const shared = { ...store, prune: async () => void pruned++ };
    const shops = Array.from({ length: 5 }, () => openShop(serving(), { store: shared }));
    await Promise.all(shops.map(({ gateway }) => gateway.settle()));
    expect(pruned).to.equal(1);
  });

  it('are asked by their own pages while their orders hang at the service', async () => {
    let end = () => {};
    const hanging = new Promise<void>((resolve) => {
      end = resolve;
    });
    const hang = () => hanging.then(lost);
    const shop = openGrantingShop(
      Array.from({ length: 8 }, () => hang),
      {
        timeouts: { pause: 60_000, wait: 0 },
        // No turn ends by itself.
        clock: { ...machineClock, elapsed: () => 0, after: () => () => {} },
      },
    );
    const other = openShop(serving());
    await other.quote();
    await shop.quote();
    await other.quote();
    const placing = Array.from({ length: 8 }, (_, n) => shop.place({ reference: `CART-${n}` }));
    while (shop.writes().length < 8) await new Promise((later) => setImmediate(later));
    expect((await shop.quote({ destination_postal_code: 40_115 })).status).to.equal(200);
    end();
    for (const { status } of await Promise.all(placing)) expect(status).to.equal(504);
  });
});
