/** Worker process that learns suggestions: at low priority, so that responses come first, and its memory is freed afterwards. */
import { setPriority } from 'node:os';
import workerpool from 'workerpool';
import type { Choice, LabelledText } from './suggestions.sql.ts';
import { bucketCount } from './text-features.ts';
import { type TrainedModel, Training } from './train-model.ts';

const workerPriority = 10;
try {
  setPriority(workerPriority);
} catch {
  // Not permitted on this system: the worker keeps the normal priority.
}

let training = new Training([]);

/** Starts anew. */
function begin(choices: Choice[]): void {
  training = new Training(choices);
}

/** Adds reports. */
function add(texts: LabelledText[]): void {
  training.add(texts);
}

/** Learns. @returns the model, and the most memory that this process used, in bytes */
function finish(): TrainedModel & { memory: number } {
  const model = training.finish(bucketCount);
  training = new Training([]);
  return { ...model, memory: process.resourceUsage().maxRSS * 1024 };
}

workerpool.worker({ begin, add, finish });
