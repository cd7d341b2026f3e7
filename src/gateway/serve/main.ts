import type { LoadQuoteHtml } from './quote-html.ts';
import { usage } from './usage.ts';

/** `npx ship-elements gateway`. */
export async function main(load: LoadQuoteHtml): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(usage);
    process.exit();
  }
  // Loaded here, so that a missing peer dependency is reported in one sentence. A shop may have installed the widgets alone.
  const commands = await import('./commands.ts').catch((problem: { code?: string; message: string }) => {
    const [, missing] = /Cannot find package '([^']+)'/.exec(problem.message) ?? [];
    if (problem.code !== 'ERR_MODULE_NOT_FOUND' || !missing) throw problem;
    process.stderr.write(`${missing} is not installed: run "npm install hono @hono/node-server jose libsql".\n`);
    process.exit(2);
  });
  const words = process.argv.slice(2);
  process.exitCode = await commands.run(words, load);
  // A module that a command has read may have started a server or a loop: it would never end.
  if (words.length && words[0] !== 'serve') process.stdout.write('', () => process.exit());
}
