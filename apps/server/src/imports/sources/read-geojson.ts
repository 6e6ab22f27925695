/**
 * Reads the places of a GeoJSON file as a stream (RFC 7946): a collection of features, one feature, or one feature a line. Properties in
 * properties get a name such as `owner.name`; a list of values becomes one cell with several answers.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { joinAnswers } from '@waypost/contract/common/csv-cells';
import { parser, type Token } from 'stream-json/parser.js';
import { BoundedText, RowBudget } from './bounded-text.ts';
import { ImportRefusal } from './import-refusal.ts';
import { Extent, type PlaceRecord } from './places-table.ts';

/** Nested objects and lists. */
const maxDepth = 50;
/** Characters of the name of a property, and properties of a place. */
const maxNameLength = 200;
const maxProperties = 2000;

/** An object or list that is being read. */
interface Level {
  isList: boolean;
  /** In an object, the key of the value that is being read. */
  key: string;
  /** In a list, the values before. */
  index: number;
}

/** Collects features from the tokens of a document. */
class FeatureCollector {
  readonly #levels: Level[] = [];
  readonly #text = new BoundedText();
  readonly #extent = new Extent();
  readonly #features: PlaceRecord[] = [];
  #properties = new Map<string, string[]>();
  #budget = new RowBudget();
  #lon = 0;
  #type = '';
  /** The level of the feature that is being read; 0 for none. */
  #featureDepth = 0;

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
        if (level) level.key = this.#text.take().slice(0, maxNameLength);
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
    const [, outer] = this.#levels;
    const isInFeatures = this.#levels.length === 2 && outer?.isList && this.#levels[0]?.key === 'features';
    if (!isList && (this.#levels.length === 0 || isInFeatures)) {
      this.#reset();
      this.#featureDepth = this.#levels.length + 1;
    }
    this.#levels.push({ isList, key: '', index: 0 });
  }

  #close(): void {
    const isFeature = this.#levels.length === this.#featureDepth;
    this.#levels.pop();
    this.#countValue();
    if (isFeature) this.#endFeature();
  }

  #endFeature(): void {
    const point = this.#extent.takeMiddle();
    if (this.#type === 'Feature') {
      const entries = [...this.#properties].map(([name, values]) => [name, joinValues(values)] as const);
      this.#features.push({ properties: new Map(entries), point });
    }
    this.#reset();
  }

  #reset(): void {
    this.#properties = new Map();
    this.#budget = new RowBudget();
    this.#type = '';
    this.#featureDepth = 0;
  }

  #countValue(): void {
    const level = this.#levels.at(-1);
    if (level?.isList) level.index++;
  }

  #value(text: string): void {
    if (this.#featureDepth > 0) this.#featureValue(text, this.#levels.slice(this.#featureDepth - 1));
    this.#countValue();
  }

  /** @param levels from the feature inwards */
  #featureValue(text: string, levels: readonly Level[]): void {
    const [feature, ...inner] = levels;
    const last = inner.at(-1);
    if (!feature) return;
    if (inner.length === 0) {
      if (feature.key === 'type') this.#type = text;
      else if (feature.key === 'id') this.#addProperty('id', text);
    } else if (feature.key === 'geometry') {
      if (!last?.isList || !inner.some(({ key }) => key === 'coordinates')) return;
      if (last.index === 0) this.#lon = Number(text);
      else if (last.index === 1) this.#extent.add(this.#lon, Number(text));
    } else if (feature.key === 'properties' && inner[0] && !inner[0].isList) {
      const names = inner.map((level) => (level.isList ? '' : level.key)).filter((name) => name !== '');
      this.#addProperty(names.join('.').slice(0, maxNameLength), text);
    }
  }

  #addProperty(name: string, text: string): void {
    if (name === '' || text === '') return;
    const values = this.#properties.get(name);
    if (values) values.push(this.#budget.fit(text));
    else if (this.#properties.size < maxProperties) this.#properties.set(name, [this.#budget.fit(text)]);
  }
}

const joinValues = (values: readonly string[]): string =>
  values.length === 1 ? (values[0] ?? '') : joinAnswers(values);

/** Strings and numbers come in pieces, so that none of them has to fit in memory. */
const parserOptions = { packValues: false, streamValues: true, jsonStreaming: true };

/** Reads the features of a document. @throws ImportRefusal if it is no JSON */
export async function* readGeoJson(text: AsyncIterable<string>): AsyncGenerator<PlaceRecord> {
  const collector = new FeatureCollector();
  const tokens = parser.asStream(parserOptions);
  // The loop gets the error.
  const feeding = pipeline(Readable.from(text), tokens).catch(() => undefined);
  try {
    for await (const token of tokens) {
      collector.read(token as Token);
      yield* collector.takeFeatures();
    }
  } catch (error) {
    throw error instanceof ImportRefusal ? error : new ImportRefusal('importBroken');
  } finally {
    tokens.destroy();
    await feeding;
  }
}
