import * as z from 'zod/mini';
import { maybe, success } from '../contract/fields.ts';
import { ErrorBody, operations, optInOperations, Rate } from '../contract/index.ts';
import { maybeAmount } from '../contract/money.ts';
import type { Operation } from '../contract/operation.ts';
import { version } from './script.ts';

/** `gateway`: what a page asks its shop. `service`: what the gateway asks the shipping service. */
export type Api = 'gateway' | 'service';

type Schema = Record<string, unknown>;

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
    override: ({ zodSchema, jsonSchema }) => void Object.assign(jsonSchema, known.get(zodSchema)),
  }) as Schema & { properties?: Schema; required?: string[] };
  if (written.properties && 'dropped' in written.properties) {
    const { dropped, ...properties } = written.properties;
    const required = (written.required ?? []).filter((field) => field !== 'dropped');
    return { ...written, properties, required };
  }
  return written;
}

const json = (schema: Schema) => ({ 'application/json': { schema } });

function operationOf(name: string, { method, path, request, response }: Operation<never, unknown>) {
  const asked = schemaOf(request) as Schema & { properties?: Schema; required?: string[] };
  const { id, ...properties } = asked.properties ?? {};
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
    ...(parameters.length && { parameters }),
    ...(method === 'POST' && { requestBody: { required: required.length > 0, content: json(body) } }),
    responses: {
      200: { description: 'Done', content: json(schemaOf(response)) },
      default: { description: 'A refusal', content: json({ $ref: '#/components/schemas/Refusal' }) },
    },
  };
}

/** The OpenAPI 3.1 description of an API, made of the operations table and its schemas. */
export function openApi(api: Api): Schema {
  const { searchAreas, ...forTheGateway } = optInOperations;
  const served = { ...operations, ...(api === 'gateway' ? { searchAreas } : forTheGateway) };
  const paths: Record<string, Schema> = {};
  for (const [name, row] of Object.entries(served)) {
    const { method, path } = row;
    const key = path.replace(':id', '{id}');
    paths[key] = {
      ...paths[key],
      [method.toLowerCase()]: operationOf(name, row as unknown as Operation<never, unknown>),
    };
  }
  const key = { type: 'apiKey', in: 'header', name: 'authorization' };
  const document = {
    openapi: '3.1.0',
    info: {
      title: api === 'gateway' ? 'The gateway of ship-elements' : 'The shipping service, as ship-elements knows it',
      version,
      description:
        'Unofficial, and not tried against the live service. Rules about several fields are in contract/README.md.',
    },
    servers: [{ url: api === 'gateway' ? '/shipping' : 'https://api.biteship.com' }],
    ...(api === 'service' && { security: [{ key: [] }] }),
    paths,
    components: {
      schemas: { Refusal: schemaOf(ErrorBody) },
      ...(api === 'service' && { securitySchemes: { key } }),
    },
  };
  return JSON.parse(JSON.stringify(document));
}
