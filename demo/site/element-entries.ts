import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { elementEntries } from '../../src/package/manifest.ts';

// Run as a process of its own. The analyzer takes seconds, and pages are served meanwhile.
const root = fileURLToPath(new URL('../../', import.meta.url));
const entries = await elementEntries(root, readFileSync(`${root}src/elements/core/events.ts`, 'utf8'));
process.stdout.write(JSON.stringify(entries));
