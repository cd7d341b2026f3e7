import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect } from 'chai';
import { operations } from '../../src/contract/index.ts';
import { type Api, descriptions, openApi } from '../../src/package/openapi.ts';

const lint = async (document: object) => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, message, location: [place] }) => `${ruleId}: ${message} ${place?.pointer}`);
};

describe('the OpenAPI descriptions', () => {
  for (const api of ['gateway', 'service'] as Api[])
    it(`pass a linter, also its rules of security: ${api}`, async () => {
      const document = openApi(api);
      expect(await lint(document)).to.deep.equal([]);
      const { security, ...open } = document;
      expect((await lint(open)).join('\n')).to.match(/^security-defined: /m);
    });

  for (const api of ['gateway', 'service'] as Api[])
    it(`have the five operations with their fields: ${api}`, () => {
      const document = openApi(api);
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
    expect(statuses('gateway')).to.include('201').and.not.include('200');
    expect(statuses('service')).to.include.members(['200', '201']);
  });

  it('say how the gateway refuses a token and a caller who asks too often', () => {
    const paths = openApi('gateway').paths as Record<string, Record<string, { responses: Record<string, object> }>>;
    for (const [path, { get, post }] of Object.entries(paths)) {
      const { responses = {} } = get ?? post ?? {};
      expect(responses, path).to.include.keys('400', '403', '429');
      expect(responses['429'], path).to.have.nested.property('headers.Retry-After');
    }
    expect(paths['/v1/tracking']?.get?.responses).to.include.keys('401');
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
