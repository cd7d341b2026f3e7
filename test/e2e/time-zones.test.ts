import { rate } from '../support/fixtures.ts';
import { serviceOf } from '../support/rates.ts';
import { checkoutTag } from '../support/script-shop.ts';
import { expect, test } from '../support/shop-test.ts';

const takes = (range: string, unit: string) =>
  rate({ shipment_duration_range: range, shipment_duration_unit: unit, courier_service_code: range });

/** Half an hour before midnight in Jakarta. */
const checkout = checkoutTag('ready-at="2036-11-24T23:30+07:00"');

test.describe('arrivals are in the time zone of the browser if it is in Indonesia, else in that of Jakarta', () => {
  for (const [timezoneId, soon, hours, days] of [
    ['Asia/Jayapura', 'Tue 25 Nov 2036', 'Tue 25 Nov 2036, 09:30–\u206010:30 WIT', 'Thu 27 – Fri 28 Nov 2036'],
    ['America/New_York', 'Tue 25 Nov 2036', 'Tue 25 Nov 2036, 07:30–\u206008:30 WIB', 'Wed 26 – Thu 27 Nov 2036'],
  ] as const)
    test.describe(timezoneId, () => {
      test.use({ timezoneId });

      test('counts its days and its hours, and names no hour of the night', async ({ page, openPage }) => {
        const service = serviceOf([takes('2 - 3', 'days'), takes('1 - 2', 'hours'), takes('8 - 9', 'hours')]);
        await openPage(checkout, { service });
        await expect(page.locator('ship-checkout .lead')).toHaveText([soon, hours, days]);
      });
    });
});
