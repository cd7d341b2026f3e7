import type { ElementEntry } from './manifest.ts';

const nameOf = (tag: string) => tag.replace(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase());

const doc = (text = '') => (text ? `  /** ${text.replaceAll('\n', ' ')} */\n` : '');

/** The values that a framework may write as an attribute. */
function attributeType(type = 'string'): string {
  if (type === 'boolean') return "boolean | '' | 'true' | 'false'";
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a TypeScript type
  if (/^number\b/.test(type)) return 'number | `${number}`';
  return /^'/.test(type) ? type : 'string';
}

/** Text, too, if that is what the attribute has: the JSON of an object, a time, an amount. */
function orText(property: string, attributes: ElementEntry['attributes']): string {
  const attribute = attributes.find(({ fieldName }) => fieldName === property);
  const { text = 'string' } = attribute?.type ?? {};
  return attribute && attributeType(text) === 'string' && !text.includes('string') ? ' | string' : '';
}

function elementTypes({ tag, className, properties, attributes, events }: ElementEntry): string {
  const name = nameOf(tag);
  const settable = properties.filter(({ readonly }) => !readonly);
  // The class declares the type of a property.
  const ofClass = settable.map(
    ({ name, description }) => `${doc(description)}  ${name}?: ${className}['${name}']${orText(name, attributes)};`,
  );
  const ofTag = attributes.map(
    ({ name, type, description }) => `${doc(description)}  '${name}'?: ${attributeType(type?.text)};`,
  );
  const heard = events.map(({ name, type, description }) => `${doc(description)}  '${name}': ${type.text};`);
  return `/** The properties of <${tag}> that a page sets. */
export interface ${name}Properties {
${ofClass.join('\n')}
}
/** Its attributes. */
export interface ${name}Attributes {
${ofTag.join('\n')}
}
/** Its events. */
export interface ${name}Events {
${heard.join('\n')}
}
`;
}

/** Declares properties, attributes and events of the elements. The types of each framework build on it. */
export function frameworkTypes(entries: readonly ElementEntry[]): string {
  const types = entries.flatMap(({ className, events }) => [className, ...events.map(({ type }) => type.text)]);
  const imported = [...new Set(types)].filter((type) => type !== 'Event').sort();
  const tags = entries.map(({ tag, className }) => {
    const name = nameOf(tag);
    return `  '${tag}': {
    element: ${className};
    properties: ${name}Properties;
    attributes: ${name}Attributes;
    events: ${name}Events;
  };`;
  });
  return `import type { ${imported.join(', ')} } from '../elements/index.js';

${entries.map(elementTypes).join('\n')}
/** The elements by their tags. */
export interface ShipTags {
${tags.join('\n')}
}

/** The props of a framework that sets a property if there is one, and an attribute otherwise. */
export type PropertiesFirst<Tag extends ShipTags[keyof ShipTags]> = Tag['properties'] &
  Omit<Tag['attributes'], keyof Tag['properties']>;

/** Handlers of the elements' own events, such as onship-rate-change. Those of input and change are the framework's. */
export type OwnHandlers<Events> = {
  [Name in keyof Events as Name extends \`ship-\${string}\` ? \`on\${Name}\` : never]?: (event: Events[Name]) => void;
};
`;
}
