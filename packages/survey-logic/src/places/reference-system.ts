/** Reference systems of coordinates: whether places in them can become degrees. */
import proj4 from 'proj4';

/** Of WGS 84 and of GRS 80, in meters: reference systems on them differ by a few meters at most. */
const modernRadius = 6_378_137;
/** Of reference systems that the library knows. */
const datumTypes = { wgs84: 4, unknown: 5 };

/** The map of the web, whose coordinates are those of a sphere, though most texts define it on an ellipsoid. */
const webMercator = /pseudo[_-]?mercator|web[_-]?mercator|mercator_auxiliary_sphere/i;

/** Well-known text 1. The library reads version 2 and other definitions, too, with wrong places and without an error. */
const wellKnownText = /^(?:PROJCS|GEOGCS)\[/i;

/** Degrees of an angle, which is the first unit of a text. */
const degree = 0.0174532925;

/** Projections that the library converts from as they are meant: some others give places in the wrong part of the world. */
const projections = new RegExp(
  `PROJECTION\\["(?:${[
    'Albers(?:_Conic_Equal_Area)?',
    'Double_Stereographic',
    'Equal_Earth',
    'Gauss_Kruger',
    'Hotine_Oblique_Mercator(?:_Azimuth_Center|_Azimuth_Natural_Origin)?',
    'Krovak',
    'Lambert_Azimuthal_Equal_Area',
    'Lambert_Conformal_Conic(?:_[12]SP)?',
    'Mercator(?:_1SP|_Auxiliary_Sphere)?',
    'Oblique_Stereographic',
    'Polar_Stereographic',
    'Robinson',
    'Stereographic_South_Pole',
    'Transverse_Mercator',
  ].join('|')})"`,
  'i',
);

/**
 * Systems of these projections that the library converts to places that are more than 20 meters off. Of all systems of EPSG and Esri, as Esri
 * and GDAL write them, no others are (compared with PROJ 9.1). For texts without white space.
 */
const wrongSystems: readonly RegExp[] = [
  // Datums whose shift to WGS 84 is missing or has the wrong sign.
  /DATUM\["(?:D_|Reseau_National_)?(?:Belge|GGRS_1987|Gunung_Segara|Israel|IG05|Kuwait|Vietnam|Xrail84)/i,
  // Meridians that longitudes are counted from.
  /PRIMEM\["[^"]*",-?0*(?:[1-9]|0?\.0*[1-9])/i,
  /PROJECTION\["Krovak"[^]*PARAMETER\["XY_Plane_Rotation",0/i,
  /PROJECTION\["Mercator"[^]*PARAMETER\["Standard_Parallel_1",-?0*(?:[1-9]|0?\.0*[1-9])/i,
];

/** Whether the library converts coordinates in a system to the right places. @param text without white space */
function isRead(text: string): boolean {
  const unit = Number(/UNIT\["[^"]*",([\d.eE+-]{1,30})/i.exec(text)?.[1]);
  return (
    wellKnownText.test(text) &&
    (/^GEOGCS/i.test(text) || projections.test(text)) &&
    Math.abs(unit - degree) < 1e-9 &&
    !wrongSystems.some((pattern) => pattern.test(text))
  );
}

/** A system whose coordinates can be converted. */
export interface ReferenceSystem {
  /** How the library knows it. */
  definition: string;
  /** Converts x and y to longitude and latitude; null for coordinates that are degrees in WGS 84. */
  toDegrees: ((x: number, y: number) => readonly [lon: number, lat: number]) | null;
}

/** The name that well-known text begins with. */
export const readSystemName = (text: string): string =>
  /^\s*\w+\s*\[\s*"([^"]{1,100})"/.exec(text)?.[1] ?? text.slice(0, 60);

/** A zone of UTM in WGS 84, such as 37 south. */
export interface UtmZone {
  zone: number;
  isSouth: boolean;
}

/** Systems with a number of their own, which need no text. */
export const degreesSystem: ReferenceSystem = { definition: 'EPSG:4326', toDegrees: null };
export const webMercatorSystem = (): ReferenceSystem | undefined => createSystem('EPSG:3857');
export const utmSystem = ({ zone, isSouth }: UtmZone): ReferenceSystem | undefined =>
  createSystem(`+proj=utm +zone=${zone}${isSouth ? ' +south' : ''} +datum=WGS84 +units=m`);

/**
 * @param text well-known text, version 1
 * @returns undefined for an unknown projection or reference system: places would be hundreds of meters off
 */
export function parseReferenceSystem(text: string): ReferenceSystem | undefined {
  const compact = text.replace(/\s+/g, '');
  if (!isRead(compact)) return undefined;
  return webMercator.test(compact) ? webMercatorSystem() : createSystem(text);
}

/** @param definition in any way that the library reads */
function createSystem(definition: string): ReferenceSystem | undefined {
  let parsed: { projName?: string; a?: number; datum?: { datum_type: number } };
  let convert: (position: [number, number]) => readonly [number, number];
  try {
    parsed = new proj4.Proj(definition);
    const converter = proj4(definition);
    convert = (position) => converter.inverse(position);
    // Without the files of a grid, no place can be converted.
    if (Number.isNaN(convert([0, 0])[0])) return undefined;
  } catch {
    return undefined;
  }
  const type = parsed.datum?.datum_type ?? datumTypes.unknown;
  if (type === datumTypes.unknown && parsed.a !== modernRadius) return undefined;
  if (parsed.projName === 'longlat' && type === datumTypes.wgs84) return { definition, toDegrees: null };
  const toDegrees = (x: number, y: number): readonly [number, number] => {
    try {
      return convert([x, y]);
    } catch {
      // Outside of the map.
      return [Number.NaN, Number.NaN];
    }
  };
  return { definition, toDegrees };
}
