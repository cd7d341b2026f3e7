import { isTokenError, type Track, verifyTrack } from '../../tokens/index.ts';
import { tracked } from '../tracking/index.ts';
import { type GatewayAnswer, Refusal } from '../upstream/index.ts';
import type { Context } from './context.ts';

/**
 * Answers where the parcel of a track token is. The token comes in a header, because addresses are logged.
 * @throws {Refusal} `track-invalid` or `track-expired`, which do not tell whether an order exists
 */
export async function trackOrder(context: Context, headers: Headers, address: string): Promise<GatewayAnswer> {
  const [, token] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  const { reference } = await orderOf(verifyTrack(token, context.keys, context.now())).catch(async (problem) => {
    await context.limiter.admit('address', address);
    throw problem;
  });
  await context.limiter.admit('session', `reference ${reference}`);
  const key = { account: context.options.account, kind: 'order', reference } as const;
  return tracked(context.tracking, await context.orderDeps.ledger.find(key));
}

async function orderOf(reading: Promise<Track>): Promise<Track> {
  try {
    return await reading;
  } catch (problem) {
    if (!isTokenError(problem)) throw problem;
    throw new Refusal(problem.code === 'expired' ? 'track-expired' : 'track-invalid', {
      ...(problem.mismatch && { mismatch: problem.message }),
    });
  }
}
