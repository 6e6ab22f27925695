/**
 * Locations of nodes by id, packed in memory as differences in the variable length of PBF: about six bytes each. Blocks of nodes are
 * unpacked when one of them is asked for, and the last ones are kept: the nodes of a way mostly have successive ids.
 */
import { PbfReader, PbfWriter } from 'pbf';
import { ExtractRefusal } from '../extract-refusal.ts';

const blockNodes = 128;
/** Blocks of a chunk, and its bytes at most: three numbers of up to ten bytes for each node. */
const chunkBlocks = 64;
const maxChunkBytes = chunkBlocks * blockNodes * 3 * 10;
/** Unpacked blocks that are kept; 16 bytes for each node. */
const unpackedBlocks = 4096;

/** A node that is in no extract, or outside of the world. */
export const noNode = -1;

/** Differences of larger ids are no exact numbers. */
const maxId = 2 ** 52;

/** Numbers that ascend in the order in which osmium sorts ids: 0, -1, -2, …, 1, 2, …. */
const toOrder = (id: number): number => (id > 0 ? id : -maxId - id);

/** The locations. Nodes are added in the order of their ids, and found once all were added. */
export class NodeLocations {
  /** The order of the first node of each block, and the place of the block in its chunk. */
  readonly #firstOrders: number[] = [];
  readonly #starts: number[] = [];
  readonly #chunks: Uint8Array[] = [];
  readonly #writer = new PbfWriter(new Uint8Array(maxChunkBytes));
  #count = 0;
  #lastOrder = Number.NEGATIVE_INFINITY;
  #lastLongitude = 0;
  #lastLatitude = 0;
  /** The block in which the last node was found. */
  #lastBlock = 0;
  /** Unpacked blocks, each at the rest of its number. */
  readonly #unpacked = new Int32Array(unpackedBlocks).fill(-1);
  readonly #orders = new Float64Array(unpackedBlocks * blockNodes);
  /** Longitude and latitude in ten-millionths of a degree. */
  readonly #locations = new Int32Array(2 * unpackedBlocks * blockNodes);

  get count(): number {
    return this.#count;
  }

  /** @throws ExtractRefusal when the ids do not ascend, or are too large */
  add(id: number, longitude: number, latitude: number): void {
    const order = toOrder(id);
    if (order <= this.#lastOrder) throw new ExtractRefusal('extractUnsorted');
    if (!Number.isInteger(id) || Math.abs(id) > maxId) throw new ExtractRefusal('extractDamaged');
    if (this.#count % blockNodes === 0) this.#beginBlock(order);
    const [x, y] = [Math.round(longitude), Math.round(latitude)];
    this.#writer.writeVarint(order - this.#lastOrder);
    this.#writer.writeSVarint(x - this.#lastLongitude);
    this.#writer.writeSVarint(y - this.#lastLatitude);
    this.#lastOrder = order;
    this.#lastLongitude = x;
    this.#lastLatitude = y;
    this.#count++;
  }

  /** The differences of its first node are those from its order, and from zero degrees. */
  #beginBlock(order: number): void {
    if (this.#count > 0 && this.#firstOrders.length % chunkBlocks === 0) this.#endChunk();
    this.#firstOrders.push(order);
    this.#starts.push(this.#writer.pos);
    this.#lastOrder = order;
    this.#lastLongitude = 0;
    this.#lastLatitude = 0;
  }

  #endChunk(): void {
    this.#chunks.push(this.#writer.buf.slice(0, this.#writer.pos));
    this.#writer.pos = 0;
  }

  /** The number of a node, from 0 in the order of the ids; `noNode` where there is none. */
  find(id: number): number {
    const order = toOrder(id);
    const block = this.#findBlock(order);
    if (block < 0) return noNode;
    const slot = this.#unpack(block);
    let low = slot * blockNodes;
    let high = low + Math.min(blockNodes, this.#count - block * blockNodes) - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#orders[middle] ?? 0;
      if (found === order) return block * blockNodes + (middle % blockNodes);
      if (found < order) low = middle + 1;
      else high = middle - 1;
    }
    return noNode;
  }

  /** The last block that begins at an order or before it; -1 where there is none. */
  #findBlock(order: number): number {
    const orders = this.#firstOrders;
    const last = this.#lastBlock;
    if (order >= (orders[last] ?? Infinity) && order < (orders[last + 1] ?? Infinity)) return last;
    let low = 0;
    let high = orders.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((orders[middle] ?? 0) <= order) low = middle + 1;
      else high = middle;
    }
    this.#lastBlock = Math.max(0, low - 1);
    return low - 1;
  }

  /** @returns the slot of the unpacked block */
  #unpack(block: number): number {
    const slot = block % unpackedBlocks;
    if (this.#unpacked[slot] === block) return slot;
    const chunk = this.#chunks[Math.floor(block / chunkBlocks)];
    const reader = new PbfReader(chunk ?? this.#writer.buf);
    reader.pos = this.#starts[block] ?? 0;
    let order = this.#firstOrders[block] ?? 0;
    let [longitude, latitude] = [0, 0];
    const first = slot * blockNodes;
    const end = first + Math.min(blockNodes, this.#count - block * blockNodes);
    for (let place = first; place < end; place++) {
      order += reader.readVarint();
      this.#orders[place] = order;
      this.#locations[2 * place] = longitude += reader.readSVarint();
      this.#locations[2 * place + 1] = latitude += reader.readSVarint();
    }
    this.#unpacked[slot] = block;
    return slot;
  }

  /** Forgets all nodes, and so frees the memory. */
  clear(): void {
    for (const list of [this.#firstOrders, this.#starts, this.#chunks]) list.length = 0;
    this.#unpacked.fill(-1);
    this.#count = 0;
  }

  /** In ten-millionths of a degree. */
  longitudeAt(number: number): number {
    return this.#locations[2 * this.#placeOf(number)] ?? 0;
  }

  /** In ten-millionths of a degree. */
  latitudeAt(number: number): number {
    return this.#locations[2 * this.#placeOf(number) + 1] ?? 0;
  }

  #placeOf(number: number): number {
    return this.#unpack(Math.floor(number / blockNodes)) * blockNodes + (number % blockNodes);
  }
}
