import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { GatewayStore } from '../gateway/index.ts';
import { openLibsqlStore } from '../gateway/store/libsql.ts';
import { openPostgresStore } from '../gateway/store/postgres.ts';
import { fromRow } from './rows.ts';
import { attentionOf } from './view.ts';

const usage = `npx ship-elements purchases DATABASE [--account NAME]   prints the purchases that need a person, and the remedy for each

DATABASE is the path of the gateway's libSQL file, or postgres://…. A remedy names verbs of your own program, as staff.js of
node_modules/ship-elements/demo/docs/production.md has them.
`;

const most = 200;

/** The list of what needs a person, without personal data. @param account all of the database by default */
async function attentionList(
  { purchases }: Pick<GatewayStore, 'purchases'>,
  account: string | undefined,
  now: number,
): Promise<string> {
  const rows = await purchases.attention(account, most);
  const found = rows.flatMap((row) =>
    attentionOf(fromRow(row), now).map(({ what, remedy }) => `${what}.\n  ${remedy}.\n`),
  );
  const more = rows.length === most ? `… the first ${most} of more.\n` : '';
  return (found.join('') || 'Nothing needs a person.\n') + more;
}

const { values, positionals } = parseArgs({
  options: { account: { type: 'string' }, help: { type: 'boolean' } },
  allowPositionals: true,
});
const [database = ''] = positionals;
const isPostgres = /^postgres(ql)?:/.test(database);
if (values.help || !database) {
  process.stdout.write(usage);
  process.exitCode = values.help ? 0 : 2;
} else if (!isPostgres && !existsSync(database)) {
  // It would be created.
  process.stderr.write(`There is no file ${database}.\n`);
  process.exitCode = 2;
} else {
  const store = await (isPostgres ? openPostgresStore(database) : openLibsqlStore(database));
  try {
    process.stdout.write(await attentionList(store, values.account, Date.now()));
  } finally {
    await store.close();
  }
}
