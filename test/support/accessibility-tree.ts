import type { Page } from '@playwright/test';

interface Node {
  nodeId: string;
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  description?: { value: string };
  properties?: { name: string; value: { value: unknown } }[];
  childIds?: string[];
}

/** The properties that a screen reader announces. */
const told = ['checked', 'disabled', 'required', 'invalid', 'busy', 'live', 'atomic', 'expanded'];

/** Roles without a name of their own, and the options of a closed list. */
const silent = new Set(['none', 'generic', 'InlineTextBox', 'LabelText', 'Legend', 'MenuListPopup', 'option']);

/** Roles that are announced by their text. Other text is the name of a control. */
const saying = new Set(['paragraph', 'definition', 'status']);

/**
 * The accessibility tree of Chromium for the first element with this tag. Each node is a line:
 * `role “name” — description [properties]`, indented by depth.
 */
export async function accessibilityTree(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { node } = await session.send('DOM.describeNode', { nodeId });
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const byId = new Map(nodes.map((one) => [one.nodeId, one as unknown as Node]));
  const top = nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === node.backendNodeId);
  return top ? linesOf(byId, top as unknown as Node) : [];
}

function linesOf(nodes: Map<string, Node>, node: Node, within = '', indent = ''): string[] {
  const role = node.role?.value ?? '';
  const shown = !node.ignored && !silent.has(role) && (role !== 'StaticText' || saying.has(within));
  const inside = (node.childIds ?? []).flatMap((id) => {
    const child = nodes.get(id);
    return child ? linesOf(nodes, child, shown ? role : within, shown ? `${indent}  ` : indent) : [];
  });
  return shown ? [indent + lineOf(node), ...inside] : inside;
}

function lineOf({ role, name, description, properties = [] }: Node): string {
  const how = properties
    .filter(({ name, value }) => told.includes(name) && ![false, 'false', 'off'].includes(value.value as string))
    .map(({ name, value }) => (value.value === true || value.value === 'true' ? name : `${name}: ${value.value}`));
  const parts = [
    role?.value === 'StaticText' ? '' : role?.value,
    name?.value && `“${name.value}”`,
    description?.value && `— ${description.value}`,
    how.length && `[${how.join(', ')}]`,
  ];
  // Prices contain a no-break space.
  return parts.filter(Boolean).join(' ').replaceAll('\u00a0', ' ');
}
