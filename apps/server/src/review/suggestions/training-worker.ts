/** Worker process that learns suggestions: at low priority, so that responses come first, and its memory is freed afterwards. */
import workerpool from 'workerpool';
import { lowerPriority } from '../../kernel/workers/lower-priority.ts';
import type { Choice, LabelledText } from './suggestions.sql.ts';
import { bucketCount } from './text-features.ts';
import { type TrainedModel, Training } from './train-model.ts';

lowerPriority();

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
