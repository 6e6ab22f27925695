/** Download sizes from the client's build after gzip, from `tools/checks/web-size.mjs`. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Measure } from '../measure.ts';

const program = path.resolve(import.meta.dirname, '../../tools/checks/web-size.mjs');

/** Kilobytes. */
interface ChunkSize {
  name: string;
  script: number;
  style: number;
}

const screensByChunk = {
  '_map/views.map': '/views/map',
  '_map/posts.create.$surveyId': '/posts/create',
  'the map and its worker, on top': 'the map, on top of either',
};

export const bundleSize: Measure = {
  name: 'script and style by the build',
  rows: Object.values(screensByChunk).map((label) => ({ label, unit: 'kB' })),
  async runOnce() {
    // It fails, with the sizes printed, if a budget is exceeded, which does not matter here.
    const run = promisify(execFile)(process.execPath, [program, '--json']);
    const { stdout } = await run.catch((error: unknown) => error as { stdout: string });
    const sizes = JSON.parse(stdout) as ChunkSize[];
    return Object.keys(screensByChunk).map((name) => {
      const size = sizes.find((it) => it.name === name);
      return size ? size.script + size.style : Number.NaN;
    });
  },
};
