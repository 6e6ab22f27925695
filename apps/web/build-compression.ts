/** Beside each file of the client that shrinks: the same as brotli and gzip, as small as they go. The server only picks one. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressibleFiles = /\.(?:js|css|svg|json)$/;
/** Bytes; smaller ones fit a packet as they are. */
const minBytes = 600;

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < minBytes) return;
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: size }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

/** After all that writes files. */
export const compressAssets = (): Plugin => {
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
        const files = names.filter((it) => compressibleFiles.test(it) && !it.startsWith('.vite'));
        const compressNext = async () => {
          for (let it = files.pop(); it !== undefined; it = files.pop())
            await compressFile(path.join(outDir, it));
        };
        await Promise.all([compressNext(), compressNext(), compressNext(), compressNext()]);
      },
    },
  };
};
