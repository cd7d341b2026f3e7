export interface Token {
  name: `--ship-${string}`;
  kind: 'colour' | 'length' | 'font';
  /** What the elements have where a shop sets nothing. */
  builtIn: string;
  /** What the demo's shop sets. */
  shop: string;
}

export const tokens: readonly Token[] = [
  {
    name: '--ship-accent',
    kind: 'colour',
    builtIn: 'light-dark(#0b57d0, #a8c7fa)',
    shop: 'light-dark(#1f6b45, #8fd6ae)',
  },
  {
    name: '--ship-on-accent',
    kind: 'colour',
    builtIn: 'light-dark(#ffffff, #062e6f)',
    shop: 'light-dark(#ffffff, #06301c)',
  },
  {
    name: '--ship-border',
    kind: 'colour',
    builtIn: 'light-dark(#e0e1dd, #363d39)',
    shop: '',
  },
  { name: '--ship-background', kind: 'colour', builtIn: 'light-dark(#ffffff, #1d2320)', shop: '' },
  { name: '--ship-text', kind: 'colour', builtIn: 'light-dark(#1d2420, #e6ebe7)', shop: '' },
  { name: '--ship-danger', kind: 'colour', builtIn: 'light-dark(#b3261e, #f2b8b5)', shop: '' },
  { name: '--ship-radius', kind: 'length', builtIn: '12px', shop: '' },
  { name: '--ship-space', kind: 'length', builtIn: '8px', shop: '' },
  { name: '--ship-font', kind: 'font', builtIn: 'inherit', shop: '' },
  { name: '--ship-padding', kind: 'length', builtIn: '15px', shop: '' },
  { name: '--ship-frame', kind: 'length', builtIn: '1px', shop: '' },
  { name: '--ship-row-size', kind: 'length', builtIn: '4em', shop: '' },
];

/** Whether the elements can use it; an empty one is not set at all. */
export function usable({ kind }: Token, value: string): boolean {
  if (kind === 'colour') return CSS.supports('color', value);
  if (kind === 'font') return CSS.supports('font', value);
  // They reckon with it.
  return CSS.supports('inline-size', `calc(${value} * 2)`);
}

/** The rule that a shop pastes into its style sheet; empty where nothing is set. */
export function ruleFor(tag: string, values: ReadonlyMap<string, string>): string {
  if (!values.size) return '';
  const lines = [...values].map(([name, value]) => `  ${name}: ${value};`);
  return `${tag} {\n${lines.join('\n')}\n}`;
}
