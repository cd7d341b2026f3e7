import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { clockSkew, previousOf, type Secret, type TokenKeys, trackLifetime } from '../../tokens/index.ts';
import { CommandError, configFile, readSettings, secretsFile } from './settings.ts';

const day = 24 * 3_600_000;

/** Milliseconds that a previous secret reads every token: time to change the shop's server. No token but a link is valid for as long. */
const overlap = day;

/** Milliseconds after which no link of a previous secret is valid. */
const linksEnd = 1_000 * (trackLifetime + clockSkew);

/**
 * Writes a new secret into the file of secrets. The old one reads everything for a day, and links to parcels for 90 more.
 * @param leaked somebody else may have the old secret: nothing that it signed is read any more
 * @returns what to do, and what ends when
 * @throws {CommandError} if the secrets are not in that file. Nothing is changed then
 */
export async function rotate(folder: string, now: Date, leaked: boolean): Promise<string> {
  if (!existsSync(resolve(folder, configFile)))
    throw new CommandError(
      `There is no ${configFile} here, and rotate changes the secrets beside it. In your own server it is one edit: "Replace the secret" in node_modules/ship-elements/demo/docs/tokens.md.`,
    );
  const { secrets } = await readSettings(folder);
  const file = resolve(folder, secretsFile);
  const kept = existsSync(file) ? JSON.parse((await readFile(file, 'utf8')).replace(/^\ufeff/, '')) : {};
  if (!secrets?.current?.kid || kept.secrets?.current?.secret !== secrets.current.secret)
    throw new CommandError(
      `The secrets of ${configFile} are not those in ${secretsFile}, and rotate changes that file alone: replace them where they are.`,
    );
  const { current } = secrets;
  const until = new Date(now.getTime() + overlap).toISOString();
  const before = [current, ...previousOf(secrets)]
    .map((one) => ({ ...one, until: one.until ?? until }))
    .filter((one) => now.getTime() < Date.parse(one.until) + linksEnd);
  const fresh = { kid: freeKid(secrets, now), secret: randomBytes(33).toString('base64') };
  const changed = { current: fresh, ...(!leaked && { previous: before }) };
  // A program that reads the file meanwhile finds the old secrets or the new ones.
  await writeFile(`${file}.new`, `${JSON.stringify({ ...kept, secrets: changed }, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return leaked ? endedAtOnce(current, fresh) : endingLater(current, fresh, before);
}

/**
 * The name of the month, or with a number behind it: a higher one than any name has. A secret that has leaked is in no list any more, and what
 * it signed must not name the new one.
 */
function freeKid(keys: Pick<TokenKeys, 'current' | 'previous'>, now: Date): string {
  const month = now.toISOString().slice(0, 7);
  const used = [keys.current, ...previousOf(keys)].map(({ kid }) => {
    if (kid === month) return 1;
    return kid.startsWith(`${month}-`) ? Number(kid.slice(month.length + 1)) || 1 : 0;
  });
  const count = Math.max(...used) + 1;
  return count === 1 ? month : `${month}-${count}`;
}

const minuteOf = (moment: number) => `${new Date(moment).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function endingLater(old: Secret, { kid }: Secret, before: readonly (Secret & { until: string })[]): string {
  const ends = before.map(
    (one) =>
      `  "${one.kid}": carts, offers, grants and cancellations end ${minuteOf(Date.parse(one.until))}, links to parcels by ${minuteOf(Date.parse(one.until) + linksEnd)}\n`,
  );
  return [
    `The new secret "${kid}" is in ${secretsFile}. The gateway reads the file when it starts.\n`,
    `1. On your server, add "${kid}" as previous, and start it again: then it reads the offers of both.\n`,
    '2. Start the gateway again.\n',
    `3. On your server, make "${kid}" current and "${old.kid}" previous, until what it signed has ended:\n`,
    ...ends,
    'If somebody else may have the old secret, run "npx ship-elements gateway rotate --leaked".\n',
  ].join('');
}

const endedAtOnce = (old: Secret, { kid }: Secret): string =>
  [
    `The new secret "${kid}" is in ${secretsFile}, and no other. Start the gateway again now:\n`,
    `then everything that "${old.kid}" or an older one signed ends: carts, offers, grants, cancellations and links to parcels.\n`,
    `On your server, make "${kid}" current and remove previous. Shoppers choose their delivery again, and shops send new links.\n`,
  ].join('');
