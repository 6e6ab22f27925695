/** Land of the world in a few kilobytes, as one outline. */
interface OpeningLand {
  /** Width and height of the world in the path. */
  worldUnits: number;
  /** SVG path in Web Mercator. */
  path: string;
}

/** Written by the build of the base map (tools/basemap/opening-land.mjs); none before that build. */
const [land] = Object.values(
  import.meta.glob<OpeningLand>('./land/*.json', { eager: true, import: 'default' }),
);

/** Zoom from which the outline is too coarse to be shown. */
const MAX_LAND_ZOOM = 6;

/** The land for a zoom; null where it is too coarse. */
export const findOpeningLand = (zoom: number): OpeningLand | null =>
  land && zoom < MAX_LAND_ZOOM ? land : null;
