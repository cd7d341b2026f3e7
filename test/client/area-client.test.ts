import { expect } from 'chai';
import { createAreaClient, RefusedError } from '../../src/client/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';

function openClient(answer?: () => Response) {
  const asked: string[] = [];
  const sandbox = createSandbox();
  const client = createAreaClient({
    baseUrl: 'https://shop.test/shipping/',
    fetch: async (input, init) => {
      const request = new Request(input, init);
      asked.push(`${request.method} ${request.url} ${await request.clone().text()}`);
      const service = new Request(request.url.replace('/shipping', ''), request);
      return answer?.() ?? sandbox.fetch(service);
    },
  });
  return { client, asked };
}

describe('createAreaClient', () => {
  it('finds areas, with the text in the body: access logs keep addresses (BRP-API/Haal-Centraal-BRP-bevragen#887)', async () => {
    const { client, asked } = openClient();
    const { areas } = await client.searchAreas({ input: 'Kelapa Gading & nothing' });
    expect(areas).to.deep.equal([]);
    expect(asked).to.deep.equal(['POST https://shop.test/shipping/v1/maps/areas {"input":"Kelapa Gading & nothing"}']);
    expect((await client.searchAreas({ input: 'kelapa gading' })).areas[0]?.postal_code).to.equal(14240);
  });

  it('asks once for the same text', async () => {
    const { client, asked } = openClient();
    const search = () => client.searchAreas({ input: 'tebet' });
    await Promise.all([search(), search()]);
    await search();
    expect(asked).to.have.lengthOf(1);
  });

  it('throws the errors of the client, without a request if there is no text', async () => {
    const { client, asked } = openClient(() =>
      Response.json({ success: false, error: 'no', code: 40400000 }, { status: 404 }),
    );
    const problem = async (input: string) => client.searchAreas({ input }).catch((error) => error);
    expect((await problem('')).code).to.equal('invalid-request');
    expect(asked).to.deep.equal([]);
    expect(await problem('tebet')).to.be.an.instanceOf(RefusedError);
  });
});
