/** Unhandled rejections since this file was loaded. */
export const strays: unknown[] = [];

process.on('unhandledRejection', (reason) => strays.push(reason));
