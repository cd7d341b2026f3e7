import { rate } from '../support/fixtures.ts';
import { serviceOf } from '../support/rates.ts';
import { checkoutTag } from '../support/script-shop.ts';
import { expect, test } from '../support/shop-test.ts';

const takes = (range: string, unit: string) =>
  rate({ shipment_duration_range: range, shipment_duration_unit: unit, courier_service_code: unit });

/** Half an hour before midnight in Jakarta. */
const checkout = checkoutTag('ready-at="2036-11-24T23:30+07:00"');

test.describe('arrivals are in the time zone of the browser', () => {
  for (const [timezoneId, hours, days] of [
    ['Asia/Jakarta', 'Tue 25 Nov, 00:30–01:30', 'Wed 26 – Thu 27 Nov'],
    ['Asia/Jayapura', 'Tue 25 Nov, 02:30–03:30', 'Thu 27 – Fri 28 Nov'],
    ['America/New_York', 'Mon 24 Nov, 12:30–13:30', 'Wed 26 – Thu 27 Nov'],
  ] as const)
    test.describe(timezoneId, () => {
      test.use({ timezoneId });

      test('counts its days and its hours', async ({ page, openPage }) => {
        const service = serviceOf([takes('2 - 3', 'days'), takes('1 - 2', 'hours')]);
        await openPage(checkout, { service });
        await expect(page.locator('ship-checkout .lead')).toHaveText([hours, days]);
      });
    });
});
