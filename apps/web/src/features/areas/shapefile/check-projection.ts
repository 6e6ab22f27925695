/** Whether the coordinates of a Shapefile can become degrees. */
import { parseReferenceSystem, readSystemName } from '@waypost/survey-logic/places/reference-system';
import { AreasFileError } from '../areas-file-error.ts';

/**
 * @param projection well-known text; none means degrees
 * @returns what the library needs to convert coordinates; undefined for degrees in WGS 84
 * @throws AreasFileError for an unknown projection or reference system
 */
export function checkProjection(projection: string): string | undefined {
  if (projection === '') return undefined;
  const system = parseReferenceSystem(projection);
  if (!system) throw new AreasFileError({ key: 'projection', name: readSystemName(projection) });
  return system.toDegrees ? system.definition : undefined;
}
