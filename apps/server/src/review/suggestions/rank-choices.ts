/** The most probable surveys and categories of a text, by the learned model. */
import { limits } from '@waypost/contract/common/limits';
import type { LearnedKind } from '@waypost/contract/review/suggestions';
import type { Tx } from '../../kernel/db/database.ts';
import { featureValue, toProbability } from './linear-model.ts';
import { readWeights } from './suggestions.sql.ts';
import { extractFeatures } from './text-features.ts';

/** A survey or category with its probability. */
export interface RankedChoice {
  kind: LearnedKind;
  id: number;
  certainty: number;
}

/**
 * Choices with a useful certainty, the most certain first. Only the weights of the text's own features are read, so that nothing needs
 * to be kept in memory.
 */
export async function rankChoices(tx: Tx, text: string): Promise<RankedChoice[]> {
  const features = extractFeatures(text);
  const model = features.length === 0 ? undefined : await readWeights(tx, features);
  if (!model) return [];
  const value = featureValue(features);
  return model.choices
    .map(({ kind, id, bias }, index): RankedChoice => {
      const offset = index * Float32Array.BYTES_PER_ELEMENT;
      const sum = model.weights.reduce((total, row) => total + row.readFloatLE(offset), 0);
      return { kind, id, certainty: toProbability(sum * value + bias) };
    })
    .filter(({ certainty }) => certainty >= limits.suggestions.minCertainty)
    .sort((a, b) => b.certainty - a.certainty);
}
