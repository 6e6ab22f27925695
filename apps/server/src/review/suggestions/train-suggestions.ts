/** The job that learns suggestions from published reports, in a process of its own (docs/decisions/0062). */
import { limits } from '@waypost/contract/common/limits';
import { type Db, inTransaction } from '../../kernel/db/database.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../../kernel/jobs/job.ts';
import { createWorkerPool } from '../../kernel/workers/worker-pool.ts';
import {
  type Choice,
  findChoices,
  type LabelledText,
  readPublishedTexts,
  replaceModel,
} from './suggestions.sql.ts';
import type { TrainedModel } from './train-model.ts';

/** Learns anew from all published reports. */
export const trainSuggestionsJob = defineJob({
  name: 'train-suggestions',
  payload: EmptyPayload,
  timeoutSeconds: 3600,
  isDeduplicated: true,
});

/** Reports that are read at a time. */
const batchSize = 1000;

/** The functions of the training process. */
interface TrainingWorker {
  begin: (choices: Choice[]) => Promise<void>;
  add: (texts: LabelledText[]) => Promise<void>;
  finish: () => Promise<TrainedModel & { memory: number }>;
}

/** Runs work with a training process, which ends afterwards. */
async function withWorker<T>(signal: AbortSignal, work: (worker: TrainingWorker) => Promise<T>): Promise<T> {
  const pool = createWorkerPool(import.meta, 'training-worker');
  const stop = () => void pool.terminate(true);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await work({
      begin: (choices) => pool.exec('begin', [choices]),
      add: (texts) => pool.exec('add', [texts]),
      finish: () => pool.exec('finish', []),
    });
  } finally {
    signal.removeEventListener('abort', stop);
    await pool.terminate(true);
  }
}

/** The weights of each bucket as they are stored. */
function packRows({ buckets, weights, choices }: TrainedModel) {
  const bytes = Buffer.from(weights.buffer, weights.byteOffset, weights.byteLength);
  const rowBytes = choices.length * Float32Array.BYTES_PER_ELEMENT;
  return Array.from(buckets, (bucket, index) => ({
    bucket,
    weights: bytes.subarray(index * rowBytes, (index + 1) * rowBytes),
  }));
}

/** Handler of `trainSuggestionsJob`. */
export const createSuggestionTrainer =
  (db: Db): JobHandler<typeof trainSuggestionsJob> =>
  async (_payload, run) => {
    const startedAt = performance.now();
    const choices = await inTransaction(db, 'reads', findChoices);
    const model = await withWorker(run.signal, async (worker) => {
      await worker.begin(choices);
      let beforeId = Number.MAX_SAFE_INTEGER;
      let count = 0;
      while (choices.length > 0 && count < limits.suggestions.learnedPosts) {
        const limit = Math.min(batchSize, limits.suggestions.learnedPosts - count);
        const texts = await inTransaction(db, 'reads', (tx) => readPublishedTexts(tx, beforeId, limit));
        const last = texts.at(-1);
        if (!last) break;
        beforeId = last.id;
        count += texts.length;
        await worker.add(texts.map(({ text, survey, categories }) => ({ text, survey, categories })));
        await run.reportProgress(count, null);
      }
      return worker.finish();
    });
    const stored = {
      choices: model.choices.map((choice, index) => ({ ...choice, bias: model.bias[index] ?? 0 })),
      tests: model.tests,
      posts: model.posts,
      seconds: (performance.now() - startedAt) / 1000,
      memory_mb: Math.round(model.memory / 1_000_000),
    };
    await run.complete((tx) => replaceModel(tx, stored, packRows(model)));
  };
