import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const day = 24 * 3_600_000;

/**
 * Gives every shop of a platform a new secret, without refusing one token. Run it again if it was interrupted: it goes on.
 * @param shops reads all shops from your table: `{ account, secrets: { current, previous } }` each
 * @param save writes the secrets of one shop. The servers that sign and the gateways read them from the same table
 * @param kid the name of the new secrets, such as the month: 2026-12
 * @param seconds after which every process has read a change: twice the `seconds` of `createShops`
 * @param leaked somebody else may have the old secrets: everything that they signed ends at once
 * @returns how many shops have a new secret
 */
export async function rotateSecrets({ shops, save, kid, seconds = 120, leaked = false }) {
  const fresh = () => ({ kid, secret: randomBytes(33).toString('base64') });
  const previous = (secrets) => [secrets.previous ?? []].flat();
  let rotated = 0;
  if (leaked) {
    for (const { account, secrets } of await shops()) {
      if (secrets.current.kid === kid) continue;
      await save(account, { current: fresh() });
      rotated += 1;
    }
    return rotated;
  }
  // First every process learns to read the new secret. Nothing is signed with it yet.
  for (const { account, secrets } of await shops())
    if (![secrets.current, ...previous(secrets)].some((one) => one.kid === kid))
      await save(account, { current: secrets.current, previous: [fresh(), ...previous(secrets)] });
  await pause(seconds * 1000);
  // Now it may sign. The old one reads everything for a day, and then links to parcels alone, until the last of them has ended.
  const until = new Date(Date.now() + day).toISOString();
  for (const { account, secrets } of await shops()) {
    const next = previous(secrets).find((one) => one.kid === kid);
    if (!next) continue;
    const older = previous(secrets).filter((one) => one !== next && !(Date.parse(one.until) + 91 * day < Date.now()));
    await save(account, { current: next, previous: [{ ...secrets.current, until }, ...older] });
    rotated += 1;
  }
  return rotated;
}
