/** Looks to begin with: tokens by name. `demo/docs/theming.md` has the same. */
export const presets: Record<string, Record<string, string>> = {
  Default: {},
  Forest: {
    '--ship-accent': 'light-dark(#1f6b45, #8fd6ae)',
    '--ship-on-accent': 'light-dark(#ffffff, #06301c)',
  },
  Terracotta: {
    '--ship-accent': 'light-dark(#9a3b1b, #f4b59c)',
    '--ship-on-accent': 'light-dark(#ffffff, #3f1404)',
    '--ship-radius': '0.25rem',
  },
  Mono: {
    '--ship-accent': 'light-dark(#111111, #f5f5f5)',
    '--ship-on-accent': 'light-dark(#ffffff, #111111)',
    '--ship-radius': '0',
  },
  Berry: {
    '--ship-accent': 'light-dark(#9d174d, #f9a8d4)',
    '--ship-on-accent': 'light-dark(#ffffff, #500724)',
    '--ship-radius': '1.25rem',
  },
  Compact: {
    '--ship-space': '0.35rem',
    '--ship-row-size': '3.25rem',
    '--ship-radius': '0.4rem',
  },
};

/** The rule of a preset, as a style sheet has it. The default has none. */
export function ruleOf(name: string): string {
  const lines = Object.entries(presets[name] ?? {}).map(([token, value]) => `  ${token}: ${value};`);
  return lines.length ? `ship-checkout {\n${lines.join('\n')}\n}` : '';
}
