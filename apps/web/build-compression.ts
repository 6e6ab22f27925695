/** Writes a brotli and a gzip version beside each compressible file of the client. The server only selects one. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressibleFiles = /\.(?:js|css|svg|json)$/;
/** Smaller files fit into one packet uncompressed. */
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

/** Must be the last plugin, after all that write files. */
export const compressAssets = (): Plugin => {
  let outDir = '';
  return {
    name: 'waypost:compression',
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
          for (let file = files.pop(); file !== undefined; file = files.pop())
            await compressFile(path.join(outDir, file));
        };
        await Promise.all([compressNext(), compressNext(), compressNext(), compressNext()]);
      },
    },
  };
};
