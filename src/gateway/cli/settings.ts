import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { GatewayOptions } from '../options.ts';
import { type GatewayStore, MissingPackageError, SchemaError } from '../store/index.ts';
import { openLibsqlStore } from '../store/libsql.ts';
import { openPostgresStore } from '../store/postgres.ts';

/** The default export of a config file: the gateway's options, with `database` in place of `store`. */
export interface Settings extends Partial<Omit<GatewayOptions, 'store' | 'fetch' | 'now' | 'observe'>> {
  /** Path of a libSQL file, or `postgres://…`. */
  database?: string;
  /** Port for pages. 8787 by default. */
  port?: number;
  /** 127.0.0.1 by default, because the shop's own proxy stands before it. */
  host?: string;
  /** Port for health and metrics on 127.0.0.1. 9464 by default. */
  adminPort?: number;
}

/** A command that cannot be run. The message is one sentence. */
export class CommandError extends Error {}

export const configFile = 'ship-gateway.config.mjs';
export const secretsFile = 'ship-gateway.secrets.json';

/**
 * Reads the config and the secrets beside it.
 * @param folder the folder of both files
 * @throws {CommandError}
 */
export async function readSettings(folder: string): Promise<Settings> {
  const [config, secrets] = [resolve(folder, configFile), resolve(folder, secretsFile)];
  if (!existsSync(config))
    throw new CommandError(`There is no ${configFile} here: run "npx ship-elements gateway init".`);
  const { default: settings } = await readable<{ default?: Settings }>(configFile, import(pathToFileURL(config).href));
  if (!settings) throw new CommandError(`${configFile} must export its settings: export default { … }.`);
  const text = existsSync(secrets) ? readFile(secrets, 'utf8') : '{}';
  const kept = await readable<Settings>(secretsFile, (async () => JSON.parse(await text))());
  return { ...kept, ...settings };
}

/** @throws {CommandError} naming the file, without its content */
async function readable<T>(file: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    const { name, code } = Object(cause) as { name?: string; code?: string };
    const remedy = code === 'EACCES' ? 'give this user the right to' : 'look for a comma or a quote that is missing';
    throw new CommandError(`${file} cannot be read (${code ?? name}): ${remedy}.`, { cause });
  }
}

export const isPostgres = (database = ''): boolean => /^postgres(ql)?:/.test(database);

/** @throws {CommandError} */
export async function openDatabase({ database }: Settings): Promise<GatewayStore> {
  if (!database) throw new CommandError('database must be the path of a file, or postgres://….');
  const postgres = isPostgres(database);
  try {
    return await (postgres ? openPostgresStore(database) : openLibsqlStore(database));
  } catch (cause) {
    if (cause instanceof SchemaError || cause instanceof MissingPackageError)
      throw new CommandError(cause.message, { cause });
    const remedy = postgres
      ? 'Postgres reachable at that address'
      : 'that a path of a file, and may this user write there';
    throw new CommandError(`The database could not be opened: is ${remedy}?`, { cause });
  }
}

/** Returns the gateway's options: the settings without those of the command, and with the store. */
export function optionsOf(settings: Settings, store: GatewayStore): GatewayOptions {
  const { database: _database, port: _port, host: _host, adminPort: _adminPort, ...options } = settings;
  return { ...options, store } as GatewayOptions;
}
