import * as z from 'zod/mini';
import { maybe, success } from '../contract/fields.ts';
import {
  ErrorBody,
  gatewayOperations,
  type OperationName,
  operations,
  Rate,
  type Route,
  serviceOperations,
} from '../contract/index.ts';
import { maybeAmount, rupiah } from '../contract/money.ts';
import type { Operation } from '../contract/operation.ts';
import { version } from './script.ts';

/** `gateway`: what a page asks its shop. `service`: what the gateway asks the shipping service. */
export type Api = 'gateway' | 'service';

/** The files of the package and of the site. */
export const descriptions: Readonly<Record<string, Api>> = {
  'openapi.json': 'gateway',
  'service.openapi.json': 'service',
};

type Schema = Record<string, unknown>;

/** A sentence for each operation. They are not in the contract, because pages load its rows. */
const summaries: Record<OperationName, string> = {
  listCouriers: 'The couriers of the account, and their services',
  quoteRates: 'Prices of a shipment. The service charges each question',
  createOrder: 'Places an order, once for each reference',
  createDraftOrder: 'Saves a draft of an order, once for each reference',
  cancelOrder: 'Cancels an order',
  searchAreas: 'The districts that a text names',
  readPromise: 'The least price to a district before the checkout. It is kept for hours, and never signed',
  trackParcel: 'Where a parcel is, for who has its link. No personal data',
  takeWebhooks: 'Messages of the shipping service',
  readAreas: 'The districts that a text names',
  readTracking: 'Where a parcel is, with personal data',
  readOrder: 'An order, with personal data',
  readDraftOrder: 'A draft, with personal data. Names its order once it is confirmed',
  confirmDraftOrder: 'Makes an order of a draft, with an id of its own and the same reference',
  deleteDraftOrder: 'Deletes a draft that is not confirmed',
};

const orNull = (type: string): Schema => ({ type: [type, 'null'] });

/** Schemas that read by code of their own, so that zod cannot say what they take. */
const known = new Map<unknown, Schema>([
  [maybe.text, orNull('string')],
  [maybe.number, orNull('number')],
  [maybe.flag, orNull('boolean')],
  [maybe.object, orNull('object')],
  [maybe.texts, { type: ['array', 'null'], items: { type: 'string' } }],
  [maybeAmount, { ...orNull('number'), description: 'Rupiah' }],
  [success, { const: true }],
  [rupiah, { type: 'integer', minimum: 0, description: 'Rupiah' }],
  [
    Rate,
    {
      type: 'object',
      required: ['courier_code', 'courier_service_code', 'price'],
      properties: {
        courier_code: { type: 'string' },
        courier_service_code: { type: 'string' },
        price: { type: 'number', minimum: 0, description: 'Rupiah' },
        offer: { type: 'string', description: 'The token of the gateway for this row' },
      },
      additionalProperties: true,
      description: 'One service and its price. All fields: contract/README.md §2.2',
    },
  ],
]);

/** The JSON schema of what is sent: a field that the reader adds to an answer is not there. */
function schemaOf(schema: z.ZodMiniType<unknown>): Schema {
  const { $schema, ...written } = z.toJSONSchema(schema, {
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      Object.assign(jsonSchema, known.get(zodSchema));
      // A later version may have more fields, and a client of today reads it.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      const { anyOf: [value, none] = [] } = jsonSchema;
      if (!value?.type || none?.type !== 'null') return;
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, value, { type: [value.type, 'null'] });
    },
  }) as Schema & { properties?: Schema; required?: string[] };
  if (written.properties && 'dropped' in written.properties) {
    const { dropped, ...properties } = written.properties;
    const required = (written.required ?? []).filter((field) => field !== 'dropped');
    return { ...written, properties, required };
  }
  return written;
}

const json = (schema: Schema) => ({ 'application/json': { schema } });

/** A draft is made, and an order is done (contract/README.md §2.4). The service's own reference has both for a draft. */
const statusesOf = (api: Api, name: OperationName): readonly number[] =>
  name !== 'createDraftOrder' ? [200] : api === 'gateway' ? [201] : [200, 201];

const refusal = (description: string) => ({ description, content: json({ $ref: '#/components/schemas/Refusal' }) });

