/**
 * Loads libheif with the HEVC decoder libde265 (docs/decisions/0107). Both run as WebAssembly: they reach only their own memory, whose size
 * is limited. Only the picture worker loads them, with the first HEIC picture.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js';

const pageBytes = 65_536;
const packageRequire = createRequire(import.meta.url);

/** What is used of WebAssembly, which TypeScript declares only for browsers. */
interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
interface WasmInstance {
  readonly exports: Record<string, unknown>;
}
interface Wasm {
  Memory: new () => WasmMemory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => WasmInstance;
}
const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: Wasm };

type CreateLibheif = (options: object) => MainModule;
type NameOf<Key> = Key extends `_heif_${infer Name}` ? Name : never;
/** A function of libheif without `heif_`. */
type FunctionName = NameOf<keyof MainModule>;

let wasmModule: object | undefined;

function instantiate(imports: object, maxMemoryBytes: number): WasmInstance {
  wasmModule ??= new wasm.Module(
    readFileSync(packageRequire.resolve('libheif-js/libheif-wasm/libheif.wasm')),
  );
  const instance = new wasm.Instance(wasmModule, imports);
  for (const memory of Object.values(instance.exports)) {
    if (!(memory instanceof wasm.Memory)) continue;
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
  readonly #module: MainModule;
  /** Address of a place for one error: two numbers and the address of a text. */
  readonly #error: number;
  /** Address of a place for one number, to which functions can write their result. */
  readonly result: number;

  constructor(maxMemoryBytes: number) {
    const createLibheif = packageRequire('libheif-js/libheif-wasm/libheif.js') as CreateLibheif;
    const ignore = () => undefined;
    this.#module = createLibheif({
      print: ignore,
      printErr: ignore,
      instantiateWasm: (imports: object, receive: (instance: WasmInstance) => object) =>
        receive(instantiate(imports, maxMemoryBytes)),
    });
    this.#error = this.allocate(12);
    this.result = this.allocate(8);
  }

  /** All memory. Growing replaces it: read it again after each call. */
  get memory(): Buffer {
    const { buffer } = this.#module.HEAPU8 as Uint8Array<ArrayBuffer>;
    return Buffer.from(buffer);
  }

  /** @throws RangeError beyond the maximum size */
  allocate(bytes: number): number {
    const address = this.#call('_malloc', [bytes]);
    if (address === 0) throw new RangeError('memory');
    return address;
  }

  /** Copies bytes into the memory. @returns their address */
  store(bytes: Uint8Array): number {
    const address = this.allocate(Math.max(1, bytes.length));
    this.memory.set(bytes, address);
    return address;
  }

  #call(name: keyof MainModule, parameters: readonly number[]): number {
    const run = this.#module[name] as (...parameters: number[]) => number;
    return run(...parameters);
  }

  /** Calls a function whose result is a number. */
  call(name: FunctionName, ...parameters: number[]): number {
    return this.#call(`_heif_${name}`, parameters);
  }

  /**
   * Calls a function whose result is an error or success.
   * @returns the number at `result`, for functions that get this address as a parameter
   * @throws HeifError
   */
  attempt(name: FunctionName, ...parameters: number[]): number {
    this.#call(`_heif_${name}`, [this.#error, ...parameters]);
    const code = this.memory.readUInt32LE(this.#error);
    if (code !== 0) throw new HeifError(code, this.memory.readUInt32LE(this.#error + 4));
    return this.memory.readUInt32LE(this.result);
  }
}
