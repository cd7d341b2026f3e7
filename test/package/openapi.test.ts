import { createRequire } from 'node:module';
import { expect } from 'chai';
import { operations } from '../../src/contract/index.ts';
import { type Api, openApi } from '../../src/package/openapi.ts';

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
  });
});