const tooMany = {
  ...refusal('A limit was reached'),
  headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
};

/** What a caller has to expect: `contract/README.md` §1.8 has what the service answers, and the docs what the gateway does. */
const refusalsOf = (api: Api, isBearer: boolean) =>
  api === 'service'
    ? { 400: refusal('A field, the key or the account'), 401: refusal('No key') }
    : {
        400: refusal('A field is missing or wrong'),
        ...(isBearer && { 401: refusal('The token is missing, not valid, or has expired') }),
        403: refusal('The token is missing or not valid, or the shop does not offer this'),
        429: tooMany,
      };

const token: Schema = { type: 'string', description: 'A token that the shop’s server has signed' };

/** The gateway reads an order from its grant, and nothing else. */
const grant: Schema = { type: 'object', required: ['grant'], properties: { grant: token }, additionalProperties: true };

function operationOf(
  api: Api,
  name: OperationName,
  { method, path, bearer, request, response }: Operation<never, unknown>,
): Schema {
  const asked = (api === 'gateway' && name === 'createOrder' ? grant : schemaOf(request)) as Schema & {
    properties?: Schema;
    required?: string[];
  };
  const { id, ...properties } = asked.properties ?? {};
  for (const name of ['cart', 'grant']) if (api === 'gateway' && name in properties) properties[name] = token;
  const required = (asked.required ?? []).filter((field) => field !== 'id');
  const parameters = path.includes(':id')
    ? [{ name: 'id', in: 'path', required: true, schema: id ?? { type: 'string' } }]
    : Object.entries(method === 'GET' ? properties : {}).map(([field, schema]) => ({
        name: field,
        in: 'query',
        schema,
      }));
  const body = { ...asked, properties, ...(required.length ? { required } : { required: undefined }) };
  return {
    operationId: name,
    summary: summaries[name],
    ...(bearer && { security: [{ track: [] }] }),
    ...(parameters.length && { parameters }),
    ...(method === 'POST' && {
      requestBody: { required: api === 'gateway' || required.length > 0, content: json(body) },
    }),
    responses: {
      ...Object.fromEntries(
        statusesOf(api, name).map((status) => [status, { description: 'Done', content: json(schemaOf(response)) }]),
      ),
      ...refusalsOf(api, Boolean(bearer)),
      default: refusal('A refusal'),
    },
  };
}

/** The service may write its code as a text. The gateway answers with a number. */
function refusalOf(api: Api): Schema {
  const refusal = schemaOf(ErrorBody);
  const code = { type: ['number', 'string', 'null'] };
  return api === 'gateway' ? refusal : { ...refusal, properties: { ...Object(refusal.properties), code } };
}

/** The OpenAPI 3.1 description of an API, made of the operations table and its schemas. */
export function openApi(api: Api): Schema {
  const served = { ...operations, ...(api === 'gateway' ? gatewayOperations : serviceOperations) };
  const paths: Record<string, Schema> = {};
  for (const [name, row] of Object.entries(served)) {
    const { method, path, caller }: Route = row;
    // What the service sends to a gateway is no call of a page.
    if (caller === 'service') continue;
    const key = path.replace(':id', '{id}');
    const written = operationOf(api, name as OperationName, row as unknown as Operation<never, unknown>);
    paths[key] = { ...paths[key], [method.toLowerCase()]: written };
  }
  const securitySchemes =
    api === 'service'
      ? { key: { type: 'apiKey', in: 'header', name: 'authorization' } }
      : { track: { type: 'http', scheme: 'bearer', description: 'The token of a tracking link: `signTrack`' } };
  const document = {
    openapi: '3.1.0',
    info: {
      title: api === 'gateway' ? 'The gateway of ship-elements' : 'The shipping service, as ship-elements knows it',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Unofficial, and not tried against the live service. Rules about several fields are in contract/README.md.',
    },
    servers: [{ url: api === 'gateway' ? '/shipping' : 'https://api.biteship.com' }],
    // A page shows no key: what it may do is said by the tokens in its questions.
    security: api === 'service' ? [{ key: [] }] : [],
    paths,
    components: {
      schemas: { Refusal: refusalOf(api) },
      securitySchemes,
    },
  };
  return JSON.parse(JSON.stringify(document));
}
