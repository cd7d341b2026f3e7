import { english, englishArea, englishPromise, englishTracking } from './en.ts';
import { indonesian, indonesianArea, indonesianPromise, indonesianTracking } from './id.ts';
import type { Languages } from './locale.ts';
import type { AreaWords, PromiseWords, TrackingWords, Words } from './words.ts';

// The built-in words. A further language is a file of words, and a row in each of these.

export const languages: Languages<Words> = { en: english, id: indonesian };

export const areaLanguages: Languages<AreaWords> = { en: englishArea, id: indonesianArea };

export const trackingLanguages: Languages<TrackingWords> = { en: englishTracking, id: indonesianTracking };

export const promiseLanguages: Languages<PromiseWords> = { en: englishPromise, id: indonesianPromise };
