/**
 * Decodes a block of nodes, ways and relations. Each message is read from its own part of the bytes, so that a wrong length ends with
 * that part.
 */
import { PbfReader } from 'pbf';
import { ExtractRefusal } from '../extract-refusal.ts';

/** Keys and values of an element. */
export type Tags = ReadonlyMap<string, string>;

/** What a relation refers to. */
export interface Member {
  id: number;
  isWay: boolean;
  role: string;
}

/** Is called with each element. What is absent is not decoded. Coordinates are ten-millionths of a degree. */
export interface ElementHandler {
  node?: (id: number, longitude: number, latitude: number, tags: Tags) => void;
  way?: (id: number, nodeIds: readonly number[], tags: Tags) => void;
  relation?: (id: number, members: readonly Member[], tags: Tags) => void;
}

/** More nodes of one way, or members of one relation, than any editor can save. */
const maxReferences = 100_000;
/** More numbers of one list than any program writes. */
const maxNumbers = 2_000_000;
const nanodegreesPerUnit = 100;
const noTags: Tags = new Map();
const utf8 = new TextDecoder();

interface Block {
  strings: Uint8Array[];
  texts: string[];
  granularity: number;
  latitudeOffset: number;
  longitudeOffset: number;
}

const readMessages = (bytes: Uint8Array, readField: (tag: number, pbf: PbfReader) => void) =>
  new PbfReader(bytes).readFields((tag, _result, pbf) => readField(tag, pbf), undefined);

function readPacked(bytes: Uint8Array, isSigned: boolean): number[] {
  const pbf = new PbfReader(bytes);
  const numbers: number[] = [];
  while (pbf.pos < pbf.length && numbers.length < maxNumbers)
    numbers.push(isSigned ? pbf.readSVarint() : pbf.readVarint());
  if (pbf.pos < pbf.length) throw new ExtractRefusal('extractDamaged');
  return numbers;
}

/** Numbers that are stored as differences. */
function addUp(differences: number[]): number[] {
  let sum = 0;
  for (let index = 0; index < differences.length; index++) {
    sum += differences[index] ?? 0;
    differences[index] = sum;
  }
  return differences;
}

function textAt(block: Block, index: number): string {
  const cached = block.texts[index];
  if (cached !== undefined) return cached;
  const bytes = block.strings[index];
  if (!bytes) throw new ExtractRefusal('extractDamaged');
  const text = utf8.decode(bytes);
  block.texts[index] = text;
  return text;
}

function readTags(block: Block, keys: readonly number[], values: readonly number[]): Tags {
  if (keys.length === 0) return noTags;
  if (keys.length !== values.length) throw new ExtractRefusal('extractDamaged');
  const tags = new Map<string, string>();
  for (let index = 0; index < keys.length; index++)
    tags.set(textAt(block, keys[index] ?? 0), textAt(block, values[index] ?? 0));
  return tags;
}

const toLongitude = ({ granularity, longitudeOffset }: Block, value: number) =>
  (longitudeOffset + granularity * value) / nanodegreesPerUnit;
const toLatitude = ({ granularity, latitudeOffset }: Block, value: number) =>
  (latitudeOffset + granularity * value) / nanodegreesPerUnit;

function decodeDenseNodes(
  block: Block,
  bytes: Uint8Array,
  onNode: NonNullable<ElementHandler['node']>,
): void {
  let ids: number[] = [];
  let latitudes: number[] = [];
  let longitudes: number[] = [];
  let keysAndValues: number[] = [];
  readMessages(bytes, (tag, pbf) => {
    if (tag === 1) ids = addUp(readPacked(pbf.readBytes(), true));
    else if (tag === 8) latitudes = addUp(readPacked(pbf.readBytes(), true));
    else if (tag === 9) longitudes = addUp(readPacked(pbf.readBytes(), true));
    else if (tag === 10) keysAndValues = readPacked(pbf.readBytes(), false);
  });
  if (ids.length !== latitudes.length || ids.length !== longitudes.length)
    throw new ExtractRefusal('extractDamaged');
  let position = 0;
  for (let index = 0; index < ids.length; index++) {
    // Most nodes have none.
    let tags: Map<string, string> | undefined;
    for (let key = keysAndValues[position++]; key; key = keysAndValues[position++]) {
      tags ??= new Map();
      tags.set(textAt(block, key), textAt(block, keysAndValues[position++] ?? 0));
    }
    const longitude = toLongitude(block, longitudes[index] ?? 0);
    onNode(ids[index] ?? 0, longitude, toLatitude(block, latitudes[index] ?? 0), tags ?? noTags);
  }
}

