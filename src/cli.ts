#!/usr/bin/env node
/**
 * `npx ship-elements gateway`, `purchases` and `sandbox`. The command has the name of the package: npx asks the registry for a
 * command that is not installed, and under another name it would run a package of somebody else.
 */
import { createRequire } from 'node:module';

const programs: Record<string, () => Promise<unknown>> = {
  gateway: async () => (await import('./gateway/serve/main.ts')).main(() => import('./server.ts')),
  purchases: () => import('./purchases/cli.ts'),
  sandbox: () => import('./sandbox/cli.ts'),
};

const usage = `npx ship-elements gateway   runs the gateway on your server
npx ship-elements purchases DATABASE
                            prints the purchases that need a person, and the remedy for each
npx ship-elements sandbox   plays the shipping service, for development and tests

Each has --help. --version prints the version.
`;

// Removed, because each program reads the rest of the command line itself.
const [name = '--help'] = process.argv.splice(2, 1);
const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
if (program) await program();
else if (name === '--help') process.stdout.write(usage);
else if (name === '--version')
  process.stdout.write(`${createRequire(import.meta.url)('ship-elements/package.json').version}\n`);
else {
  process.stderr.write(`There is no "${name}".\n${usage}`);
  process.exitCode = 2;
}
