import { expect } from 'chai';
import { base64url, SignJWT, UnsecuredJWT } from 'jose';
import { signCart, signGrant, type TokenKeys, verifyCancel, verifyOffer } from '../../src/server.ts';
import { signCancel, signOffer, verifyCart, verifyGrant } from '../../src/tokens/index.ts';
import { cart, keys, later, now, order, problem } from './shop-keys.ts';

const grant = { order, reference: 'CART-1', price_max: 15_000 };
const text = new TextEncoder();

/** A token of the test's own making, right in every way that is not said. */
function forge({ header = {}, claims = {}, secret = keys.current.secret, lifetime = 600 } = {}): Promise<string> {
  return new SignJWT({ order: 'o1', reference: 'CART-1', ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'ship-cancel+jwt', kid: '2026-11', ...header })
    .setAudience('ship-shop:toko-senja')
    .setIssuedAt(now.getTime() / 1000)
    .setExpirationTime(now.getTime() / 1000 + lifetime)
    .sign(text.encode(secret));
}

describe('a token', () => {
  it('says what was signed', async () => {
    expect(await verifyCart(await signCart(cart, keys, now), keys, now)).to.deep.equal(cart);
    const granted = await verifyGrant(await signGrant(grant, keys, now), keys, now);
    expect(granted).to.deep.equal(grant);
    const cancel = { order: 'o1', reference: 'CART-1' };
    expect(await verifyCancel(await signCancel(cancel, keys, now), keys, now)).to.deep.equal(cancel);
    expect(await problem(verifyCancel(await forge(), keys, now))).to.equal('accepted');
  });

  it('is good for its minutes and 60 seconds of a clock that is off', async () => {
    const minutes = { cart: 60, grant: 10, cancel: 15 };
    const tokens = {
      cart: await signCart(cart, keys, now),
      grant: await signGrant(grant, keys, now),
      cancel: await signCancel({ order: 'o1', reference: 'CART-1' }, keys, now),
    };
    const read = { cart: verifyCart, grant: verifyGrant, cancel: verifyCancel };
    for (const kind of ['cart', 'grant', 'cancel'] as const) {
      const verify = (at: number) => problem(read[kind](tokens[kind], keys, later(at)));
      expect(await verify(minutes[kind] + 0.9), kind).to.equal('accepted');
      expect(await verify(minutes[kind] + 1.1), kind).to.equal('expired');
      expect(await verify(-0.9), kind).to.equal('accepted');
      expect(await verify(-1.1), kind).to.equal('forged');
    }
  });

  it('is good for its minutes alone, however long it was signed for', async () => {
    const forYears = await forge({ lifetime: 10 ** 9 });
    expect(await problem(verifyCancel(forYears, keys, later(15)))).to.equal('accepted');
    expect(await problem(verifyCancel(forYears, keys, later(17)))).to.equal('expired');
  });

  it('is read as it was signed, to the letter', async () => {
    const token = await forge();
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const spareBits = last[last.indexOf(token.at(-1) ?? '') ^ 1];
    const others = [`${token}\n`, `${token} `, ` ${token}`, `${token}=`, `${token.slice(0, -1)}${spareBits}`];
    for (const other of others) expect(await problem(verifyCancel(other, keys, now)), other).to.equal('forged');
  });

  it('is of one kind and of one account', async () => {
    const token = await signCart(cart, keys, now);
    expect(await problem(verifyGrant(token, keys, now))).to.equal('forged');
    expect(await problem(verifyCart(token, { ...keys, account: 'another' }, now))).to.equal('forged');
    expect(await problem(verifyCancel(await forge({ header: { typ: 'JWT' } }), keys, now))).to.equal('forged');
  });

  it('is signed with HS256 and a secret of ours, or is nothing', async () => {
    const claims = { order: 'o1', reference: 'CART-1' };
    const unsigned = new UnsecuredJWT(claims)
      .setAudience('ship-shop:toko-senja')
      .setIssuedAt(now)
      .setExpirationTime('1h');
    const [, body, signature] = (await forge()).split('.');
    const none = base64url.encode(JSON.stringify({ alg: 'none', typ: 'ship-cancel+jwt', kid: '2026-11' }));
    const changed = base64url.encode(
      JSON.stringify({ ...JSON.parse(new TextDecoder().decode(base64url.decode(body ?? ''))), order: 'o2' }),
    );
    const [head] = (await forge()).split('.');
    for (const [name, token] of Object.entries({
      'no algorithm': unsigned.encode(),
      'no algorithm, a signature': `${none}.${body}.${signature}`,
      'no algorithm, no signature': `${none}.${body}.`,
      'no signature': `${head}.${body}.`,
      'another body': `${head}.${changed}.${signature}`,
      'another secret': await forge({ secret: 'somebody-else-has-a-long-secret-as-well' }),
      'another algorithm': await forge({ header: { alg: 'HS512' }, secret: keys.current.secret.repeat(3) }),
      'an unknown key': await forge({ header: { kid: '2025-01' } }),
      'no key': await forge({ header: { kid: undefined } }),
      'an unknown critical header': await forge({ header: {} }).then((good) =>
        good.replace(
          /^[^.]+/,
          base64url.encode(
            JSON.stringify({ alg: 'HS256', typ: 'ship-cancel+jwt', kid: '2026-11', crit: ['b64'], b64: false }),
          ),
        ),
      ),
      'no token': 'token',
      'a number': 7 as unknown as string,
      'claims that are missing': await forge({ claims: { order: undefined } }),
    }))
      expect(await problem(verifyCancel(token, keys, now)), name).to.equal('forged');
    for (const nothing of [undefined, null, ''])
      expect(await problem(verifyCancel(nothing, keys, now))).to.equal('missing');
  });

  it('is read with the previous secret until it is gone', async () => {
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

  it('is at most 16 KiB', async () => {
    const item = { ...order.items[0], name: 'n'.repeat(200) } as (typeof order.items)[0];
    const many = { ...cart, items: Array.from({ length: 60 }, () => item) };
    expect(await problem(signCart(many, keys, now))).to.equal('too-large');
    expect(await problem(verifyCart(`${await signCart(cart, keys, now)}${'A'.repeat(16 * 1024)}`, keys, now))).to.equal(
      'too-large',
    );
  });

  it('is not signed with what the service would refuse, and the field is named', async () => {
    const wrong: [string, Promise<string>][] = [
      ['items.0.weight', signCart({ ...cart, items: [{ ...cart.items[0], weight: -1 } as never] }, keys)],
      ['origin', signCart({ ...cart, origin: {} }, keys)],
      ['session', signCart({ ...cart, session: 'Siti Rahayu' }, keys)],
      ['subtotal', signCart({ ...cart, subtotal: 1.5 }, keys)],
      [
        'order.destination_contact_phone',
        signGrant({ ...grant, order: { ...order, destination_contact_phone: 'x' } }, keys),
      ],
      ['reference', signGrant({ ...grant, reference: '' }, keys)],
      ['price_max', signGrant({ ...grant, price_max: -1 }, keys)],
    ];
    for (const [field, signing] of wrong) {
      const thrown = await signing.catch((error: Error) => error);
      expect(thrown).to.be.an.instanceOf(Error).with.property('code', 'claims');
      expect((thrown as Error).message).to.include(field);
    }
  });

  it('is not signed with a secret that can be guessed, nor under a name that says nothing', async () => {
    const weak: [RegExp, TokenKeys][] = [
      [/at least 32 bytes/, { ...keys, current: { kid: 'a', secret: 'short' } }],
      [/needs a kid/, { ...keys, current: { kid: '', secret: keys.current.secret } }],
      [/previous secret/, { ...keys, previous: { kid: 'b', secret: 'short' } }],
      [/same kid/, { ...keys, previous: keys.current }],
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

describe('the words of a token’s error', () => {
  it('quote neither the token nor what is in it', async () => {
    const token = await signGrant(grant, keys, now);
    for (const thrown of [
      await verifyGrant(token, keys, later(12)).catch((error) => error),
      await verifyGrant(`${token}x`, keys, now).catch((error) => error),
      await verifyOffer(token, { cart, destination: {}, service: 'jne/reg' }, keys, now).catch((error) => error),
    ]) {
      expect(thrown.message).to.not.match(/eyJ|Ratna|CART-1/);
      expect(thrown.cause).to.equal(undefined);
    }
  });
});

describe('an offer is not an offer of', () => {
  it('another kind', async () => {
    const offer = {
      cart: 'c',
      destination: 'd',
      courier: 'jne',
      service: 'reg',
      price: 1,
      asked: { insured: false, cash_on_delivery: false },
    };
    expect(await problem(verifyCart(await signOffer(offer, keys, now), keys, now))).to.equal('forged');
  });
});
