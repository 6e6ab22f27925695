/** Locations of nodes by id, in typed arrays: 16 bytes each. */
import { ExtractRefusal } from '../extract-refusal.ts';

const chunkSize = 262_144;

interface Chunk {
  ids: Float64Array;
  /** Longitude and latitude in ten-millionths of a degree. */
  locations: Int32Array;
}

/** A node that is in no extract, or outside of the world. */
export const noNode = -1;

/** The locations; nodes are added in the order of their ids. */
export class NodeLocations {
  readonly #chunks: Chunk[] = [];
  #count = 0;
  #lastId = Number.NEGATIVE_INFINITY;

  get count(): number {
    return this.#count;
  }

  /** @throws ExtractRefusal when the ids do not ascend, or are larger than numbers can hold */
  add(id: number, longitude: number, latitude: number): void {
    if (id <= this.#lastId) throw new ExtractRefusal('extractUnsorted');
    if (!Number.isSafeInteger(id)) throw new ExtractRefusal('extractDamaged');
    this.#lastId = id;
    const place = this.#count % chunkSize;
    if (place === 0)
      this.#chunks.push({ ids: new Float64Array(chunkSize), locations: new Int32Array(2 * chunkSize) });
    const chunk = this.#chunks.at(-1);
    if (!chunk) return;
    chunk.ids[place] = id;
    chunk.locations[2 * place] = longitude;
    chunk.locations[2 * place + 1] = latitude;
    this.#count++;
  }

  #idAt(index: number): number {
    return this.#chunks[Math.floor(index / chunkSize)]?.ids[index % chunkSize] ?? Number.NaN;
  }

  /** The number of a node, from 0 in the order of the ids; `noNode` where there is none. */
  find(id: number): number {
    let low = 0;
    let high = this.#count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#idAt(middle);
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return noNode;
  }

  /** In ten-millionths of a degree. */
  longitudeAt(index: number): number {
    return this.#chunks[Math.floor(index / chunkSize)]?.locations[2 * (index % chunkSize)] ?? 0;
  }

  /** In ten-millionths of a degree. */
  latitudeAt(index: number): number {
    return this.#chunks[Math.floor(index / chunkSize)]?.locations[2 * (index % chunkSize) + 1] ?? 0;
  }
}
