/** Builds files that are not part of the client's bundle, after the client is written. */
import path from 'node:path';
import { build, type InlineConfig, mergeConfig, type Plugin } from 'vite';

/** Absolute paths. */
interface BuildFolders {
  /** Folder of the client's sources. */
  root: string;
  /** Folder that is served. */
  outDir: string;
}

/**
 * A plugin that runs a second build after the client's.
 * @param name of the plugin
 * @param createConfig what to build, beyond the common settings; called when the client is written
 */
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
