/** Listens for rejections that nobody handles, in the tests of one `describe`. */
export function unhandledRejections(): unknown[] {
  const unhandled: unknown[] = [];
  const hear = (event: unknown) => unhandled.push(event);
  before(() => {
    if ('window' in globalThis) addEventListener('unhandledrejection', hear);
    else process.on('unhandledRejection', hear);
  });
  after(() => {
    if ('window' in globalThis) removeEventListener('unhandledrejection', hear);
    else process.off('unhandledRejection', hear);
  });
  return unhandled;
}
