export { type District, districtOfArea, districtOfCode } from './areas.ts';
export { searchAreas } from './search-areas.ts';
