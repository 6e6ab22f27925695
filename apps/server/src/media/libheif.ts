/**
 * Loads libheif with the HEVC decoder libde265 (docs/decisions/0107). Both run as WebAssembly: they reach only their own memory, whose size
 * is limited. Only the picture worker loads them, with the first HEIC picture.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js';

const pageBytes = 65_536;
const packageRequire = createRequire(import.meta.url);

type Libheif = MainModule;
type CreateLibheif = (options: object) => Libheif;

let wasmModule: WebAssembly.Module | undefined;

function instantiate(imports: object, maxMemoryBytes: number): WebAssembly.Instance {
  wasmModule ??= new WebAssembly.Module(
    readFileSync(packageRequire.resolve('libheif-js/libheif-wasm/libheif.wasm')),
  );
  const instance = new WebAssembly.Instance(wasmModule, imports);
  for (const memory of Object.values(instance.exports)) {
    if (!(memory instanceof WebAssembly.Memory)) continue;
    const grow = memory.grow.bind(memory);
    memory.grow = (pages) => {
      // The allocation fails.
      if (memory.buffer.byteLength + pages * pageBytes > maxMemoryBytes) throw new RangeError('memory');
      return grow(pages);
    };
  }
  return instance;
}

/** An error of libheif, with the numbers of its `heif_error_code` and `heif_suberror_code`. */
export class HeifError extends Error {
  readonly code: number;
  readonly subcode: number;
  constructor(code: number, subcode: number) {
    super(`HEIF error ${code}/${subcode}`);
    this.code = code;
    this.subcode = subcode;
  }
}

/** A new instance for each picture: its memory is freed as a whole, and nothing of one picture is left to the next. */
export class HeifLibrary {
  readonly functions: Libheif;
  /** A place for one error: two numbers and the address of a text. */
  readonly #error: number;
  /** A place for a result. */
  readonly #result: number;

  constructor(maxMemoryBytes: number) {
    const createLibheif = packageRequire('libheif-js/libheif-wasm/libheif.js') as CreateLibheif;
    const ignore = () => undefined;
    this.functions = createLibheif({
      print: ignore,
      printErr: ignore,
      instantiateWasm: (imports: object, receive: (instance: WebAssembly.Instance) => object) =>
        receive(instantiate(imports, maxMemoryBytes)),
    });
    this.#error = this.allocate(12);
    this.#result = this.allocate(8);
  }

  /** All memory. Growing replaces it: read it again after each call. */
  get memory(): Buffer {
    const { buffer } = this.functions.HEAPU8 as Uint8Array<ArrayBuffer>;
    return Buffer.from(buffer);
  }

  /** @throws RangeError beyond the maximum size */
  allocate(bytes: number): number {
    const address = this.functions._malloc(bytes);
    if (address === 0) throw new RangeError('memory');
    return address;
  }

  /** Copies bytes into the memory. @returns their address */
  store(bytes: Uint8Array): number {
    const address = this.allocate(Math.max(1, bytes.length));
    this.memory.set(bytes, address);
    return address;
  }

  /**
   * Calls a function of libheif.
   * @param fill gets the places for an error and for a result
   * @returns the number that it wrote as its result
   * @throws HeifError
   */
  call(fill: (error: number, result: number) => void): number {
    fill(this.#error, this.#result);
    const code = this.memory.readUInt32LE(this.#error);
    if (code !== 0) throw new HeifError(code, this.memory.readUInt32LE(this.#error + 4));
    return this.memory.readUInt32LE(this.#result);
  }
}
