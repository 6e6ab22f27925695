/** Reads the places of a KML file as a stream (OGC 12-007r2): name, description, time, folder, and extended data. */
import { BoundedText, RowBudget } from './bounded-text.ts';
import { Extent, type PlaceRecord } from './places-table.ts';
import { parseXml } from './read-xml.ts';

/** Characters of a name of extended data. */
const maxNameLength = 200;

/** Elements of a place whose text is a property, with the name of its column. */
const propertyElements: Readonly<Record<string, string>> = {
  name: 'name',
  description: 'description',
  address: 'address',
  phoneNumber: 'phone',
  when: 'date',
  begin: 'date',
};

/** Reads `lon,lat,altitude` that are separated by spaces, in pieces. */
class CoordinateReader {
  readonly #extent: Extent;
  #rest = '';

  constructor(extent: Extent) {
    this.#extent = extent;
  }

  add(piece: string): void {
    const texts = (this.#rest + piece).split(/\s+/);
    // The last coordinate may go on in the next piece. It is short, whatever stands there.
    this.#rest = (texts.pop() ?? '').slice(-100);
    for (const text of texts) this.#read(text);
  }

  end(): void {
    this.#read(this.#rest);
    this.#rest = '';
  }

  #read(text: string): void {
    const [lon, lat] = text.split(',');
    if (lon && lat) this.#extent.add(Number(lon), Number(lat));
  }
}

/** Collects the places of a document. */
function createPlaceCollector() {
  const places: PlaceRecord[] = [];
  const path: string[] = [];
  const folders: string[] = [];
  const text = new BoundedText();
  const extent = new Extent();
  const coordinates = new CoordinateReader(extent);
  let properties: Map<string, string> | null = null;
  let budget = new RowBudget();
  /** The name of the extended data whose value is read. */
  let dataName = '';
  const set = (name: string, value: string) => {
    if (value !== '' && properties && !properties.has(name)) properties.set(name, budget.fit(value));
  };
  const readPlaceElement = (name: string, parent: string | undefined) => {
    if (name === 'coordinates') coordinates.end();
    else if (name === 'coord') {
      const [lon, lat] = text.take().trim().split(/\s+/);
      extent.add(Number(lon), Number(lat));
    } else if (name === 'value' || name === 'SimpleData') set(dataName, text.take().trim());
    else {
      const property = propertyElements[name];
      const isOwn = parent === 'Placemark' || parent === 'TimeStamp' || parent === 'TimeSpan';
      if (property !== undefined && isOwn) set(property, text.take().trim());
    }
  };
  const handler = {
    open(name: string, attributes: Readonly<Record<string, string>>) {
      path.push(name);
      text.take();
      if (name === 'Folder') folders.push('');
      else if (name === 'Placemark') {
        properties = new Map();
        budget = new RowBudget();
      } else if (name === 'Data' || name === 'SimpleData')
        dataName = (attributes['name'] ?? '').trim().slice(0, maxNameLength);
    },
    text(piece: string) {
      if (path.at(-1) === 'coordinates') coordinates.add(piece);
      else text.add(piece);
    },
    close(name: string) {
      path.pop();
      const parent = path.at(-1);
      if (name === 'Folder') folders.pop();
      else if (name === 'name' && parent === 'Folder')
        folders[folders.length - 1] = text.take().trim().slice(0, maxNameLength);
      else if (name === 'Placemark' && properties) {
        set('folder', folders.findLast((folder) => folder !== '') ?? '');
        places.push({ properties, point: extent.takeMiddle() });
        properties = null;
      } else if (properties) readPlaceElement(name, parent);
    },
  };
  return { handler, takePlaces: () => places.splice(0) };
}

/** Reads the places of a document. @throws ImportRefusal if it is no XML */
export async function* readKml(text: AsyncIterable<string>): AsyncGenerator<PlaceRecord> {
  const { handler, takePlaces } = createPlaceCollector();
  for await (const _ of parseXml(text, handler)) yield* takePlaces();
}
