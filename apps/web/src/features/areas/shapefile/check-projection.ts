/** Whether the coordinates of a Shapefile can become degrees. */
import proj4 from 'proj4';
import { AreasFileError } from '../areas-file-error.ts';

/** Of WGS 84 and of GRS 80, in meters: reference systems on them differ by a few meters at most. */
const modernRadius = 6_378_137;
/** Of reference systems that the library knows. */
const datumTypes = { wgs84: 4, unknown: 5 };

/** The name that well-known text begins with. */
const readName = (text: string): string =>
  /^\s*\w+\s*\[\s*"([^"]{1,100})"/.exec(text)?.[1] ?? text.slice(0, 60);

/**
 * @param projection well-known text; none means degrees
 * @returns what the library needs to convert coordinates; undefined for degrees in WGS 84
 * @throws AreasFileError for an unknown projection or reference system: places would be hundreds of meters off
 */
export function checkProjection(projection: string): string | undefined {
  if (projection === '') return undefined;
  const unknown = new AreasFileError({ key: 'projection', name: readName(projection) });
  let parsed: { projName?: string; a?: number; datum?: { datum_type: number } };
  try {
    parsed = new proj4.Proj(projection);
    proj4(projection).inverse([0, 0]);
  } catch {
    throw unknown;
  }
  const type = parsed.datum?.datum_type ?? datumTypes.unknown;
  if (type === datumTypes.unknown && parsed.a !== modernRadius) throw unknown;
  return parsed.projName === 'longlat' && type === datumTypes.wgs84 ? undefined : projection;
}
