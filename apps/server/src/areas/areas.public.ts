/** What other domains may import of areas. */
export { findPlacesOutside, hasDemandedArea, readAreas } from './areas.sql.ts';
