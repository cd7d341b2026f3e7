import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { base64url, SignJWT, UnsecuredJWT } from 'jose';
import {
  signCancel,
  signCart,
  signGrant,
  signOffer,
  signPurchase,
  signTrack,
  type TokenKeys,
  verifyCancel,
  verifyCart,
  verifyGrant,
  verifyOffer,
  verifyPurchase,
  verifyTrack,
} from '../../src/tokens/index.ts';
import { cart, destination, keys, later, now, offer, order, problem } from './shop-keys.ts';

const grant = { order, reference: 'CART-1', price_max: 15_000 };
const cancel = { order: 'o1', reference: 'CART-1' };
const form = { cart, destination, service: 'jne/reg' };
const text = new TextEncoder();

/** A valid cancel token, except for the changes. */
function forge({ header = {}, claims = {}, secret = keys.current.secret, lifetime = 600 } = {}): Promise<string> {
  return new SignJWT({ ...cancel, ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'ship-cancel+jwt', kid: '2026-11', ...header })
    .setAudience('ship-shop:toko-senja')
    .setIssuedAt(now.getTime() / 1000)
    .setExpirationTime(now.getTime() / 1000 + lifetime)
    .sign(text.encode(secret));
}

describe('a token', () => {
  it('has the claims that were signed', async () => {
    expect(await verifyCart(await signCart(cart, keys, now), keys, now)).to.deep.equal(cart);
    expect(await verifyGrant(await signGrant(grant, keys, now), keys, now)).to.deep.equal(grant);
    expect(await verifyCancel(await signCancel(cancel, keys, now), keys, now)).to.deep.equal(cancel);
    expect(await problem(verifyCancel(await forge(), keys, now))).to.equal('accepted');
  });

  const kinds: [kind: string, minutes: number, sign: () => Promise<string>, verify: typeof verifyCart][] = [
    ['cart', 24 * 60, () => signCart(cart, keys, now), verifyCart],
    ['offer', 20, () => signOffer(offer, keys, now), (token, ...when) => verifyOffer(token, form, ...when) as never],
    ['grant', 10, () => signGrant(grant, keys, now), verifyGrant as never],
    ['cancel', 15, () => signCancel(cancel, keys, now), verifyCancel as never],
    ['track', 90 * 24 * 60, () => signTrack({ reference: 'INV-1' }, keys, now), verifyTrack as never],
  ];
  for (const [kind, minutes, sign, verify] of kinds)
    it(`is valid for ${minutes} minutes as ${kind}, and a clock may be five minutes off`, async () => {
      const token = await sign();
      for (const [minute, expected] of [
        [minutes + 4.9, 'accepted'],
        [minutes + 5.1, 'expired'],
        [-5, 'accepted'],
        [-5.1, 'forged'],
      ] as const)
        expect(await problem(verify(token, keys, later(minute))), `${minute}`).to.equal(expected);
    });

  it('is not valid for longer, even if it was signed for years', async () => {
    const forYears = await forge({ lifetime: 10 ** 9 });
    expect(await problem(verifyCancel(forYears, keys, later(15)))).to.equal('accepted');
    expect(await problem(verifyCancel(forYears, keys, later(21)))).to.equal('expired');
  });

  it('is forged if a letter was added or spare bits were changed', async () => {
    const token = await forge();
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const spareBits = last[last.indexOf(token.at(-1) ?? '') ^ 1];
    const others = [`${token}\n`, `${token} `, ` ${token}`, `${token}=`, `${token.slice(0, -1)}${spareBits}`];
    for (const other of others) expect(await problem(verifyCancel(other, keys, now)), other).to.equal('forged');
  });

  it('is forged for another kind or another account', async () => {
    const token = await signCart(cart, keys, now);
    expect(await problem(verifyGrant(token, keys, now))).to.equal('forged');
    expect(await problem(verifyCart(await signOffer(offer, keys, now), keys, now))).to.equal('forged');
    expect(await problem(verifyCart(token, { ...keys, account: 'another' }, now))).to.equal('forged');
    expect(await problem(verifyCancel(await forge({ header: { typ: 'JWT' } }), keys, now))).to.equal('forged');
  });

  it('is missing if it is undefined, null or empty', async () => {
    for (const nothing of [undefined, null, ''])
      expect(await problem(verifyCancel(nothing, keys, now))).to.equal('missing');
  });

  const encode = (part: object) => base64url.encode(JSON.stringify(part));
  const header = { alg: 'HS256', typ: 'ship-cancel+jwt', kid: '2026-11' };
  /** A valid token with one of its three parts replaced. */
  const replaced = async (index: number, part: string) =>
    (await forge())
      .split('.')
      .map((own, at) => (at === index ? part : own))
      .join('.');
  const unsigned = new UnsecuredJWT(cancel)
    .setAudience('ship-shop:toko-senja')
    .setIssuedAt(now)
    .setExpirationTime('1h');
  const forgeries: Record<string, () => unknown> = {
    'no algorithm and no signature': () => unsigned.encode(),
    'no algorithm but a signature': () => replaced(0, encode({ ...header, alg: 'none' })),
    'no signature': () => replaced(2, ''),
    'another body': async () => {
      const [, body = ''] = (await forge()).split('.');
      return replaced(1, encode({ ...JSON.parse(new TextDecoder().decode(base64url.decode(body))), order: 'o2' }));
    },
    'another secret': () => forge({ secret: 'somebody-else-has-a-long-secret-as-well' }),
    'another algorithm': () => forge({ header: { alg: 'HS512' }, secret: keys.current.secret.repeat(3) }),
    'an unknown key': () => forge({ header: { kid: '2025-01' } }),
    'no key': () => forge({ header: { kid: undefined } }),
    'an unknown critical header': () => replaced(0, encode({ ...header, crit: ['b64'], b64: false })),
    'a missing claim': () => forge({ claims: { order: undefined } }),
    'no parts': () => 'token',
    'a number': () => 7,
  };
  for (const [what, token] of Object.entries(forgeries))
    it(`is forged with ${what}`, async () => {
      expect(await problem(verifyCancel(await token(), keys, now))).to.equal('forged');
    });

  const mismatches: Record<string, [token: () => unknown, mismatch: string | undefined, message: string]> = {
    'its kid': [
      () => forge({ header: { kid: '2025-01' } }),
      'kid',
      'names the secret "2025-01", and here is "2026-11"',
    ],
    'its kid, and not any text in its place': [
      () => forge({ header: { kid: 'Jl. Senja 1' } }),
      ...(['kid', 'names the secret another name, and'] as const),
    ],
    'its secret': [
      () => forge({ secret: 'somebody-else-has-a-long-secret-as-well' }),
      ...(['secret', 'with another secret than the one that is named "2026-11"'] as const),
    ],
    'its secret, with a body that cannot be read': [() => replaced(1, 'AAAA'), 'secret', 'or was changed on its way'],
    'its kind': [() => signCart(cart, keys, now), 'kind', 'no cancel: its type is "cart"'],
    'its account': [
      () => signCancel(cancel, { ...keys, account: 'toko-pagi' }, now),
      ...(['account', 'for the account "toko-pagi", and this is "toko-senja"'] as const),
    ],
    'the clock': [() => signCancel(cancel, keys, later(6)), 'clock', 'signed 360 seconds in the future'],
    'its form': [() => 'token', 'form', 'cut off or changed'],
    'a claim': [() => forge({ claims: { order: 7 } }), undefined, 'The cancel cannot be used: order'],
  };
  for (const [what, [token, mismatch, message]] of Object.entries(mismatches))
    it(`that is forged says that it is ${what}, and no secret`, async () => {
      const error = await verifyCancel(await token(), keys, now).catch((problem) => problem);
      expect([error.code, error.mismatch]).to.deep.equal(['forged', mismatch]);
      expect(error.message).to.include(message);
      expect(error.message).to.not.include(keys.current.secret);
    });

  it('is accepted with each of several previous secrets, and with one that has ended only as a link', async () => {
    const before = { kid: 'older', secret: 'the-secret-of-the-shop-two-rotations-before' };
    const signer = { ...keys, current: before };
    const [token, link] = [await signCart(cart, signer, now), await signTrack({ reference: 'INV-1' }, signer, now)];
    const reading = (until?: string) => ({
      ...keys,
      previous: [
        { kid: 'old', secret: 'a-secret-of-the-shop-one-rotation-before' },
        { ...before, until },
      ],
    });
    expect(await verifyCart(token, reading(), now)).to.deep.equal(cart);
    const ended = reading(now.toISOString());
    expect(await verifyCart(token, reading(later(1).toISOString()), now)).to.deep.equal(cart);
    const refusal = await verifyCart(token, ended, now).catch((thrown) => thrown);
    expect([refusal.mismatch, refusal.message]).to.deep.equal([
      'kid',
      'The cart names the secret "older", and here is "2026-11" and "old": if it was replaced, leave it out. Else give shop and gateway the same kid and secret.',
    ]);
    expect(await verifyTrack(link, ended, later(80 * 24 * 60))).to.deep.equal({ reference: 'INV-1' });
    const shown = await signPurchase({ reference: 'INV-1' }, signer, now);
    expect(await verifyPurchase(shown, ended, later(29 * 24 * 60))).to.deep.equal({ reference: 'INV-1' });
  });

  it('is accepted with the previous secret until that is removed', async () => {
    const rotated: TokenKeys = {
      account: 'toko-senja',
      current: { kid: '2026-12', secret: 'the-next-secret-of-the-shop-and-its-gateway' },
      previous: keys.current,
    };
    const before = await signCart(cart, keys, now);
    const after = await signCart(cart, rotated, now);
    expect(await problem(verifyCart(before, rotated, now))).to.equal('accepted');
    expect(await problem(verifyCart(after, rotated, now))).to.equal('accepted');
    expect(await problem(verifyCart(after, keys, now))).to.equal('forged');
    expect(await problem(verifyCart(before, { ...rotated, previous: undefined }, now))).to.equal('forged');
  });

  it('is at most 96 KiB', async () => {
    const items = Array(300).fill({ ...order.items[0], name: 'n'.repeat(200) });
    const granted = { order: { ...order, items }, reference: 'INV-1', price_max: 1 };
    expect(await problem(signGrant(granted, keys, now))).to.equal('too-large');
    expect(await problem(verifyCart('A'.repeat(96 * 1024 + 1), keys, now))).to.equal('too-large');
  });

  it('is not signed with claims that the service would refuse, and the error names the field', async () => {
    const phone = { ...order, destination_contact_phone: 'x' };
    const wrong: [field: string, Promise<string>][] = [
      ['items.0.weight', signCart({ ...cart, items: [{ ...cart.items[0], weight: -1 } as never] }, keys)],
      ['origin', signCart({ ...cart, origin: {} }, keys)],
      ['session', signCart({ ...cart, session: 'Siti Rahayu' }, keys)],
      ['subtotal', signCart({ ...cart, subtotal: 1.5 }, keys)],
      ['order.destination_contact_phone', signGrant({ ...grant, order: phone }, keys)],
      ['reference', signGrant({ ...grant, reference: '' }, keys)],
      ['price_max', signGrant({ ...grant, price_max: -1 }, keys)],
    ];
    for (const [field, signing] of wrong) {
      const thrown = await signing.catch((error: Error) => error);
      expect(thrown).to.be.an.instanceOf(Error).with.property('code', 'claims');
      expect((thrown as Error).message).to.include(field);
    }
  });

  it('is signed and read with weights that are rounded up, and the log names each such item once', () => {
    const sign = `
      import { createHmac } from 'node:crypto';
      import { readCart, signCart, signGrant, verifyCart } from ${JSON.stringify(import.meta.resolve('../../src/tokens/index.ts'))};
      const { cart, keys, order } = ${JSON.stringify({ cart, keys, order })};
      const weighing = (name, weight) => ({ items: [cart.items[0], { ...cart.items[0], name, weight }] });
      for (const again of [1, 2]) await signCart({ ...cart, ...weighing('Kopi', 28.35) }, keys);
      readCart({ ...cart, ...weighing('Teh', '12.5') });
      await signGrant({ order: { ...order, ...weighing('Gula', 12.5) }, reference: 'CART-1', price_max: 1 }, keys);
      await signCart(cart, keys);
      // As another language signs it.
      const { items } = weighing('Cuka', 12.5);
      const [head, body] = (await signCart(cart, keys)).split('.').map((part) => Buffer.from(part, 'base64url'));
      const text = [head, JSON.stringify({ ...JSON.parse(body), items })].map((part) => Buffer.from(part).toString('base64url')).join('.');
      await verifyCart(text + '.' + createHmac('sha256', keys.current.secret).update(text).digest('base64url'), keys);
      console.log(await signCart({ ...cart, ...weighing('Susu', 0.25) }, keys).catch(({ message }) => message));`;
    const command = ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', sign];
    const { stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    const line = (name: string, weight: number) =>
      `ship-elements: items.1.weight of ${name}: ${weight} counts as ${Math.ceil(weight)} grams. Send grams, not kilograms.\n`;
    expect(stderr).to.equal(line('Kopi', 28.35) + line('Teh', 12.5) + line('Gula', 12.5) + line('Cuka', 12.5));
    expect(stdout).to.include('items.1.weight').and.include('send 250');
  }).timeout(30_000);

  it('is not signed with a short secret, without a kid or account, or with one kid for two secrets', async () => {
    const weak: [RegExp, TokenKeys][] = [
      [/at least 32 bytes/, { ...keys, current: { kid: 'a', secret: 'short' } }],
      [/needs a kid/, { ...keys, current: { kid: '', secret: keys.current.secret } }],
      [/previous secret/, { ...keys, previous: { kid: 'b', secret: 'short' } }],
      [/same kid/, { ...keys, previous: keys.current }],
      [
        /same kid/,
        {
          ...keys,
          previous: [
            { ...keys.current, kid: 'b' },
            { ...keys.current, kid: 'b' },
          ],
        },
      ],
      [/until that is no time/, { ...keys, previous: { ...keys.current, kid: 'b', until: 'soon' } }],
      [/account/, { ...keys, account: '' }],
    ];
    for (const [words, given] of weak) {
      expect(await problem(signCart(cart, given, now))).to.equal('keys');
      const thrown = (await signCart(cart, given, now).catch((error) => error)) as Error;
      expect(thrown.message).to.match(words);
      expect(thrown.message).to.not.include(given.current.secret || '\0');
    }
  });
});

describe('the error of a token', () => {
  it('quotes neither the token nor its claims', async () => {
    const token = await signGrant(grant, keys, now);
    for (const verify of [
      () => verifyGrant(token, keys, later(16)),
      () => verifyGrant(`${token}x`, keys, now),
      () => verifyOffer(token, { ...form, destination: {} }, keys, now),
    ]) {
      const thrown = await verify().then(
        () => expect.fail('it was accepted'),
        (error: Error) => error,
      );
      expect(thrown.message).to.not.match(/eyJ|Ratna|CART-1/);
      expect(thrown.cause).to.equal(undefined);
    }
  });
});
