import { addProtocol, type RequestParameters, removeProtocol } from 'maplibre-gl';
import type { TilePins } from '../map-types.ts';

let instanceCount = 0;

/** A server that has no such tiles answers one of these. */
const unsupportedStatuses: ReadonlySet<number> = new Set([404, 405]);

/**
 * Fetches the tiles of the pins for the map library, which would let requests run on that nobody waits for any more: when
 * other posts are asked for, what is on its way is cancelled and asked for anew. The old pins stay until the new ones come.
 */
export class PinTiles {
  readonly #scheme: string;
  /** What is on its way: each with what cancels it. */
  readonly #pending = new Set<AbortController>();
  #pins: TilePins;
  /** Another number is another address to the library. */
  #version = 0;
  /** Whether what the browser has kept may be out of date: it asks the server then, which says so where it is not. */
  #isStale = false;

  constructor(pins: TilePins) {
    this.#pins = pins;
    this.#scheme = `pins${instanceCount++}`;
    addProtocol(this.#scheme, this.#load);
  }

  /** The address to give to the library: different after each `ask`. */
  get urlTemplate(): string {
    return `${this.#scheme}://{z}/{x}/{y}?${this.#version}`;
  }

  /** The posts have changed; the library has to be given the new template. */
  refresh(): void {
    this.#isStale = true;
    this.setPins(this.#pins);
  }

  /** From now on these posts; the library has to be given the new template. */
  setPins(pins: TilePins): void {
    this.#pins = pins;
    this.#version += 1;
    for (const request of this.#pending) request.abort();
  }

  destroy(): void {
    removeProtocol(this.#scheme);
  }

  #load = async ({ url }: RequestParameters, wanted: AbortController): Promise<{ data: ArrayBuffer }> => {
    const tile = /:\/\/(\d+)\/(\d+)\/(\d+)/.exec(url)?.slice(1) ?? [];
    for (;;) {
      const version = this.#version;
      try {
        return { data: await this.#fetch(tile, wanted.signal) };
      } catch (error) {
        // Cancelled because other posts are wanted by now, and the tile is still in view: it gets those.
        if (wanted.signal.aborted || version === this.#version) throw error;
      }
    }
  };

  async #fetch([z = '', x = '', y = '']: readonly string[], unwanted: AbortSignal): Promise<ArrayBuffer> {
    const request = new AbortController();
    const stop = () => request.abort();
    unwanted.addEventListener('abort', stop);
    this.#pending.add(request);
    const { url, headers, onMissing } = this.#pins;
    const tileUrl = url.replace('{z}', z).replace('{x}', x).replace('{y}', y);
    try {
      const response = await fetch(tileUrl, {
        headers: headers?.() ?? {},
        signal: request.signal,
        cache: this.#isStale ? 'no-cache' : 'default',
      });
      if (unsupportedStatuses.has(response.status)) onMissing?.();
      else if (!response.ok) throw new Error(`tile ${z}/${x}/${y}: ${response.status}`);
      // An empty tile has no pins.
      return unsupportedStatuses.has(response.status) ? new ArrayBuffer(0) : await response.arrayBuffer();
    } finally {
      unwanted.removeEventListener('abort', stop);
      this.#pending.delete(request);
    }
  }
}
