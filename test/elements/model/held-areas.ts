import { createAreaClient } from '../../../src/client/index.ts';
import { areas } from '../../support/areas.ts';
import { answerAtOnce } from '../../support/clients.ts';

export type AreaReply = 'found' | 'none' | 'fails';

/** A service of five areas. The test says when and how it answers. */
export class HeldAreas {
  /** Requests that wait for an answer. */
  readonly asks: { input: string; reply(how: AreaReply): void }[] = [];

  readonly client = createAreaClient({
    ...{ baseUrl: 'https://areas.test', retry: { times: 0 }, timeout: 3_600_000 },
    fetch: (url, init) => {
      const { input = '' } = init?.body
        ? JSON.parse(`${init.body}`)
        : Object.fromEntries(new URL(`${url}`).searchParams);
      return new Promise((resolve, reject) => {
        const ask = {
          input,
          reply: (how: AreaReply) => {
            this.asks.splice(this.asks.indexOf(ask), 1);
            if (how === 'fails') reject(new TypeError('Failed to fetch'));
            else resolve(answerAtOnce({ success: true, areas: how === 'found' ? areasOf(input) : [] }));
          },
        };
        this.asks.push(ask);
      });
    },
  });
}

const areasOf = (input: string) =>
  areas.filter(({ name = '' }) =>
    input
      .toLowerCase()
      .split(' ')
      .every((word) => `${name}`.toLowerCase().includes(word)),
  );
