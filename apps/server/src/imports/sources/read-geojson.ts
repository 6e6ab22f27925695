/**
 * Reads the places of a GeoJSON file as a stream (RFC 7946): a collection of features, one feature, or one feature a line; geometries
 * without features too; and those of Esri JSON, whose features have `attributes`. Properties in properties get a name such as `owner.name`; a list of values becomes one cell with several answers.
 */
import { getManyValues, isMany, type Many, none } from 'stream-chain/defs.js';
import { jsonParser, type Token } from 'stream-json/parser.js';
import { BoundedText } from './bounded-text.ts';
import type { EsriFields } from './esri-fields.ts';
import { FactCollector, type FactValues } from './fact-collector.ts';
import { type EsriFormat, GeoJsonGeometry, type Level } from './geojson-geometry.ts';
import { ImportRefusal } from './import-refusal.ts';
import type { PlaceRecord } from './places-table.ts';

/** Nested objects and lists. */
export const maxDepth = 50;
/** Characters of the name of a reference system that are shown. */
const maxNameLength = 200;

/** Reference systems whose coordinates are longitude and latitude, within some metres of the usual one. */
const degreeSystems =
  /(?:crs:?8[34]h?|\b(?:4326|4979|4258|4269|4283|4490|4674|7844)|^(?:gcs_)?wgs[ _]?(?:19)?84)$/i;

/** Collects features from the tokens of a document. */
class FeatureCollector {
  readonly #levels: Level[] = [];
  readonly #text = new BoundedText();
  readonly #geometry: GeoJsonGeometry;
  /** The member of a feature that holds its properties. */
  readonly #properties: string;
  readonly #fields: EsriFields | null;
  readonly #features: PlaceRecord[] = [];
  #facts = new FactCollector();
  /** Values by the member that they are from: several only if they are in a list. */
  #values = new Map<string, FactValues>();
  #type = '';
  #memberCount = 0;
  /** The level of the feature that is being read; 0 for none. */
  #featureDepth = 0;

  constructor(esri: EsriFormat | null) {
    this.#geometry = new GeoJsonGeometry(esri);
    this.#properties = esri ? 'attributes' : 'properties';
    this.#fields = esri?.fields ?? null;
  }

  get hasFeatures(): boolean {
    return this.#features.length > 0;
  }

  takeFeatures(): PlaceRecord[] {
    return this.#features.splice(0);
  }

  read(token: Token): void {
    switch (token.name) {
      case 'startObject':
      case 'startArray':
        this.#open(token.name === 'startArray');
        return;
      case 'endObject':
      case 'endArray':
        this.#close();
        return;
      case 'stringChunk':
      case 'numberChunk':
        this.#text.add(token.value);
        return;
      case 'endKey': {
        const level = this.#levels.at(-1);
        if (!level) return;
        level.key = this.#text.take();
        level.member = ++this.#memberCount;
        return;
      }
      case 'endString':
      case 'endNumber':
        this.#value(this.#text.take());
        return;
      case 'trueValue':
      case 'falseValue':
        this.#value(String(token.value));
        return;
      case 'nullValue':
        this.#value('');
        return;
      default:
    }
  }

