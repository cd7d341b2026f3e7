import type { Words } from '../shared/words.ts';

/** How a speed is called; a word of the service's that every object has, `constructor` say, is none of ours. */
export function speedName(speed: string, { serviceType }: Words): string {
  return (Object.hasOwn(serviceType, speed) ? serviceType[speed] : undefined) ?? speed.replaceAll('_', ' ');
}
