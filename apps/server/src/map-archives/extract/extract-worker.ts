/** Worker process that makes an archive from an extract: at low priority, so that responses come first, and its memory is freed afterwards. */
import workerpool from 'workerpool';
import { lowerPriority } from '../../kernel/workers/lower-priority.ts';
import { type BuildOptions, buildArchive } from './build-archive.ts';
import { ExtractRefusal } from './extract-refusal.ts';

/** The outcome of a build. Errors lose their class on the way to the server. */
export type BuildResult = { refusal: Pick<ExtractRefusal, 'rule' | 'params'> } | { memory: number };

lowerPriority();

/** @returns the largest memory of this process in bytes, or why the extract cannot be used */
async function build(files: Omit<BuildOptions, 'onProgress'>): Promise<BuildResult> {
  try {
    await buildArchive({ ...files, onProgress: (share) => workerpool.workerEmit(share) });
    return { memory: process.resourceUsage().maxRSS * 1024 };
  } catch (error) {
    if (!(error instanceof ExtractRefusal)) throw error;
    return { refusal: { rule: error.rule, params: error.params } };
  }
}

workerpool.worker({ build });
