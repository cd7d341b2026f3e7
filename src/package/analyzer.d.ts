/** The part of the analyzer's command that we use. The package has no types. */
declare module '@custom-elements-manifest/analyzer/cli.js' {
  import type { Package } from 'custom-elements-manifest';
  export function cli(options: { argv: string[]; cwd: string; noWrite: boolean }): Promise<Package>;
}
