/** Beside each file of the client that shrinks: the same as brotli and gzip, as small as they go. The server only picks one. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const shrinks = /\.(?:js|css|svg|json)$/;
/** Bytes; smaller ones fit a packet as they are. */
const least = 600;

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < least) return;
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: size }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

/** After all that writes files. */
export const compressed = (): Plugin => {
  let outDir = '';
  return {
    name: 'waypost:compressed',
    apply: 'build',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        const names = await readdir(outDir, { recursive: true });
        const files = names.filter((it) => shrinks.test(it) && !it.startsWith('.vite'));
        const take = async () => {
          for (let it = files.pop(); it !== undefined; it = files.pop())
            await compress(path.join(outDir, it));
        };
        await Promise.all([take(), take(), take(), take()]);
      },
    },
  };
};
