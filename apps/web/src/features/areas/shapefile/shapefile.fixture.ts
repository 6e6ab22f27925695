/** Builds Shapefiles in archives for tests. */
import { buildShapes, buildTable, type Shape } from '@waypost/survey-logic/testing/build-shapefile';
import { type Zippable, zipSync } from 'fflate';

/** A zip archive with these files. */
export const zip = (files: Zippable): Uint8Array => zipSync(files);

/** A zip archive with a Shapefile. */
export const zipShapefile = (
  shapes: readonly Shape[],
  rows: readonly Record<string, string>[],
  others: Zippable = {},
): Uint8Array => zip({ 'areas.shp': buildShapes(shapes), 'areas.dbf': buildTable(rows), ...others });
