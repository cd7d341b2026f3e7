/**
 * Stands for `zod/mini` in the script-tag files: the functions of it that the contract uses, in a tenth of its bytes. A schema is
 * written once, for zod, and runs on both. Everything else runs zod: the package, gateway, sandbox and their types. The tests of contract and client run a
 * second time on this file, and a function that is missing here fails the build.
 */

/** A problem of a value. `continue: true` lets the checks that follow run. */
interface Issue {
  code: string;
  path?: PropertyKey[];
  message?: string;
  input?: unknown;
  continue?: boolean;
  params?: object;
}

interface Payload {
  value: unknown;
  issues: Issue[];
}

interface Params {
  error?: string | ((issue: Issue) => string);
  when?: (payload: Payload) => boolean;
}

interface Check extends Params {
  run(payload: Payload): void;
}

type Parse = (payload: Payload) => Payload;

class InvalidValue extends Error {
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(JSON.stringify(issues));
    this.issues = issues;
  }
}

const messageOf = ({ error }: Params, issue: Issue): string | undefined =>
  typeof error === 'function' ? error(issue) : error;

/** Says what is wrong, unless that is known: in the words of a check, or else of its schema. */
function explain(issues: Issue[], start: number, ...speakers: Params[]): void {
  for (const issue of issues.slice(start))
    for (const speaker of speakers) {
      const message = issue.message ?? messageOf(speaker, issue);
      if (message) issue.message = message;
    }
}

const said = (issue: Issue) => ({ ...issue, path: issue.path ?? [], message: issue.message ?? 'Invalid input' });

/** Whether no check follows but those that say when. */
const isStopped = ({ issues }: Payload): boolean => issues.some((issue) => issue.continue !== true);

class Schema {
  readonly #parse: Parse;
  readonly #params: Params;
  readonly #checks: readonly Check[];
  readonly shape: Record<string, Schema> | undefined;

  constructor(parse: Parse, params: Params = {}, shape?: Record<string, Schema>, checks: readonly Check[] = []) {
    this.#parse = parse;
    this.#params = params;
    this.shape = shape;
    this.#checks = checks;
  }

  check(...checks: (Check | Check['run'])[]): Schema {
    const more = checks.map((check) => (typeof check === 'function' ? { run: check } : check));
    return new Schema(this.#parse, this.#params, this.shape, [...this.#checks, ...more]);
  }

  run(given: Payload): Payload {
    const start = given.issues.length;
    const payload = this.#parse(given);
    const { issues } = payload;
    if (issues.length > start) explain(issues, start, this.#params);
    if (!this.#checks.length) return payload;
    let stopped = isStopped(payload);
    for (const check of this.#checks) {
      if (check.when ? !check.when(payload) : stopped) continue;
      const before = issues.length;
      check.run(payload);
      if (issues.length <= before) continue;
      explain(issues, before, check, this.#params);
      stopped ||= isStopped(payload);
    }
    return payload;
  }

  safeParse(value: unknown) {
    const read = this.run({ value, issues: [] });
    if (!read.issues.length) return { success: true, data: read.value };
    return {
      success: false,
      // Made when it is asked for: most callers only want to know whether a value could be read.
      get error() {
        return new InvalidValue(read.issues.map(({ input: _input, continue: _continue, ...issue }) => said(issue)));
      },
    };
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const util = { isObject };

/** A schema of the values of which a rule is true. */
const is = (rule: (value: unknown) => boolean, params?: Params) =>
  new Schema((payload) => {
    if (!rule(payload.value)) payload.issues.push({ code: 'invalid_type', input: payload.value });
    return payload;
  }, params);

const string = (params?: Params) => is((value) => typeof value === 'string', params);
const number = (params?: Params) => is((value) => Number.isFinite(value), params);
const boolean = (params?: Params) => is((value) => typeof value === 'boolean', params);
const unknown = () => is(() => true);
const oneOf = (words: readonly string[], params?: Params) => is((value) => words.includes(value as string), params);

const check = (run: Check['run'], params?: Params): Check => ({ ...params, run });

const refine = (rule: (value: never) => boolean, params?: Params): Check =>
  check(({ value, issues }) => {
    if (!rule(value as never)) issues.push({ code: 'custom', input: value, path: [], continue: true });
  }, params);

const positive = () => refine((value: number) => value > 0);

const custom = (rule: (value: never) => boolean, params?: Params) => unknown().check(refine(rule, params));

const transform = (change: (value: unknown, payload: Payload) => unknown) =>
  new Schema((payload) => {
    payload.value = change(payload.value, payload);
    return payload;
  });

const optional = (schema: Schema) =>
  new Schema((payload) => (payload.value === undefined ? payload : schema.run(payload)));

const nullable = (schema: Schema) => new Schema((payload) => (payload.value === null ? payload : schema.run(payload)));

const pipe = (first: Schema, second: Schema) =>
  new Schema((payload) => {
    const read = first.run(payload);
    return read.issues.length ? read : second.run(read);
  });

/** Takes over what is wrong in a part. */
const passOn = (from: Payload, to: Payload, key: PropertyKey): void => {
  for (const issue of from.issues) to.issues.push({ ...said(issue), path: [key, ...(issue.path ?? [])] });
};

const array = (element: Schema, params?: Params) =>
  new Schema((payload) => {
    const { value } = payload;
    if (!Array.isArray(value)) {
      payload.issues.push({ code: 'invalid_type', input: value });
      return payload;
    }
    const list: unknown[] = [];
    payload.value = list;
    // By index, because a list may have holes.
    for (let index = 0; index < value.length; index += 1) {
      const read = element.run({ value: value[index], issues: [] });
      if (read.issues.length) passOn(read, payload, index);
      list.push(read.value);
    }
    return payload;
  }, params);

/** @param isLoose keeps the fields that the shape does not name */
function objectOf(shape: Record<string, Schema>, params: Params | undefined, isLoose: boolean): Schema {
  const fields = Object.entries(shape);
  return new Schema(
    (payload) => {
      const given = payload.value;
      if (!isObject(given)) {
        payload.issues.push({ code: 'invalid_type', input: given });
        return payload;
      }
      const value: Record<string, unknown> = {};
      payload.value = value;
      for (const [key, schema] of fields) {
        const isThere = key in given;
        const read = schema.run({ value: given[key], issues: [] });
        passOn(read, payload, key);
        if (read.value !== undefined || isThere) value[key] = read.value;
      }
      if (isLoose)
        for (const key in given) if (!Object.hasOwn(shape, key) && key !== '__proto__') value[key] = given[key];
      return payload;
    },
    params,
    shape,
  );
}

const object = (shape: Record<string, Schema>, params?: Params) => objectOf(shape, params, false);
const looseObject = (shape: Record<string, Schema>, params?: Params) => objectOf(shape, params, true);

export {
  array,
  boolean,
  check,
  custom,
  looseObject,
  nullable,
  number,
  object,
  oneOf as enum,
  optional,
  pipe,
  positive,
  refine,
  string,
  transform,
  unknown,
  util,
};
