import type { ClassField } from 'custom-elements-manifest';
import type { ElementEntry } from './manifest.ts';

interface Value {
  name: string;
}

/** The values of an attribute that allows only these: `'none' | 'draft' | 'order'`. */
function valuesOf(type: string | undefined): Value[] | undefined {
  const values = [...(type ?? '').matchAll(/'([^']+)'/g)].map(([, name = '']) => ({ name }));
  return values.length ? values : undefined;
}

/** Custom data for HTML in Visual Studio Code: https://github.com/microsoft/vscode-custom-data. */
export function htmlData(entries: readonly ElementEntry[]): object {
  return {
    version: 1.1,
    tags: entries.map(({ tag, description, attributes }) => ({
      name: tag,
      description,
      attributes: attributes.map(({ name, description, type }) => ({
        name,
        description,
        values: valuesOf(type?.text),
        ...(type?.text === 'boolean' && { valueSet: 'v' }),
      })),
    })),
  };
}

/** Custom data for CSS: the tokens. The format has no place for parts and states. */
export function cssData(entries: readonly ElementEntry[]): object {
  const tokens = new Map(entries.flatMap(({ tokens }) => tokens).map((token) => [token.name, token]));
  return {
    version: 1.1,
    properties: [...tokens.values()].map(({ name, description }) => ({ name, description })),
  };
}

/** Data for JetBrains' editors: https://github.com/JetBrains/web-types. */
export function webTypes(entries: readonly ElementEntry[], version: string): object {
  return {
    $schema: 'https://json.schemastore.org/web-types',
    name: 'ship-elements',
    version,
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: entries.map((entry) => ({
          name: entry.tag,
          description: entry.description,
          attributes: entry.attributes.map(({ name, description, type }) => ({
            name,
            description,
            value: type?.text === 'boolean' ? { type: 'boolean', required: false } : { type: htmlType(type?.text) },
          })),
          slots: entry.slots.map(({ name, description }) => ({ name, description })),
          js: {
            properties: entry.properties.map(({ name, description, type, readonly }: ClassField) => ({
              name,
              description,
              type: type?.text,
              ...(readonly && { 'read-only': true }),
            })),
            events: entry.events.map(({ name, description, type }) => ({ name, description, type: type?.text })),
          },
          css: {
            parts: entry.parts.map(({ name, description }) => ({ name, description })),
            properties: entry.tokens.map(({ name, description }) => ({ name, description })),
            'pseudo-classes': entry.states.map(({ name, description }) => ({ name: `state(${name})`, description })),
          },
        })),
      },
    },
  };
}

/** The type of an attribute's text: one of some values, a number, or any text. */
function htmlType(type = 'string'): string {
  if (valuesOf(type)) return type.replace(' | undefined', '');
  return /^number\b/.test(type) ? 'number' : 'string';
}
