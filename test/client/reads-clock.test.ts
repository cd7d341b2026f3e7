import { expect } from 'chai';
import { Reads } from '../../src/client/reads.ts';

/** A cache with a lifetime of a second, and two clocks that the test sets. */
function remembering() {
  const clocks = { wall: 1_700_000_000_000, steady: 5_000 };
  const reads = new Reads(1000, () => [clocks.wall, clocks.steady]);
  let sent = 0;
  const ask = () => reads.share('rates', {}, async () => (sent += 1));
  return { clocks, ask };
}

describe('the age of a cached answer', () => {
  it('counts while both clocks run', async () => {
    const { clocks, ask } = remembering();
    expect(await ask()).to.equal(1);
    Object.assign(clocks, { wall: clocks.wall + 999, steady: clocks.steady + 999 });
    expect(await ask()).to.equal(1);
    Object.assign(clocks, { wall: clocks.wall + 1, steady: clocks.steady + 1 });
    expect(await ask()).to.equal(2);
  });

  it('counts if the clock of the device is set back', async () => {
    const { clocks, ask } = remembering();
    await ask();
    Object.assign(clocks, { wall: clocks.wall - 3_600_000, steady: clocks.steady + 1000 });
    expect(await ask()).to.equal(2);
  });

  it('counts while the device sleeps and the other clock stands still', async () => {
    const { clocks, ask } = remembering();
    await ask();
    clocks.wall += 1000;
    expect(await ask()).to.equal(2);
  });

  it('is 0 right after the answer, by the real clocks', async () => {
    const reads = new Reads(60_000);
    let sent = 0;
    const ask = () => reads.share('rates', {}, async () => (sent += 1));
    expect([await ask(), await ask()]).to.deep.equal([1, 1]);
  });
});
