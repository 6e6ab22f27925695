/**
 * Reads the places of a KML file as a stream (OGC 12-007r2): id, name, description, time, folder, extended data, and elements of other
 * programs. Map programs show HTML in them, which becomes text.
 */
import { joinAnswers } from '@waypost/contract/common/csv-cells';
import { BoundedText } from './bounded-text.ts';
import { FactCollector, type FactValues } from './fact-collector.ts';
import { ImportRefusal } from './import-refusal.ts';
import { KmlGeometry } from './kml-geometry.ts';
import { markupToText } from './markup-to-text.ts';
import { type PlaceRecord, placemarkIdColumn } from './places-table.ts';
import { parseXml } from './read-xml.ts';

/** Characters of a name of extended data, and of an address that is shown. */
const maxNameLength = 200;

/** Elements of a place whose text is a property, with the name of its column. */
const propertyElements: ReadonlyMap<string, string> = new Map([
  ['name', 'name'],
  ['description', 'description'],
  ['address', 'address'],
  ['phoneNumber', 'phone'],
  ['when', 'date'],
  ['begin', 'date'],
  ['end', 'end date'],
  ['Snippet', 'snippet'],
]);
/** How a place is shown, which is no property. */
const displayElements = new Set(
  'visibility open styleUrl balloonVisibility drawOrder altitudeMode altitudeOffset extrude tessellate'.split(
    ' ',
  ),
);

/** Extended data, with a name as an attribute. */
const dataElements = new Set(['Data', 'SimpleData', 'SimpleArrayData']);
/** Elements whose text may have markup in it, which is a part of it. */
const textElements = new Set(['name', 'description', 'address', 'Snippet', 'snippet', 'value', 'SimpleData']);
const isInText = (path: readonly string[]): boolean => path.some((name) => textElements.has(name));

/** What KML itself defines in extended data. */
const extendedDataElements = new Set(['Data', 'SchemaData', 'SimpleData', 'SimpleArrayData']);
/** Whether the innermost element is one of another program, or in one: there, the names of KML mean something else. */
function isForeign(path: readonly string[]): boolean {
  const at = path.lastIndexOf('ExtendedData');
  const inner = at < 0 ? undefined : path[at + 1];
  return inner !== undefined && !extendedDataElements.has(inner);
}

const withoutBlankLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');

/** A tag of a description whose HTML is written as XML. */
const formatTag = (name: string, { href = '', src = '' }: Readonly<Record<string, string>>): string =>
  `<${name} href="${href.replaceAll('"', '%22')}" src="${src.replaceAll('"', '%22')}">`;

/** Collects the places of a document. */
function createPlaceCollector() {
  const places: PlaceRecord[] = [];
  const path: string[] = [];
  const folders: string[] = [];
  const text = new BoundedText();
  const geometry = new KmlGeometry();
  /** How many elements were open when the last one was opened: one with others inside has no text of its own. */
  let depthOfLeaf = 0;
  let facts: FactCollector | null = null;
  let pictures = new Set<string>();
  /** The name of the extended data whose value is read; empty outside of it. */
  let dataName = '';
  /** Where further values of a list go. */
  let listValues: FactValues | null = null;
  let hasPlaces = false;
  /** The first address that is linked to; null for no link. */
  let link: string | null = null;
  const takeText = () => {
    const markup = markupToText(text.take().trim());
    for (const picture of markup.pictures) pictures.add(picture);
    return markup.text.trim();
  };
  const readPlaceElement = (name: string, parent: string | undefined, isLeaf: boolean) => {
    if (name === 'value' && listValues) listValues.add(takeText());
    else if (name === 'value' || name === 'SimpleData') {
      const added = facts?.add(dataName, takeText(), { isSecond: true }) ?? null;
      if (parent === 'SimpleArrayData') listValues = added;
    } else {
      // The time of a view is that of the camera.
      const isTime = (parent === 'TimeStamp' || parent === 'TimeSpan') && path.at(-2) === 'Placemark';
      const isOwn = parent === 'Placemark' || isTime;
      const property = isOwn ? propertyElements.get(name) : undefined;
      if (property === undefined) {
        if (isOwn && isLeaf && !displayElements.has(name)) facts?.add(name, takeText(), { isSecond: true });
      } else if (!facts?.has(property)) facts?.add(property, takeText());
    }
  };
  const endPlace = (placeFacts: FactCollector) => {
    placeFacts.add('folder', folders.findLast((folder) => folder !== '') ?? '');
    placeFacts.add('pictures', joinAnswers([...pictures]));
    places.push({ facts: placeFacts.list(), place: geometry.take() });
    hasPlaces = true;
    facts = null;
  };
  const handler = {
    open(name: string, attributes: Readonly<Record<string, string>>) {
      const isMarkup = facts !== null && isInText(path);
      path.push(name);
      if (isForeign(path)) {
        if (path.at(-2) === 'ExtendedData') text.take();
        return;
      }
      if (isMarkup) {
        text.add(formatTag(name, attributes));
        return;
      }
      text.take();
      depthOfLeaf = path.length;
      geometry.open(name);
      if (name === 'Folder') folders.push('');
      else if (name === 'NetworkLink') link ??= '';
      else if (name === 'Placemark') {
        facts = new FactCollector();
        facts.add(placemarkIdColumn, attributes['id'] ?? '');
        pictures = new Set();
        geometry.take();
      } else if (dataElements.has(name)) {
        dataName = (attributes['name'] ?? '').trim().slice(0, maxNameLength);
        listValues = null;
      }
    },
    text(piece: string) {
      if (path.at(-1) !== 'coordinates' || isInText(path) || isForeign(path)) text.add(piece);
      // Pictures on the map have coordinates too, and are no places.
      else if (facts) geometry.addCoordinates(piece);
    },
    close(name: string) {
      const isLeaf = path.length === depthOfLeaf;
      const isOfOtherProgram = isForeign(path);
      path.pop();
      const parent = path.at(-1);
      if (isOfOtherProgram) {
        if (parent === 'ExtendedData') facts?.add(name, withoutBlankLines(takeText()), { isSecond: true });
        else text.add('\n');
        return;
      }
      if (name === 'Folder') folders.pop();
      else if (name === 'name' && parent === 'Folder')
        folders[folders.length - 1] = takeText().slice(0, maxNameLength);
      else if (name === 'href' && path.at(-2) === 'NetworkLink')
        link ||= text.take().trim().slice(0, maxNameLength);
      else if (!facts) return;
      // In HTML, `</br>` is one more line break.
      else if (isInText(path)) text.add(name.toLowerCase() === 'br' ? '' : `</${name}>`);
      else if (name === 'Placemark') endPlace(facts);
      else if (geometry.isPart(name)) geometry.close(name, text.take(), path);
      else readPlaceElement(name, parent, isLeaf);
      if (dataElements.has(name)) dataName = '';
    },
  };
  const getOnlyLink = () => (hasPlaces ? null : link);
  return { handler, takePlaces: () => places.splice(0), getOnlyLink };
}

/**
 * Reads the places of a document.
 * @throws ImportRefusal if it is no XML, or has no places but links to another file
 */
export async function* readKml(text: AsyncIterable<string>): AsyncGenerator<PlaceRecord> {
  const { handler, takePlaces, getOnlyLink } = createPlaceCollector();
  for await (const _ of parseXml(text, handler)) yield* takePlaces();
  const link = getOnlyLink();
  if (link !== null) throw new ImportRefusal('importOnlyLink', { link: link || '?' });
}
