import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Gives every shop of a platform a new secret, without refusing one token. Run it again if it was interrupted: it goes on.
 * @param shops reads all shops from your table: `{ account, secrets: { current, previous } }` each
 * @param save writes the secrets of one shop. The servers that sign and the gateways read them from the same table
 * @param kid the name of the new secrets, such as the month: 2026-12
 * @param seconds after which every process has read a change: twice the `seconds` of `createShops`
 * @returns how many shops have a new secret
 */
export async function rotateSecrets({ shops, save, kid, seconds = 120 }) {
  const fresh = () => ({ kid, secret: randomBytes(33).toString('base64') });
  // First every process learns to read the new secret. Nothing is signed with it yet.
  for (const { account, secrets } of await shops())
    if (secrets.current.kid !== kid && secrets.previous?.kid !== kid)
      await save(account, { current: secrets.current, previous: fresh() });
  await pause(seconds * 1000);
  // Now it may sign. Tokens of the old one are read until the next rotation.
  let rotated = 0;
  for (const { account, secrets } of await shops()) {
    if (secrets.previous?.kid !== kid) continue;
    await save(account, { current: secrets.previous, previous: secrets.current });
    rotated += 1;
  }
  return rotated;
}
