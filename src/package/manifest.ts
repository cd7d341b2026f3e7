import { cli } from '@custom-elements-manifest/analyzer/cli.js';
import type {
  Attribute,
  ClassField,
  ClassMethod,
  CssCustomProperty,
  CssCustomState,
  CssPart,
  CustomElementDeclaration,
  Event,
  Module,
  Package,
  Slot,
} from 'custom-elements-manifest';
import type { LitElement } from 'lit';
import '../define.ts';
import { ownModules } from './elements.ts';

for (const source of Object.values(ownModules)) await import(/* @vite-ignore */ `../elements/${source}.ts`);

/** An element as editors and frameworks need to know it. */
export interface ElementEntry {
  tag: string;
  className: string;
  description: string;
  attributes: Attribute[];
  properties: ClassField[];
  methods: ClassMethod[];
  events: Event[];
  slots: Slot[];
  parts: CssPart[];
  states: CssCustomState[];
  tokens: CssCustomProperty[];
}

type Named = { name: string; description?: string };

const byName = (one: Named, other: Named) => (one.name < other.name ? -1 : 1);

/** Whether a page may use a member. Static, private and lifecycle members are not for pages. */
const isPublic = (member: ClassField | ClassMethod) =>
  member.privacy === undefined || member.privacy === 'public'
    ? !member.static && !member.name.startsWith('#') && !member.name.endsWith('Callback')
    : false;

/** The analyzer keeps only the name of an `@internal` field. */
const isDocumented = ({ type, description }: ClassField) => Boolean(type || description);

/** The class of each event, from the map that `events.ts` declares. */
function eventTypes(source: string): Map<string, string> {
  const map = source.split('interface GlobalEventHandlersEventMap {')[1]?.split('}')[0] ?? '';
  return new Map([...map.matchAll(/'([\w-]+)': (\w+);/g)].map(([, name = '', type = '']) => [name, type]));
}

/**
 * Describes the elements, as the custom-elements analyzer reads their comments. Attributes come from Lit, and types of events from
 * the event map. Tokens, and states without a comment, are described by the checkout. The checkout has the parts of
 * the elements inside it.
 */
export async function elementEntries(root: string, events: string): Promise<ElementEntry[]> {
  const argv = ['analyze', '--config', 'src/package/analyzer.config.mjs'];
  const analysed: Package = await cli({ argv, cwd: root, noWrite: true });
  const types = eventTypes(events);
  const classes = analysed.modules.flatMap(({ declarations = [] }) => declarations as CustomElementDeclaration[]);
  const entries = classes
    .filter(({ tagName }) => tagName)
    .map((declaration): ElementEntry => {
      const tag = declaration.tagName ?? '';
      const members = (declaration.members ?? []).filter((member) => isPublic(member as ClassField)).sort(byName);
      const fields = (members.filter(({ kind }) => kind === 'field') as ClassField[]).filter(isDocumented);
      const attributes = attributesOf(customElements.get(tag) as typeof LitElement, fields);
      return {
        tag,
        className: declaration.name,
        description: declaration.description ?? '',
        attributes,
        properties: fields.map(({ name, type, description, readonly }) => ({
          kind: 'field',
          name,
          type,
          description,
          ...(readonly && { readonly }),
          ...attributeOf(attributes, name),
        })),
        methods: (members.filter(({ kind }) => kind === 'method') as ClassMethod[]).map(
          ({ name, parameters, return: returned, description }) => ({
            kind: 'method',
            name,
            parameters,
            return: returned,
            description,
          }),
        ),
        // The analyzer also lists what the class dispatches, without a name.
        events: (declaration.events ?? [])
          .filter(({ name }) => name)
          .map(({ name, description }) => ({ name, type: { text: types.get(name) ?? 'Event' }, description })),
        slots: declaration.slots ?? [],
        parts: declaration.cssParts ?? [],
        states: declaration.cssStates ?? [],
        tokens: declaration.cssProperties ?? [],
      };
    });
  return complete(entries).sort((one, other) => (one.tag < other.tag ? -1 : 1));
}