  #open(isList: boolean): void {
    if (this.#levels.length >= maxDepth) throw new ImportRefusal('importBroken');
    const [root, outer] = this.#levels;
    const isInFeatures =
      (this.#levels.length === 2 && outer?.isList && root?.key === 'features') ||
      (this.#levels.length === 1 && root?.isList);
    if (!isList && (this.#levels.length === 0 || isInFeatures)) {
      this.#reset();
      this.#featureDepth = this.#levels.length + 1;
    } else if (this.#featureDepth > 0)
      this.#geometry.open(isList, this.#levels.slice(this.#featureDepth - 1));
    this.#levels.push({ isList, key: '', member: 0 });
  }

  #close(): void {
    const depth = this.#levels.length;
    this.#levels.pop();
    if (this.#featureDepth === 0) return;
    if (depth === this.#featureDepth) {
      this.#endFeature();
      return;
    }
    const levels = this.#levels.slice(this.#featureDepth - 1);
    this.#geometry.close(levels);
    // Each geometry of a collection that is no feature is a place, which is not kept until the collection ends.
    const isOwnPlace = levels.length === 2 && levels[0]?.key === 'geometries';
    if (isOwnPlace && !this.#geometry.isEmpty)
      this.#features.push({ facts: [], place: this.#geometry.take() });
  }

  #endFeature(): void {
    this.#geometry.endGeometry();
    const isCollection = this.#type === 'FeatureCollection';
    const isFeature = this.#type === 'Feature' || (!isCollection && this.#facts.size > 0);
    const isGeometry = !isCollection && !this.#geometry.isEmpty;
    if (isFeature || isGeometry)
      this.#features.push({ facts: isFeature ? this.#facts.list() : [], place: this.#geometry.take() });
    this.#reset();
  }

  #reset(): void {
    this.#facts = new FactCollector();
    this.#values = new Map();
    this.#geometry.take();
    this.#type = '';
    this.#featureDepth = 0;
  }

  #value(text: string): void {
    if (this.#geometry.isInCoordinates) this.#geometry.addNumber(text);
    else {
      if (text !== '') this.#requireDegrees(text);
      if (this.#featureDepth > 0) this.#featureValue(text, this.#levels.slice(this.#featureDepth - 1));
    }
  }

  /** @throws ImportRefusal if the text names a reference system that has no degrees */
  #requireDegrees(text: string): void {
    const [first, second, third] = this.#levels.slice(-3).map(({ key }) => key);
    const isNamed = first === 'crs' && second === 'properties' && (third === 'name' || third === 'code');
    const outer = isNamed ? this.#levels.slice(0, -3) : this.#levels.slice(0, -1);
    const isSystem = isNamed || this.#levels.at(-1)?.key === 'crs';
    if (!isSystem || outer.some(({ key }) => key === 'properties') || degreeSystems.test(text.trim())) return;
    throw new ImportRefusal('importProjected', { value: text.slice(0, maxNameLength) });
  }

  /** @param levels from the feature inwards */
  #featureValue(text: string, levels: readonly Level[]): void {
    const [feature, ...inner] = levels;
    if (!feature) return;
    if (inner.length === 0 && feature.key === 'type') this.#type = text;
    if (inner.length === 0 && feature.key === 'id') this.#facts.add('id', text, { isSecond: true });
    else if (feature.key !== this.#properties) this.#geometry.value(text, levels);
    else if (inner[0] && !inner[0].isList) this.#addProperty(inner, text);
  }

  /** @param levels from the properties inwards */
  #addProperty(levels: readonly Level[], value: string): void {
    if (value === '') return;
    const path = levels.filter(({ isList }) => !isList).map(({ key }) => key);
    const name = path.filter((key) => key !== '').join('.');
    const text = this.#fields?.formatValue(name, value) ?? value;
    // Members have a number, since two may have one name: they have the same key, or one is called `a.b` and the other is `b` of `a`.
    const list = levels.findIndex(({ isList }) => isList);
    const member = levels[(list === -1 ? levels.length : list) - 1]?.member;
    const origin = `${member} ${name}`;
    const known = this.#values.get(origin);
    if (known) known.add(text);
    else {
      const added = this.#facts.add(name, text);
      if (added && list !== -1) this.#values.set(origin, added);
    }
  }
}

/** Strings and numbers come in pieces, so that none of them has to fit in memory. */
const parserOptions = { packValues: false, streamValues: true, jsonStreaming: true };

/** The tokens of a document, in lists. @throws ImportRefusal if it is no JSON */
export async function* readTokens(text: AsyncIterable<string>): AsyncGenerator<readonly Token[]> {
  // The library is told the end by a value that its types do not name.
  const parse = jsonParser(parserOptions) as (piece: string | typeof none) => unknown;
  const toTokens = (piece: string | typeof none): readonly Token[] => {
    try {
      const tokens = parse(piece);
      return isMany(tokens) ? getManyValues(tokens as Many<Token>) : [];
    } catch {
      throw new ImportRefusal('importBroken');
    }
  };
  for await (const piece of text) yield toTokens(piece);
  yield toTokens(none);
}

/**
 * Reads the features of a document.
 * @param esri null for GeoJSON
 * @throws ImportRefusal if it is no JSON, or its coordinates are no degrees
 */
export async function* readGeoJson(
  text: AsyncIterable<string>,
  esri: EsriFormat | null = null,
): AsyncGenerator<PlaceRecord> {
  const collector = new FeatureCollector(esri);
  for await (const tokens of readTokens(text))
    for (const token of tokens) {
      collector.read(token);
      if (collector.hasFeatures) yield* collector.takeFeatures();
    }
}
