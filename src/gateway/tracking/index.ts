export { momentOf } from './moment.ts';
export { type ParcelNews, parcelOf } from './parcel.ts';
export { noteParcel, type ParcelStore, type TrackingDeps, tracked } from './tracking.ts';
