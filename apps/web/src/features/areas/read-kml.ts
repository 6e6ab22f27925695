/** Reads polygons from KML in the browser, whose parser loads nothing from elsewhere. */
import type { Outline } from './outline.ts';

type Ring = [lon: number, lat: number][];

/** Whether a text is XML rather than JSON. */
export const isXml = (text: string): boolean => /^[\s\uFEFF]*</.test(text);

/** Elements of any version of KML, whose namespaces differ. */
const findAll = (element: Document | Element, name: string): Element[] => [
  ...element.getElementsByTagNameNS('*', name),
];
const readText = (element: Element | undefined): string => element?.textContent.trim() ?? '';

/** `lon,lat,altitude` in turn, separated by spaces. */
const readRing = (boundary: Element): Ring =>
  readText(findAll(boundary, 'coordinates')[0])
    .split(/\s+/)
    .filter((text) => text !== '')
    .map((text) => {
      const [lon = Number.NaN, lat = Number.NaN] = text.split(',').map(Number);
      return [lon, lat];
    });

/** The outer ring and the holes. */
const readPolygon = (polygon: Element): Ring[] => [
  ...findAll(polygon, 'outerBoundaryIs').slice(0, 1).map(readRing),
  ...findAll(polygon, 'innerBoundaryIs').flatMap((inner) => findAll(inner, 'LinearRing').map(readRing)),
];

/** The name of a place and its further data. */
function readProperties(placemark: Element): Record<string, string> {
  const name = [...placemark.children].find(({ localName }) => localName === 'name');
  const data = [...findAll(placemark, 'Data'), ...findAll(placemark, 'SimpleData')];
  return {
    ...Object.fromEntries(data.map((element) => [element.getAttribute('name') ?? '', readText(element)])),
    ...(name ? { name: readText(name) } : {}),
  };
}

/** The polygons of each place. @returns null for a text that is no KML, or has a document type, which could define entities of any size */
export function readKml(text: string): Outline[] | null {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return null;
  const document = new DOMParser().parseFromString(text, 'application/xml');
  if (findAll(document, 'parsererror').length > 0 || !/^kml$/i.test(document.documentElement.localName))
    return null;
  return findAll(document, 'Placemark').flatMap((placemark) => {
    const coordinates = findAll(placemark, 'Polygon').map(readPolygon);
    if (coordinates.length === 0) return [];
    return [{ properties: readProperties(placemark), geometry: { type: 'MultiPolygon', coordinates } }];
  });
}
