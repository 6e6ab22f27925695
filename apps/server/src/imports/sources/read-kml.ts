/**
 * Reads the places of KML files as a stream (OGC 12-007r2): id, name, description, time, folders, extended data, and every other text of a
 * place, such as elements of other programs. Map programs show HTML in them, which becomes text.
 */
import { joinAnswers } from '@waypost/contract/common/csv-cells';
import { BoundedText } from './bounded-text.ts';
import { FactCollector } from './fact-collector.ts';
import { ImportRefusal } from './import-refusal.ts';
import { KmlData } from './kml-data.ts';
import { KmlGeometry } from './kml-geometry.ts';
import { markupToText } from './markup-to-text.ts';
import { type PlaceRecord, placemarkIdColumn } from './places-table.ts';
import { parseXml } from './read-xml.ts';

/** Characters of the name of a folder, and of an address that is shown. */
const maxNameLength = 200;

const toSet = (names: string): ReadonlySet<string> => new Set(names.split(' '));

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
/** How a place is drawn, which is no property. */
const displayElements = toSet(
  'visibility open styleUrl balloonVisibility drawOrder altitudeMode altitudeOffset extrude tessellate',
);
const displayContainers = toSet('Style StyleMap LookAt Camera Region');
const geometryContainers = toSet('Point LineString LinearRing Polygon MultiGeometry Model Track MultiTrack');

/** What KML itself defines in extended data. */
const extendedDataElements = toSet('Data SchemaData SimpleData SimpleArrayData');
/** Extended data, with a name as an attribute. */
const dataElements = toSet('Data SimpleData SimpleArrayData');
/** Elements that should have no text between those that they hold. */
const containers = toSet('Placemark ExtendedData SchemaData SimpleArrayData Metadata');
/** The column of such a text. */
const looseTextColumn = 'text';
/** Elements whose text may have markup in it, which is a part of it. */
const textElements = toSet('name description address Snippet snippet value displayName SimpleData');

/** Stands before the names of elements of other programs, which mean something else than those of KML. */
const otherMark = ':';
const isOther = (name: string): boolean => name.startsWith(otherMark);

/** A tag of a text whose HTML is written as XML. */
function formatTag(name: string, { href, src }: Readonly<Record<string, string>>): string {
  const format = (key: string, value: string | undefined) =>
    value === undefined ? '' : ` ${key}="${value.replaceAll('"', '%22')}"`;
  return `<${name}${format('href', href)}${format('src', src)}>`;
}

/** Collects the places of documents. */
class KmlCollector {
  readonly #places: PlaceRecord[] = [];
  /** The open elements. */
  readonly #path: string[] = [];
  readonly #folders: string[] = [];
  readonly #text = new BoundedText();
  readonly #geometry = new KmlGeometry();
  /** The length of the path of the last element that was opened: one with others inside is no leaf. */
  #leafDepth = 0;
  /** The length of the path of an element whose elements are the markup of its text; 0 for none. */
  #markupDepth = 0;
  #facts: FactCollector | null = null;
  #pictures = new Set<string>();
  /** The namespace of the place. */
  #namespace = '';
  #data: KmlData | null = null;
  /** The address in the last element that was opened. */
  #href = '';
  /** The first time of a track. */
  #trackTime = '';
  #hasPlaces = false;
  /** The first address that is linked to; null for no link. */
  #link: string | null = null;

  takePlaces(): PlaceRecord[] {
    return this.#places.splice(0);
  }

  /** What documents without places link to; null if they have places or no link. */
  get onlyLink(): string | null {
    return this.#hasPlaces ? null : this.#link;
  }

