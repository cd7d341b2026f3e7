import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browsers.ts';
import { startWebKitDriver } from './webkit-driver.ts';

/** Opens a page in a browser that no test controls. The returned function closes it. */
export type Visit = (address: string) => Promise<() => Promise<void>>;

/** No background requests, and no first-run pages. */
const preferences = {
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
};

async function visitInFirefox(executable: string, address: string): Promise<() => Promise<void>> {
  const profile = mkdtempSync(join(tmpdir(), 'ship-elements-firefox-'));
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const parameters = ['--headless', '--no-remote', '--profile', profile, address];
  // A process group, so that the processes of its pages end with it.
  const firefox = spawn(executable, parameters, { stdio: 'ignore', detached: true });
  const end = () => stop(firefox);
  process.once('exit', end);
  firefox.unref();
  return async () => {
    process.off('exit', end);
    const ended = once(firefox, 'exit');
    end();
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
}

function stop({ pid, exitCode }: ChildProcess): void {
  if (pid && exitCode === null) process.kill(-pid, 'SIGKILL');
}

async function visitInWebKit([driver = '', display = '']: string[], address: string): Promise<() => Promise<void>> {
  const sessions = `http://127.0.0.1:${await startWebKitDriver(driver, display)}/session`;
  const post = async (path: string, body: object) => {
    const answer = await fetch(sessions + path, { method: 'POST', body: JSON.stringify(body) });
    const { value } = (await answer.json()) as { value: { sessionId: string; message?: string } };
    if (!answer.ok) throw new Error(value.message);
    return value;
  };
  const { sessionId } = await post('', { capabilities: {} });
  await post(`/${sessionId}/url`, { url: address });
  return async () => void (await fetch(`${sessions}/${sessionId}`, { method: 'DELETE' }));
}

/** Returns undefined if the browser is not installed. */
export function visitIn(engine: 'firefox' | 'webkit'): Visit | undefined {
  const paths = findBrowser(engine);
  if (!paths) return undefined;
  return (address) => (engine === 'firefox' ? visitInFirefox(paths[0] ?? '', address) : visitInWebKit(paths, address));
}