interface Element {
  id: number;
  keys: number[];
  values: number[];
}

const createElement = (): Element => ({ id: 0, keys: [], values: [] });

/** Reads a field that ways and relations, and but for the id nodes, have in common. @returns whether it is one */
function readCommonField(element: Element, tag: number, pbf: PbfReader): boolean {
  if (tag === 2) element.keys = readPacked(pbf.readBytes(), false);
  else if (tag === 3) element.values = readPacked(pbf.readBytes(), false);
  else return false;
  return true;
}

function decodeNode(block: Block, bytes: Uint8Array, onNode: NonNullable<ElementHandler['node']>): void {
  const node = createElement();
  let [latitude, longitude] = [0, 0];
  readMessages(bytes, (tag, pbf) => {
    if (readCommonField(node, tag, pbf)) return;
    if (tag === 1) node.id = pbf.readSVarint();
    else if (tag === 8) latitude = pbf.readSVarint();
    else if (tag === 9) longitude = pbf.readSVarint();
  });
  const tags = readTags(block, node.keys, node.values);
  onNode(node.id, toLongitude(block, longitude), toLatitude(block, latitude), tags);
}

function decodeWay(block: Block, bytes: Uint8Array, onWay: NonNullable<ElementHandler['way']>): void {
  const way = createElement();
  let nodeIds: number[] = [];
  readMessages(bytes, (tag, pbf) => {
    if (readCommonField(way, tag, pbf)) return;
    if (tag === 1) way.id = pbf.readVarint();
    else if (tag === 8) nodeIds = addUp(readPacked(pbf.readBytes(), true));
  });
  if (nodeIds.length > maxReferences) throw new ExtractRefusal('extractDamaged');
  onWay(way.id, nodeIds, readTags(block, way.keys, way.values));
}

const wayType = 1;

function decodeRelation(
  block: Block,
  bytes: Uint8Array,
  onRelation: NonNullable<ElementHandler['relation']>,
): void {
  const relation = createElement();
  let ids: number[] = [];
  let roles: number[] = [];
  let types: number[] = [];
  readMessages(bytes, (tag, pbf) => {
    if (readCommonField(relation, tag, pbf)) return;
    if (tag === 1) relation.id = pbf.readVarint();
    else if (tag === 8) roles = readPacked(pbf.readBytes(), false);
    else if (tag === 9) ids = addUp(readPacked(pbf.readBytes(), true));
    else if (tag === 10) types = readPacked(pbf.readBytes(), false);
  });
  if (ids.length !== roles.length || ids.length !== types.length || ids.length > maxReferences)
    throw new ExtractRefusal('extractDamaged');
  const members = ids.map((id, index) => ({
    id,
    isWay: types[index] === wayType,
    role: textAt(block, roles[index] ?? 0),
  }));
  onRelation(relation.id, members, readTags(block, relation.keys, relation.values));
}

function decodeGroup(block: Block, bytes: Uint8Array, handler: ElementHandler, kinds: BlockKinds): void {
  readMessages(bytes, (tag, pbf) => {
    if (tag === 3) kinds.hasWays = true;
    if (tag === 1 && handler.node) decodeNode(block, pbf.readBytes(), handler.node);
    else if (tag === 2 && handler.node) decodeDenseNodes(block, pbf.readBytes(), handler.node);
    else if (tag === 3 && handler.way) decodeWay(block, pbf.readBytes(), handler.way);
    else if (tag === 4 && handler.relation) decodeRelation(block, pbf.readBytes(), handler.relation);
  });
}

/** What a block contains. */
export interface BlockKinds {
  hasWays: boolean;
}

/** Decodes a block. @throws ExtractRefusal for one that contradicts itself */
export function decodeBlock(bytes: Uint8Array, handler: ElementHandler): BlockKinds {
  const block: Block = { strings: [], texts: [], granularity: 100, latitudeOffset: 0, longitudeOffset: 0 };
  const groups: Uint8Array[] = [];
  readMessages(bytes, (tag, pbf) => {
    if (tag === 1)
      readMessages(pbf.readBytes(), (stringTag, strings) => {
        if (stringTag === 1) block.strings.push(strings.readBytes());
      });
    else if (tag === 2) groups.push(pbf.readBytes());
    else if (tag === 17) block.granularity = pbf.readVarint(true);
    else if (tag === 19) block.latitudeOffset = pbf.readVarint(true);
    else if (tag === 20) block.longitudeOffset = pbf.readVarint(true);
  });
  const kinds = { hasWays: false };
  for (const group of groups) decodeGroup(block, group, handler, kinds);
  return kinds;
}
