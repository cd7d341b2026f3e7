import { english, englishArea, englishChoice, englishParcels, englishPromise, englishTracking } from './en.ts';
import {
  indonesian,
  indonesianArea,
  indonesianChoice,
  indonesianParcels,
  indonesianPromise,
  indonesianTracking,
} from './id.ts';
import type { Languages } from './locale.ts';
import type { AreaWords, ChoiceWords, ParcelsWords, PromiseWords, TrackingWords, Words } from './words.ts';

// The built-in words. A further language is a file of words, and a row in each of these.

/** The words of a page that may order. */
export const languages: Languages<Words> = { en: english, id: indonesian };

/** Where nobody orders, nothing reads the words of an order. */
export const choiceLanguages = {
  en: englishChoice,
  id: indonesianChoice,
} as Languages<ChoiceWords> as Languages<Words>;

/** The words of a page with several parcels. Its server orders. */
export const parcelsLanguages = {
  en: englishParcels,
  id: indonesianParcels,
} as Languages<ParcelsWords> as unknown as Languages<Words>;

export const areaLanguages: Languages<AreaWords> = { en: englishArea, id: indonesianArea };

/** The words of a page that shows a parcel. */
export const trackingLanguages: Languages<TrackingWords> = { en: englishTracking, id: indonesianTracking };

/** The words of a page of goods. */
export const promiseLanguages: Languages<PromiseWords> = { en: englishPromise, id: indonesianPromise };
