import { eraseMeanwhile, purchaseOf } from './erasure.ts';
import { comeBack } from './on-the-wire.ts';
import type { Tab } from './page.ts';
import type { Purchase, Server } from './purchase.ts';
import type { Service } from './service.ts';
import type { Shop } from './shop.ts';

/** Milliseconds. */
const year = 366 * 24 * 3_600_000;

interface Hands {
  open(): void;
  anyServer(): Server | undefined;
  shipping: Service;
}

/** What the shopper, the courier and the staff do: mostly a straight purchase, with a few other steps in between. */
export async function playShopper(purchase: Purchase, { open, anyServer, shipping }: Hands): Promise<void> {
  const { world, tabs, provider, database } = purchase;
  const dice = world.dice('the shopper');
  const isErased = (reference: string) => purchaseOf(database, reference)?.story === '';
  const staff = (work: (shop: Shop) => Promise<void>) => {
    const server = anyServer();
    return server && work(server.shop).catch(() => {});
  };
  function yearGoesBy(): void {
    world.skip(year);
    // What nobody has paid has ended, and what has ended is erased, so the visit may begin another purchase.
    purchase.carts++;
  }
  const cancelNewest = async (shop: Shop) => {
    const { reference } = purchase.clicks.at(-1) ?? {};
    if (reference) await shop.cancelAtGateway(reference);
  };
  const cancelWhileErased = async (shop: Shop) => {
    const reference = await eraseMeanwhile(purchase, shop);
    if (reference) await shop.cancelAtGateway(reference);
  };
  const tabNow = () => tabs[dice.whole(0, tabs.length - 1)] as Tab;
  const others: Record<string, () => unknown> = {
    'chooses another service': () => tabNow().page.choose(dice.whole(0, 9)),
    'switches insurance': () => tabNow().page.switch('insurance'),
    'switches cash on delivery': () => tabNow().page.switch('cashOnDelivery'),
    'reloads the page': () => tabNow().reload(),
    'opens another tab': () => tabs.length < 3 && open(),
    'changes the cart': () => tabNow().page.setQuantity(dice.whole(1, 4)),
    'asks for the prices again': () => tabNow().page.refresh(),
    'taps the button twice': () => tabNow().page.order(2),
    'cancels the order': () => tabNow().page.cancel(),
    'searches a district': () => tabNow().page.search(dice.pick(['coblong', 'cilandak', 'sumur bandung'])),
    'looks at a product': () => tabNow().page.look(),
    'looks where the parcel is': () => tabNow().page.track(),
  };
  const ofOthers: Record<string, () => unknown> = {
    'The courier goes on': () => shipping.moveParcel(),
    'The service changes its prices': () => {
      purchase.pricedAt = world.now;
      shipping.changePrices();
    },
    'The service answers nobody for minutes': shipping.beBusy,
    'Staff cancel an order': () => staff((shop) => shop.cancel('SHOP-1')),
    'Staff change the quantity of an order': () => staff((shop) => shop.change(dice.whole(1, 4))),
    'The shopper cancels with the cookie': () => staff((shop) => shop.cancelByShopper('SHOP-1')),
    'The bank takes a payment back': () => provider.takeBack(dice.pick(['chargeback', 'deny', 'cancel']), isErased),
    'A part of a payment goes back': () => provider.takeBack('partial_refund', isErased),
    'All of a payment goes back': () => provider.takeBack('refund', isErased),
    'The payment app opens another browser': () => staff((shop) => comeBack(purchase, shop)),
    'A year goes by': () => yearGoesBy(),
    'The shopper wants to be forgotten': () => staff((shop) => shop.erase(`SHOP-${dice.pick(['1', '1', '2', '1-2'])}`)),
  };

  let number = 0;
  async function step(name: string, sentence: string, work: () => unknown, seconds: [number, number]): Promise<void> {
    number += 1;
    await world.run(dice.whole(...seconds) * 1000);
    if (world.broken.length || world.script.without.has(`step ${number}`)) return;
    world.tell(`${sentence} [step ${number}]`);
    void name;
    void work();
  }
  const perhaps = async (percent: number) => {
    while (dice.chance(percent)) {
      const isShopper = dice.chance(75);
      const [name, work] = dice.pick(Object.entries(isShopper ? others : ofOthers));
      await step(name, isShopper ? `The shopper ${name}.` : `${name}.`, work, dice.chance(50) ? [0, 2] : [1, 40]);
    }
  };

  const service = dice.whole(0, 9);
  await step('choose', 'The shopper chooses a service.', () => tabNow().page.choose(service), [2, 10]);
  if (dice.chance(35))
    await step('cod', 'The shopper wants to pay at the door.', () => tabNow().page.switch('cashOnDelivery'), [1, 5]);
  await perhaps(35);
  for (let attempt = 0; attempt < 4; attempt++) {
    const tab = tabNow();
    const isRefused = tab.page.status === 'refused' && dice.chance(50);
    const chosen = isRefused ? dice.whole(0, 9) : service;
    if (isRefused || !tab.page.state.choice.rate)
      await step('choose', 'The shopper chooses a service.', () => tab.page.choose(chosen), [1, 10]);
    if (world.fate('the cart before an order', { reduced: 6 })) {
      world.tell('The shopper uses a voucher in another tab.');
      void tab.page.useVoucher();
    }
    await step('order', 'The shopper orders.', () => tab.page.order(dice.chance(20) ? 2 : 1), [1, 20]);
    await perhaps(40);
    await world.run(dice.whole(5, 60) * 1000);
    if (['placed', 'cancelled'].includes(tab.page.status) && dice.chance(80)) break;
    await perhaps(20);
  }
  await perhaps(50);
  for (let looks = dice.whole(0, 2); looks > 0; looks--) {
    await step('courier', 'The courier goes on.', () => shipping.moveParcel(), [10, 900]);
    await step('track', 'The shopper looks where the parcel is.', () => tabNow().page.track(), [0, 60]);
  }
  await world.run(dice.whole(1, 300) * 1000);
  await perhaps(40);
  // Dice of its own, so that the seeds of before have their stories.
  const last = world.dice('the end').fraction() * 100;
  if (last < 10) {
    await step('arrive', 'The parcel arrives.', () => shipping.moveParcel(7), [1, 40]);
    await step('forget', 'The shop cancels it while it is erased.', () => staff(cancelWhileErased), [60, 120]);
    await world.run(20_000);
  } else if (last < 16) {
    await step('cancel', 'The shop cancels the newest order.', () => staff(cancelNewest), [200, 300]);
    await world.run(dice.whole(0, 300));
    purchase.isCancelledForAYear = true;
    world.tell('A year goes by, before that has an answer.');
    yearGoesBy();
  }
}
