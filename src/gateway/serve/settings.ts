import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Gateway, givenOptions } from '../create-gateway.ts';
import { type GatewayOptions, GatewayOptionsError } from '../options.ts';
import { DamagedFileError, type GatewayStore, isFilePath, MissingPackageError } from '../store/interfaces.ts';
import { openLibsqlStore } from '../store/libsql.ts';
import { SchemaError } from '../store/migrations.ts';
import { openPostgresStore } from '../store/postgres.ts';

/** The default export of a config file: the gateway's options, with `database` in place of `store`. */
export interface Settings extends Partial<Omit<GatewayOptions, 'store' | 'fetch' | 'now' | 'observe'>> {
  /** Path of a libSQL file, or `postgres://…`. */
  database?: string;
  /** 8787 by default. */
  port?: number;
  /** 127.0.0.1 by default, because the shop's own proxy stands before it. */
  host?: string;
}

/** A command that cannot be run. The message is one sentence. */
export class CommandError extends Error {}

/** Both lie in the folder where the command runs. The secrets are apart, so that the config can be committed. */
export const configFile = 'ship-gateway.config.mjs';
export const secretsFile = 'ship-gateway.secrets.json';

/**
 * Reads the config and the secrets beside it.
 * @param folder the folder of both files
 * @throws {CommandError}
 */
export async function readSettings(folder: string): Promise<Settings> {
  const [config, secrets] = [resolve(folder, configFile), resolve(folder, secretsFile)];
  if (!existsSync(config)) throw new CommandError(missing(folder));
  const { default: settings } = await readable<{ default?: Settings }>(configFile, import(pathToFileURL(config).href));
  if (!isObject(settings)) throw new CommandError(`${configFile} must export its settings: export default { … }.`);
  const text = existsSync(secrets) ? readFile(secrets, 'utf8') : '{}';
  const kept = await readable<Settings>(secretsFile, (async () => JSON.parse((await text).replace(/^\ufeff/, '')))());
  if (!isObject(kept)) throw new CommandError(`${secretsFile} must be one JSON object: { "key": … }.`);
  // A variable that is not set hides no secret.
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return { ...kept, ...Object.fromEntries(given) };
}

const environmentMissing =
  'If its environment is not set here, name the file: node --env-file=shop.env node_modules/ship-elements/dist/cli.js gateway …';

/**
 * Reads the options of a gateway that the shop's own server creates.
 * @param file a module that exports it as `gateway`
 * @throws {CommandError}
 */
export async function optionsOfModule(folder: string, file: string): Promise<GatewayOptions> {
  const path = resolve(folder, file);
  if (!existsSync(path)) throw new CommandError(`There is no ${file} here.`);
  const { gateway }: { gateway?: Gateway & { [givenOptions]?: GatewayOptions } } = await import(
    pathToFileURL(path).href
  ).catch((cause) => {
    if (!(cause instanceof GatewayOptionsError)) throw cause;
    throw new CommandError(`${cause.message}\n${environmentMissing}`, { cause });
  });
  const options = gateway?.[givenOptions];
  if (!options)
    throw new CommandError(`${file} must export its gateway: export const gateway = createShippingGateway({ … }).`);
  return options;
}

const isObject = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Other names that people give to the config. */
const otherEndings = ['.js', '.cjs', '.ts', '.mts', '.json'];

function missing(folder: string): string {
  const names = otherEndings.map((ending) => configFile.replace('.mjs', ending));
  const other = names.find((name) => existsSync(resolve(folder, name)));
  const remedy = other
    ? `rename ${other}, and write export default { … } in it`
    : 'run "npx ship-elements gateway init", or name the module of your own server that exports its gateway, as in "npx ship-elements gateway check ./gateway.js"';
  return `There is no ${configFile} here: ${remedy}.`;
}

/** @throws {CommandError} naming the file, without its content */
async function readable<T>(file: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    const { name, code } = Object(cause) as { name?: string; code?: string };
    throw new CommandError(`${file} cannot be read (${code ?? name}): ${remedyOf(cause)}.`, { cause });
  }
}

/** It quotes nothing of the file but the name that is not defined. */
function remedyOf(cause: unknown): string {
  const { name, code, message } = Object(cause) as { name?: string; code?: string; message?: string };
  if (code === 'EACCES') return 'give this user the right to';
  if (code === 'ERR_MODULE_NOT_FOUND') return 'a file or a package that it imports is missing';
  if (name === 'SyntaxError') return 'look for a comma or a quote that is missing';
  const [, word = ''] = /^(\w+) is not defined/.exec(message ?? '') ?? [];
  if (['module', 'exports', 'require', '__dirname', '__filename'].includes(word))
    return `${word} belongs to CommonJS, and this is an ES module. Write export default { … }, and import in place of require`;
  return word ? `${word} is not defined` : 'its own code ends with this error';
}

export const isPostgres = (database = ''): boolean => /^postgres(ql)?:/.test(database);

/** @throws {CommandError} */
export async function openDatabase({ database }: Settings): Promise<GatewayStore> {
  if (typeof database !== 'string' || !database || !(isFilePath(database) || isPostgres(database)))
    throw new CommandError('database must be the path of a file, or postgres://….');
  const postgres = isPostgres(database);
  try {
    return await (postgres ? openPostgresStore(database) : openLibsqlStore(database));
  } catch (cause) {
    if ([SchemaError, MissingPackageError, DamagedFileError].some((kind) => cause instanceof kind))
      throw new CommandError((cause as Error).message, { cause });
    const remedy = postgres
      ? 'Postgres reachable at that address'
      : 'that a path of a file, and may this user write there';
    throw new CommandError(`The database could not be opened: is ${remedy}?`, { cause });
  }
}

/** Returns the gateway's options: the settings without those of the command, and with the store. */
export function optionsOf(settings: Settings, store: GatewayStore): GatewayOptions {
  const { database: _database, port: _port, host: _host, ...options } = settings;
  return { ...options, store } as GatewayOptions;
}
