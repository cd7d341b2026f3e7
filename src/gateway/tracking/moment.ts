const form = /^\s*(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(?:WIB|(Z|[+-]\d\d):?(\d\d)?)?\s*$/i;

/**
 * Reads a time of the service. One without a zone is a time of Jakarta, wherever the gateway runs.
 * @returns milliseconds since the epoch, or undefined if it is none
 */
export function momentOf(text: string | null | undefined): number | undefined {
  const [, day, time = '00:00', zone = '+07', minutes = '00'] = form.exec(text ?? '') ?? [];
  if (!day) return undefined;
  const moment = Date.parse(`${day}T${time}${/z/i.test(zone) ? 'Z' : `${zone}:${minutes}`}`);
  return Number.isNaN(moment) ? undefined : moment;
}
