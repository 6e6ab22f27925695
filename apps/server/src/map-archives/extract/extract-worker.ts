/** Worker process that makes an archive from an extract: at low priority, so that responses come first, and its memory is freed afterwards. */
import workerpool from 'workerpool';
import { endWithParent } from '../../kernel/workers/end-with-parent.ts';
import { lowerPriority } from '../../kernel/workers/lower-priority.ts';
import { type BuildOptions, buildArchive } from './build-archive.ts';
import { ExtractRefusal } from './extract-refusal.ts';

/** The outcome of a build. Errors lose their class on the way to the server. */
export type BuildResult = { refusal: Pick<ExtractRefusal, 'rule' | 'params'> } | { memory: number };

/** Messages about a smaller part of the work would only fill the memory. */
const minProgress = 0.001;

lowerPriority();
endWithParent();

/** @returns the largest memory of this process in bytes, or why the extract cannot be used */
async function build(files: Omit<BuildOptions, 'onProgress'>): Promise<BuildResult> {
  try {
    let sent = 0;
    await buildArchive({
      ...files,
      onProgress(share) {
        if (share - sent < minProgress) return;
        sent = share;
        workerpool.workerEmit(share);
      },
    });
    return { memory: process.resourceUsage().maxRSS * 1024 };
  } catch (error) {
    if (!(error instanceof ExtractRefusal)) throw error;
    return { refusal: { rule: error.rule, params: error.params } };
  }
}

workerpool.worker({ build });
