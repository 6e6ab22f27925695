/**
 * Reads the places of a GPX file as a stream (GPX 1.0 and 1.1): waypoints, and the start of each track and route. Its points are not read,
 * since each would be a report.
 */
import { joinAnswers } from '@waypost/contract/common/csv-cells';
import { BoundedText } from './bounded-text.ts';
import { FactCollector } from './fact-collector.ts';
import { markupToText } from './markup-to-text.ts';
import { PlaceCollector } from './place-collector.ts';
import type { PlaceRecord } from './places-table.ts';
import { parseXml } from './read-xml.ts';

/** Elements that become a place, with what the column `gpx` says of them. */
const placeKinds: ReadonlyMap<string, string> = new Map([
  ['wpt', ''],
  ['rte', 'route'],
  ['trk', 'track'],
]);
/** Elements of a place with values that are not its own. */
const otherParts = new Set(['link', 'rtept', 'trkseg']);

/** Elements of a place whose text is a property, with the name of its column. */
const propertyElements: ReadonlyMap<string, string> = new Map([
  ['name', 'name'],
  ['desc', 'description'],
  ['cmt', 'comment'],
  ['time', 'date'],
  ['ele', 'elevation'],
  ['sym', 'symbol'],
  ['type', 'type'],
  ['src', 'source'],
  ['url', 'link'],
]);

/** Collects the places of a document. */
class GpxCollector {
  readonly #places: PlaceRecord[] = [];
  readonly #path: string[] = [];
  readonly #text = new BoundedText();
  readonly #place = new PlaceCollector();
  #facts: FactCollector | null = null;
  #pictures = new Set<string>();
  /** The length of the path of the place that is read. */
  #depth = 0;
  /** Whether the start of a track or route is known. */
  #hasStart = false;
  /** The time at the start of a track. */
  #startTime = '';
  /** Whether the last thing that happened is that an element began: it has no elements in it. */
  #isLeaf = false;

  takePlaces(): PlaceRecord[] {
    return this.#places.splice(0);
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const parent = this.#path.at(-1);
    const isInText = this.#isInText;
    this.#path.push(name);
    if (isInText) return;
    this.#text.take();
    this.#isLeaf = true;
    if (!this.#facts && parent === 'gpx' && placeKinds.has(name)) {
      this.#facts = new FactCollector();
      this.#pictures = new Set();
      this.#place.take();
      this.#depth = this.#path.length;
      this.#hasStart = false;
      this.#startTime = '';
      if (name === 'wpt') this.#addPosition(attributes);
    } else if (this.#isTrackPoint) {
      if (!this.#hasStart) this.#addPosition(attributes);
    } else if (name === 'link' && this.#path.length === this.#depth + 1)
      this.#facts?.add('link', (attributes['href'] ?? '').trim());
  }

  text(piece: string): void {
    if (this.#facts) this.#text.add(piece);
  }

  close(name: string): void {
    const depth = this.#path.length;
    const isTrackPoint = this.#isTrackPoint;
    this.#path.pop();
    if (this.#isInText) return;
    const isLeaf = this.#isLeaf;
    this.#isLeaf = false;
    if (!this.#facts) return;
    if (depth === this.#depth) this.#endPlace(name, this.#facts);
    else if (isTrackPoint) this.#hasStart = true;
    else if (isLeaf) this.#readValue(name, depth, this.#facts);
  }

  /** Whether the current element is within a text of the place: markup, which is a part of it. */
  get #isInText(): boolean {
    const inner = this.#path[this.#depth];
    return (
      this.#facts !== null &&
      this.#path.length > this.#depth &&
      inner !== 'link' &&
      propertyElements.has(inner ?? '')
    );
  }

  /** Whether the current element is a point of a track or route. */
  get #isTrackPoint(): boolean {
    const [list, point, ...others] = this.#facts ? this.#path.slice(this.#depth) : [];
    return (
      (list === 'rtept' && point === undefined) ||
      (list === 'trkseg' && point === 'trkpt' && others.length === 0)
    );
  }

  #addPosition({ lat = '', lon = '' }: Readonly<Record<string, string>>): void {
    const position = this.#place.readPosition([lon, lat]);
    if (position) this.#place.add({ kind: 'points', positions: [position] });
  }

  #readValue(name: string, depth: number, facts: FactCollector): void {
    const column = propertyElements.get(name);
    const inner = this.#path.slice(this.#depth);
    if (depth === this.#depth + 1 && column !== undefined) facts.add(column, this.#takeText());
    else if (name === 'time' && !this.#hasStart && this.#isTrackPoint)
      this.#startTime ||= this.#text.take().trim();
    // Programs add elements of their own.
    else if (!otherParts.has(inner[0] ?? '')) facts.add(name, this.#takeText(), { isSecond: true });
  }

  #takeText(): string {
    const { text, pictures } = markupToText(this.#text.take().trim());
    for (const picture of pictures) this.#pictures.add(picture);
    return text.trim();
  }

  #endPlace(name: string, facts: FactCollector): void {
    if (!facts.has('date')) facts.add('date', this.#startTime);
    facts.add('gpx', placeKinds.get(name) ?? '');
    facts.add('pictures', joinAnswers([...this.#pictures]));
    this.#places.push({ facts: facts.list(), place: this.#place.take() });
    this.#facts = null;
  }
}

/** Reads the places of a document. @throws ImportRefusal if it is no XML */
export async function* readGpx(text: AsyncIterable<string>): AsyncGenerator<PlaceRecord> {
  const collector = new GpxCollector();
  const parsing = parseXml(text, {
    open: (name, attributes) => collector.open(name, attributes),
    text: (piece) => collector.text(piece),
    close: (name) => collector.close(name),
  });
  for await (const _ of parsing) yield* collector.takePlaces();
}