function attributesOf(element: typeof LitElement, fields: ClassField[]): Attribute[] {
  return [...element.elementProperties]
    .flatMap(([property, { attribute }]) => {
      if (attribute === false) return [];
      const name = typeof attribute === 'string' ? attribute : String(property).toLowerCase();
      const field = fields.find((field) => field.name === property);
      return [{ name, fieldName: String(property), type: field?.type, description: field?.description }];
    })
    .sort(byName);
}

const attributeOf = (attributes: Attribute[], property: string) => {
  const attribute = attributes.find(({ fieldName }) => fieldName === property)?.name;
  return attribute ? { attribute } : {};
};

/** The entry of an element that is no part of the checkout. */
const entryOf = ({ tag }: ElementEntry) => Object.keys(ownModules).find((name) => tag === `ship-${name}`);

/** Two elements inside the checkout may have a part of the same name. */
const firstOfEachName = (parts: CssPart[]) =>
  [...new Map(parts.toReversed().map((part) => [part.name, part])).values()].toReversed();

/** Adds what the checkout shares with the others: the parts of those inside it, its tokens, and its descriptions of states. */
function complete(entries: ElementEntry[]): ElementEntry[] {
  const checkout = entries.find(({ tag }) => tag === 'ship-checkout');
  if (!checkout) throw new Error('The analyzer has found no ship-checkout.');
  const inner = entries.filter((entry) => entry !== checkout && !entryOf(entry)).flatMap(({ parts }) => parts);
  const meaning = new Map(checkout.states.map(({ name, description }) => [name, description]));
  return entries.map((entry) => ({
    ...entry,
    parts: entry === checkout ? firstOfEachName([...entry.parts, ...inner]) : entry.parts,
    tokens: checkout.tokens,
    states: entry.states.map(({ name, description }) => ({ name, description: description || meaning.get(name) })),
  }));
}

/** `custom-elements.json`: https://github.com/webcomponents/custom-elements-manifest. */
export function customElementsManifest(entries: readonly ElementEntry[]): Package {
  const inside = entries.filter((entry) => !entryOf(entry));
  const apart = entries.filter(entryOf);
  const modules = [
    classesAt('dist/elements/index.js', inside),
    definitionsAt('dist/define.js', 'dist/elements/index.js', inside),
    ...apart.map((entry) => {
      const path = `dist/elements/${entryOf(entry)}.js`;
      const { exports = [], ...classes } = classesAt(path, [entry]);
      return { ...classes, exports: [...exports, ...(definitionsAt(path, path, [entry]).exports ?? [])] };
    }),
  ];
  return { schemaVersion: '2.1.0', modules };
}

function classesAt(path: string, entries: readonly ElementEntry[]): Module {
  return {
    kind: 'javascript-module',
    path,
    declarations: entries.map((entry) => ({
      kind: 'class',
      customElement: true,
      tagName: entry.tag,
      name: entry.className,
      description: entry.description,
      attributes: entry.attributes.map(({ name, fieldName }) => ({ name, fieldName })),
      members: [...entry.properties, ...entry.methods],
      events: entry.events,
      slots: entry.slots,
      cssParts: entry.parts,
      cssStates: entry.states,
      cssProperties: entry.tokens,
    })),
    exports: entries.map(({ className: name }) => ({ kind: 'js', name, declaration: { name, module: path } })),
  };
}

/** @param module that exports the classes */
function definitionsAt(path: string, module: string, entries: readonly ElementEntry[]): Module {
  return {
    kind: 'javascript-module',
    path,
    exports: entries.map(({ tag, className: name }) => ({
      kind: 'custom-element-definition',
      name: tag,
      declaration: { name, module },
    })),
  };
}
