import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { choose } from './scenarios.ts';
import { startService } from './service.ts';
import { shopAt } from './vendure.ts';
import { makeVendureApp, startVendureApp } from './vendure-app.ts';

describe('a new app of @vendure/create in which the docs are followed', function () {
  this.timeout(20 * 60_000);
  let folder: string;

  before(async () => {
    folder = await makeVendureApp();
  });

  it('compiles with its own strict TypeScript', () => {
    const { stdout } = spawnSync('npx', ['tsc', '--noEmit', '-p', '.'], { cwd: folder, encoding: 'utf8' });
    expect(stdout).to.equal('');
  });

  it('sells and sends, and its e-mails say courier, service, dates and waybill', async () => {
    const service = await startService();
    const app = await startVendureApp(folder, service);
    try {
      const shop = await shopAt(app.origin);
      const visit = await shop.visit();
      await choose(visit);
      const id = await visit.checkOut('prepaid');
      expect(await mailWith('Order confirmation')).to.match(/JNE REG [^<]*\d{4}/);
      await shop.send(id);
      const { waybill = 'none' } = await shop.order(id);
      expect(await mailWith('Your order')).to.include(waybill);
    } finally {
      await app.stop();
      await service.stop();
    }
  });

  /** Vendure writes e-mails as files in development, a moment after their event. */
  async function mailWith(subject: string): Promise<string> {
    const mails = join(folder, 'static/email/test-emails');
    const deadline = Date.now() + 60_000;
    while (Date.now() < deadline) {
      const found = readdirSync(mails)
        .map((name) => readFileSync(join(mails, name), 'utf8'))
        .find((mail) => mail.includes(subject));
      if (found) return found;
      await new Promise((resume) => setTimeout(resume, 100));
    }
    throw new Error(`No e-mail has the subject ${subject} after a minute.`);
  }
});
