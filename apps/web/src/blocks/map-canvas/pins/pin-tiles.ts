import { addProtocol, type RequestParameters, removeProtocol } from 'maplibre-gl';
import type { TilePins } from '../map-types.ts';
import { buildPinTileUrl } from './pin-tile-url.ts';

let instanceCount = 0;

/** Statuses of a server that has no such tiles. */
const unsupportedStatuses: ReadonlySet<number> = new Set([404, 405]);

/**
 * Fetches the pin tiles for the map library, which does not cancel outdated requests: when the filter changes, running
 * requests are aborted and sent again. The old pins stay visible until the new ones are loaded.
 */
export class PinTiles {
  readonly #scheme: string;
  /** Running requests. */
  readonly #pending = new Set<AbortController>();
  #pins: TilePins;
  /** Part of the URL template: a new version makes the library load the tiles again. */
  #version = 0;
  /** Whether the browser's cache may be outdated: requests are then revalidated. */
  #isStale = false;

  constructor(pins: TilePins) {
    this.#pins = pins;
    this.#scheme = `pins${instanceCount++}`;
    addProtocol(this.#scheme, this.#load);
  }

  /** URL template for the library; it changes with each `setPins` or `refresh`. */
  get urlTemplate(): string {
    return `${this.#scheme}://{z}/{x}/{y}?${this.#version}`;
  }

  /** Loads the tiles again after posts have changed; pass the new template to the library. */
  refresh(): void {
    this.#isStale = true;
    this.setPins(this.#pins);
  }

  /** Sets another source; pass the new template to the library. */
  setPins(pins: TilePins): void {
    this.#pins = pins;
    this.#version += 1;
    for (const request of this.#pending) request.abort();
  }

  destroy(): void {
    removeProtocol(this.#scheme);
  }

  #load = async (
    { url }: RequestParameters,
    libraryAbort: AbortController,
  ): Promise<{ data: ArrayBuffer }> => {
    const tile = /:\/\/(\d+)\/(\d+)\/(\d+)/.exec(url)?.slice(1) ?? [];
    for (;;) {
      const version = this.#version;
      try {
        return { data: await this.#fetch(tile, libraryAbort.signal) };
      } catch (error) {
        // Aborted because the source has changed while the tile is still in view: load it from the new source.
        if (libraryAbort.signal.aborted || version === this.#version) throw error;
      }
    }
  };

  async #fetch(
    [z = '', x = '', y = '']: readonly string[],
    librarySignal: AbortSignal,
  ): Promise<ArrayBuffer> {
    const request = new AbortController();
    const abort = () => request.abort();
    librarySignal.addEventListener('abort', abort);
    this.#pending.add(request);
    const { headers, onMissing } = this.#pins;
    try {
      const response = await fetch(buildPinTileUrl(this.#pins, [z, x, y]), {
        headers: headers?.() ?? {},
        signal: request.signal,
        cache: this.#isStale ? 'no-cache' : 'default',
      });
      if (unsupportedStatuses.has(response.status)) onMissing?.();
      else if (!response.ok) throw new Error(`tile ${z}/${x}/${y}: ${response.status}`);
      // An empty tile has no pins.
      return unsupportedStatuses.has(response.status) ? new ArrayBuffer(0) : await response.arrayBuffer();
    } finally {
      librarySignal.removeEventListener('abort', abort);
      this.#pending.delete(request);
    }
  }
}
