/** What of the analyzer's command is used: it says nothing of its own types. */
declare module '@custom-elements-manifest/analyzer/cli.js' {
  import type { Package } from 'custom-elements-manifest';
  export function cli(options: { argv: string[]; cwd: string; noWrite: boolean }): Promise<Package>;
}
