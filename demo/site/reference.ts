import type { ElementEntry } from '../../src/package/manifest.ts';

type Row = readonly (string | undefined)[];

/** The tables of an element, as Markdown. */
export function referenceOf(entry: ElementEntry): string {
  const { attributes, properties, methods, events, slots, parts, states, tokens } = entry;
  const others = properties.filter(({ name }) => !attributes.some(({ fieldName }) => fieldName === name));
  return [
    '## Reference',
    'An attribute whose property has another name is listed with both names.',
    section('Attributes', ['Attribute', 'Type', 'Description'], attributes, (item) => [
      [item.name, item.fieldName]
        .filter((name, index, all) => all.indexOf(name) === index)
        .map((name) => code(String(name)))
        .join(' '),
      type(item.type),
      item.description,
    ]),
    section('Properties without an attribute', ['Property', 'Type', 'Description'], others, (item) => [
      code(item.name),
      type(item.type),
      `${item.description ?? ''}${item.readonly ? ' Read-only.' : ''}`,
    ]),
    section('Methods', ['Method', 'Description'], methods, (item) => [
      code(`${item.name}(${(item.parameters ?? []).map(({ name }) => name).join(', ')})`),
      item.description,
    ]),
    section('Events', ['Event', 'Class', 'When'], events, (item) => [
      code(item.name),
      type(item.type),
      item.description,
    ]),
    section('Slots', ['Slot', 'Description'], slots, (item) => [
      item.name ? code(item.name) : 'default',
      item.description,
    ]),
    section('Parts', ['Part', 'Description'], parts, (item) => [code(item.name), item.description]),
    section('Custom states', ['State', 'When'], states, (item) => [code(`:state(${item.name})`), item.description]),
    section('Tokens', ['Custom property', 'Description'], tokens, (item) => [code(item.name), item.description]),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function section<Item>(
  title: string,
  head: readonly string[],
  items: readonly Item[],
  cells: (item: Item) => Row,
): string {
  if (!items.length) return '';
  const rows = [head, head.map(() => '---'), ...items.map(cells)];
  return `### ${title}\n\n${rows.map((row) => `| ${row.map((text) => cell(text ?? '')).join(' | ')} |`).join('\n')}`;
}

const cell = (text: string) => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();
const code = (text: string) => `\`${text}\``;
const type = (type: { text: string } | undefined) => (type?.text ? code(type.text) : '');
