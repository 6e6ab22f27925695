/** Files that stand beside the client and are built by themselves, once it is written. */
import path from 'node:path';
import { build, type InlineConfig, mergeConfig, type Plugin } from 'vite';

/** Absolute paths. */
interface BuildFolders {
  /** Of the client's sources. */
  root: string;
  /** Of what is served. */
  outDir: string;
}

/** @param createConfig what is built, beyond what all such builds have in common; asked once the client is written */
export const buildAfterClient = (
  name: string,
  createConfig: (folders: BuildFolders) => InlineConfig,
): Plugin => {
  let folders: BuildFolders = { root: '', outDir: '' };
  return {
    name,
    apply: 'build',
    configResolved({ root, build: { outDir } }) {
      folders = { root, outDir: path.resolve(root, outDir) };
    },
    async closeBundle() {
      const { root, outDir } = folders;
      const common: InlineConfig = {
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        build: { outDir, emptyOutDir: false, target: 'es2022', reportCompressedSize: false },
      };
      await build(mergeConfig(common, createConfig(folders)));
    },
  };
};
