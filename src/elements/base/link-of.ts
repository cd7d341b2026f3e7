/** Links of a page. None of them runs a script. */
const schemes = /^(https?|mailto|tel|whatsapp):$/;

/** The page's link, or an empty text if its scheme may run a script. An app has a scheme of its own. */
export function linkOf(url: string): string {
  try {
    const { protocol } = new URL(url, document.baseURI);
    return url && (schemes.test(protocol) || protocol === location.protocol) ? url : '';
  } catch {
    return '';
  }
}
