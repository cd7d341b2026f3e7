import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { operations } from '../../src/contract/index.ts';
import { type Api, descriptions, openApi } from '../../src/package/openapi.ts';

// Required, because its types need packages that it does not bring.
const { Validator } = createRequire(import.meta.url)('@seriousme/openapi-schema-validator');

describe('the OpenAPI descriptions', () => {
  for (const api of ['gateway', 'service'] as Api[])
    it(`are valid, and have the five operations with their fields: ${api}`, async () => {
      const document = openApi(api);
      expect(await new Validator().validate(structuredClone(document))).to.deep.include({ valid: true });
      const paths = document.paths as Record<string, Record<string, { operationId: string; requestBody?: unknown }>>;
      const named = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
      expect(named).to.include.members(Object.keys(operations));
      const text = JSON.stringify(paths['/v1/draft_orders']?.post);
      for (const field of ['destination_contact_phone', 'reference_id', 'courier_company'])
        expect(text).to.include(`"${field}"`);
      expect(JSON.stringify(document)).to.not.include('"dropped"');
      expect(paths['/v1/orders/{id}/cancel']?.post).to.have.nested.property('parameters[0].in', 'path');
    });

  it('say what the gateway asks for: the grant of an order, a district for a promise, the token of a tracking link', () => {
    const paths = openApi('gateway').paths as Record<string, Record<string, object>>;
    const at = (path: string, ...keys: string[]) =>
      keys.reduce<unknown>((value, key) => Object(value)[key], paths[path]);
    const body = ['post', 'requestBody', 'content', 'application/json', 'schema'];
    expect(at('/v1/orders', ...body, 'required')).to.deep.equal(['grant']);
    expect(at('/v1/promise', ...body, 'properties')).to.include.keys(
      'destination_area_id',
      'weight',
      'subtotal',
      'cart',
    );
    expect(at('/v1/tracking', 'get', 'security')).to.deep.equal([{ track: [] }]);
    const rate = ['content', 'application/json', 'schema', 'properties', 'rate', 'properties'];
    expect(at('/v1/promise', 'post', 'responses', '200', ...rate))
      .to.include.keys('price', 'arrivals')
      .and.not.include.keys('offer');
  });

  it('have the status that a draft is answered with', () => {
    const statuses = (api: Api) => {
      const { post } = Object((openApi(api).paths as Record<string, object>)['/v1/draft_orders']);
      return Object.keys(post.responses);
    };
    expect(statuses('gateway')).to.deep.equal(['201', 'default']);
    expect(statuses('service')).to.deep.equal(['200', '201', 'default']);
  });

  it('let a later version add fields (CIRFMF/ksef-api#481), and the service write its code as a text', () => {
    for (const api of ['gateway', 'service'] as Api[])
      expect(JSON.stringify(openApi(api))).to.not.include('"additionalProperties":false');
    expect(openApi('service')).to.have.deep.nested.property('components.schemas.Refusal.properties.code', {
      type: ['number', 'string', 'null'],
    });
  });

  it('are in the package', () => {
    for (const [file, api] of Object.entries(descriptions)) {
      const text = readFileSync(new URL(`../../dist/${file}`, import.meta.url), 'utf8');
      expect(JSON.parse(text)).to.deep.equal(openApi(api));
    }
  });
});