  open(name: string, attributes: Readonly<Record<string, string>>, namespace: string): void {
    const parent = this.#path.at(-1) ?? '';
    if (this.#markupDepth === 0 && this.#addTextBefore(parent)) this.#markupDepth = this.#path.length;
    if (this.#markupDepth > 0) {
      this.#path.push(name);
      this.#text.add(formatTag(name, attributes));
      return;
    }
    const mark = this.#facts && this.#isOfOtherProgram(name, parent, namespace) ? otherMark : '';
    const own = mark + name;
    this.#path.push(own);
    this.#leafDepth = this.#path.length;
    this.#href = (attributes['href'] ?? '').trim();
    if (textElements.has(own) && (this.#facts || parent === 'Folder')) this.#markupDepth = this.#path.length;
    this.#geometry.open(own);
    if (own === 'Folder') this.#folders.push('');
    else if (own === 'NetworkLink') this.#link ??= '';
    else if (own === 'Placemark') this.#startPlace(attributes['id'] ?? '', namespace);
    else if (this.#facts && dataElements.has(own))
      this.#data = new KmlData(this.#facts, attributes['name'] ?? '', own === 'SimpleArrayData');
  }

  text(piece: string): void {
    if (this.#path.at(-1) !== 'coordinates' || this.#markupDepth > 0) this.#text.add(piece);
    // Pictures on the map have coordinates too, and are no places.
    else if (this.#facts) this.#geometry.addCoordinates(piece);
  }

  close(name: string): void {
    const own = this.#path.pop() ?? '';
    const depth = this.#path.length;
    if (this.#markupDepth > 0 && depth >= this.#markupDepth) {
      // In HTML, `</br>` is one more line break.
      this.#text.add(name.toLowerCase() === 'br' ? '' : `</${name}>`);
      return;
    }
    this.#markupDepth = 0;
    const parent = this.#path.at(-1) ?? '';
    if (own === 'Folder') this.#folders.pop();
    else if (own === 'name' && parent === 'Folder')
      this.#folders[this.#folders.length - 1] = this.#takeText().slice(0, maxNameLength);
    else if (own === 'href' && this.#path.at(-2) === 'NetworkLink')
      this.#link ||= this.#text.take().trim().slice(0, maxNameLength);
    else if (!this.#facts) return;
    else if (this.#geometry.isPart(own, parent)) this.#geometry.close(own, this.#text.take(), this.#path);
    else this.#readText(own, parent, this.#facts, this.#leafDepth === depth + 1);
    if (own === 'Placemark' && this.#facts) this.#endPlace(this.#facts);
  }

  /** Whether an element of a place is none of KML. */
  #isOfOtherProgram(name: string, parent: string, namespace: string): boolean {
    return (
      isOther(parent) ||
      parent === 'Metadata' ||
      (parent === 'ExtendedData' && !extendedDataElements.has(name)) ||
      (namespace !== this.#namespace && !/kml|^gx$/i.test(namespace))
    );
  }

  #toText(source: string): string {
    const { text, pictures } = markupToText(source.trim());
    for (const picture of pictures) this.#pictures.add(picture);
    return text.trim();
  }

  #takeText(): string {
    return this.#toText(this.#text.take());
  }

  /** Adds the text between two elements. @returns whether it is the beginning of a text with markup, which is kept */
  #addTextBefore(parent: string): boolean {
    const text = this.#text.take();
    if (!this.#facts || text.trim() === '' || this.#isDrawing(parent)) return false;
    if (containers.has(parent)) this.#facts.add(looseTextColumn, this.#toText(text), { isSecond: true });
    else this.#text.add(text);
    return !containers.has(parent);
  }

  /** Whether the text of an element only says how the place is drawn, or where it is. */
  #isDrawing(own: string): boolean {
    const isIn = (names: ReadonlySet<string>) => names.has(own) || this.#path.some((name) => names.has(name));
    return (
      isIn(displayContainers) ||
      (!isOther(own) && !isOther(this.#path.at(-1) ?? '') && isIn(geometryContainers))
    );
  }

  #startPlace(id: string, namespace: string): void {
    this.#facts = new FactCollector();
    this.#facts.add(placemarkIdColumn, id);
    this.#pictures = new Set();
    this.#namespace = namespace;
    this.#trackTime = '';
    this.#geometry.take();
  }

  #endPlace(facts: FactCollector): void {
    if (!facts.has('date')) facts.add('date', this.#trackTime);
    facts.add('folder', this.#folders.filter((folder) => folder !== '').join(' / '));
    facts.add('pictures', joinAnswers([...this.#pictures]));
    this.#places.push({ facts: facts.list(), place: this.#geometry.take() });
    this.#hasPlaces = true;
    this.#facts = null;
  }

  /** Reads the text of an element of a place, or its last text, if there are elements in it. */
  #readText(own: string, parent: string, facts: FactCollector, isLeaf: boolean): void {
    const text = this.#takeText();
    if (own === 'displayName' && parent === 'Data') this.#data?.setLabel(text);
    else if (own === 'value' && dataElements.has(parent)) this.#data?.addValue(text);
    else if (dataElements.has(own)) {
      this.#data?.addValue(text);
      this.#data?.end();
      this.#data = null;
    } else if (own === 'when' && parent === 'Track') this.#trackTime ||= text;
    else if (containers.has(own)) facts.add(looseTextColumn, text, { isSecond: true });
    else if (!this.#isDrawing(own)) this.#addFact(own, parent, facts, text || (isLeaf ? this.#href : ''));
  }

  #addFact(own: string, parent: string, facts: FactCollector, value: string): void {
    const isTime = (parent === 'TimeStamp' || parent === 'TimeSpan') && this.#path.at(-2) === 'Placemark';
    const property = parent === 'Placemark' || isTime ? propertyElements.get(own) : undefined;
    if (property !== undefined) facts.add(property, value);
    else if (parent !== 'Placemark' || !displayElements.has(own))
      facts.add(isOther(own) ? own.slice(otherMark.length) : own, value, { isSecond: true });
  }
}

/**
 * Reads the places of documents, one after the other.
 * @throws ImportRefusal if one is no XML, or they have no places but a link to another file
 */
export async function* readKml(documents: Iterable<AsyncIterable<string>>): AsyncGenerator<PlaceRecord> {
  const collector = new KmlCollector();
  for (const text of documents) {
    const parsing = parseXml(text, {
      open: (name, attributes, namespace) => collector.open(name, attributes, namespace),
      text: (piece) => collector.text(piece),
      close: (name) => collector.close(name),
    });
    for await (const _ of parsing) yield* collector.takePlaces();
  }
  const link = collector.onlyLink;
  if (link !== null) throw new ImportRefusal('importOnlyLink', { link: link || '?' });
}
