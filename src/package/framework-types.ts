import type { ElementEntry } from './manifest.ts';

const nameOf = (tag: string) => tag.replace(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase());

const doc = (text = '') => (text ? `  /** ${text.replaceAll('\n', ' ')} */\n` : '');

/** What an attribute's text may be, or what a framework may write as one. */
function attributeType(type = 'string'): string {
  if (type === 'boolean') return "boolean | '' | 'true' | 'false'";
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a type of TypeScript's, written down
  if (/^number\b/.test(type)) return 'number | `${number}`';
  return /^'/.test(type) ? type : 'string';
}

function elementTypes({ tag, className, properties, attributes, events }: ElementEntry): string {
  const name = nameOf(tag);
  const settable = properties.filter(({ readonly }) => !readonly);
  // What a property may be set to is what its class says of it.
  const ofClass = settable.map((field) => `${doc(field.description)}  ${field.name}?: ${className}['${field.name}'];`);
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

/** Declarations of what the elements take and tell, for the types of each framework to be made of. */
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
/** The four elements by their tags. */
export interface ShipTags {
${tags.join('\n')}
}

/** What a framework takes that sets a property where there is one, and an attribute elsewhere. */
export type PropertiesFirst<Tag extends ShipTags[keyof ShipTags]> = Tag['properties'] &
  Omit<Tag['attributes'], keyof Tag['properties']>;
`;
}
