/** A package of the shop's own choice is not installed. The message has the command that installs it. */
export class MissingPackageError extends Error {
  constructor(name: string, options: ErrorOptions) {
    super(`${name} is not installed: run "npm install ${name}".`, options);
    this.name = 'MissingPackageError';
  }
}

/**
 * Returns the module of an optional package.
 * @param loading `import(name)`, written out for bundlers
 * @throws {MissingPackageError}
 */
export async function optionalPackage<Module>(name: string, loading: Promise<Module>): Promise<Module> {
  return loading.catch((cause) => {
    const { code, message } = Object(cause) as { code?: unknown; message?: unknown };
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' && String(message).includes(`'${name}'`);
    throw isMissing ? new MissingPackageError(name, { cause }) : cause;
  });
}
