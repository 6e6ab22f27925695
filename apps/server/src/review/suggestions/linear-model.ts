/**
 * Logistic regression with one output for each choice, over texts as sets of features. It is small, learns fast, and its outputs are
 * probabilities, so that they can be shown as certainties. Pure.
 */
import { bucketCount } from './text-features.ts';

/** A text to learn from. */
export interface Example {
  /** Buckets of its features. */
  features: ArrayLike<number>;
  /** Choices that are right. */
  choices: readonly number[];
  /** Range of the choices that this example tells something about. The others are not learned from it. */
  from: number;
  to: number;
}

const learningRate = 0.5;
/** Errors below this change nothing. */
const minError = 0.01;

/** The probability of a score. */
export const toProbability = (score: number): number => 1 / (1 + Math.exp(-score));

/** The value of each feature of a text: long texts and short ones count alike. */
export const featureValue = (features: ArrayLike<number>): number => 1 / Math.sqrt(features.length);

/** Learns the weights of features. */
export class LinearModel {
  readonly choiceCount: number;
  /** For each bucket the weights of all choices. */
  readonly weights: Float32Array;
  readonly bias: Float32Array;
  /** Sums of squared gradients: the more often a feature was seen, the smaller are its steps (AdaGrad). */
  readonly #squares: Float32Array;
  readonly #biasSquares: Float32Array;
  readonly #scores: Float32Array;

  constructor(choiceCount: number) {
    this.choiceCount = choiceCount;
    this.weights = new Float32Array(bucketCount * choiceCount);
    this.bias = new Float32Array(choiceCount).fill(-2);
    this.#squares = new Float32Array(bucketCount * choiceCount).fill(1e-2);
    this.#biasSquares = new Float32Array(choiceCount).fill(1e-2);
    this.#scores = new Float32Array(choiceCount);
  }

  /** Scores of all choices. The array is overwritten by the next call. */
  score(features: ArrayLike<number>): Float32Array {
    const { choiceCount, weights } = this;
    const scores = this.#scores;
    scores.fill(0);
    for (let index = 0; index < features.length; index += 1) {
      const offset = (features[index] ?? 0) * choiceCount;
      for (let choice = 0; choice < choiceCount; choice += 1)
        scores[choice] = (scores[choice] ?? 0) + (weights[offset + choice] ?? 0);
    }
    const value = featureValue(features);
    for (let choice = 0; choice < choiceCount; choice += 1)
      scores[choice] = (scores[choice] ?? 0) * value + (this.bias[choice] ?? 0);
    return scores;
  }

  /** Learns from one example. */
  learn({ features, choices, from, to }: Example): void {
    if (features.length === 0) return;
    const scores = this.score(features);
    const value = featureValue(features);
    for (let choice = from; choice < to; choice += 1) {
      const error = toProbability(scores[choice] ?? 0) - (choices.includes(choice) ? 1 : 0);
      if (Math.abs(error) < minError) continue;
      this.#step(features, choice, error, error * value);
    }
  }

  #step(features: ArrayLike<number>, choice: number, error: number, gradient: number): void {
    const { choiceCount, weights } = this;
    const squares = this.#squares;
    const square = gradient * gradient;
    for (let index = 0; index < features.length; index += 1) {
      const at = (features[index] ?? 0) * choiceCount + choice;
      const sum = (squares[at] ?? 0) + square;
      squares[at] = sum;
      weights[at] = (weights[at] ?? 0) - (learningRate * gradient) / Math.sqrt(sum);
    }
    const biasSum = (this.#biasSquares[choice] ?? 0) + error * error;
    this.#biasSquares[choice] = biasSum;
    this.bias[choice] = (this.bias[choice] ?? 0) - (learningRate * error) / Math.sqrt(biasSum);
  }
}
