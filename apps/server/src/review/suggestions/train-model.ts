/** Learns which surveys and categories reports have, and tests it with reports that it has not learned from. Pure. */
import { limits } from '@waypost/contract/common/limits';
import type { LearnedKind, SuggestionTest } from '@waypost/contract/review/suggestions';
import { type Example, LinearModel, toProbability } from './linear-model.ts';
import type { Choice, LabelledText } from './suggestions.sql.ts';
import { extractFeatures } from './text-features.ts';

/** A learned model. */
export interface TrainedModel {
  choices: Choice[];
  bias: number[];
  /** Buckets with weights, and their weights one after the other. */
  buckets: Uint32Array;
  weights: Float32Array;
  tests: SuggestionTest[];
  posts: number;
}

/** One in this many reports is left out for the test. */
const testShare = 10;
const rounds = 3;

/** A pseudo-random order that is the same each time. */
function shuffle(items: Example[]): void {
  let seed = 1;
  for (let index = items.length - 1; index > 0; index -= 1) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const other = seed % (index + 1);
    const [a, b] = [items[index], items[other]];
    if (a === undefined || b === undefined) continue;
    items[index] = b;
    items[other] = a;
  }
}

/** Counts how often the choices of a kind are right for examples that were not learned. */
class ModelTest {
  readonly #model: LinearModel;
  readonly #range: readonly [from: number, to: number];
  readonly #counts = { tested: 0, first: 0, firstThree: 0, suggested: 0, correct: 0 };

  constructor(model: LinearModel, range: readonly [from: number, to: number]) {
    this.#model = model;
    this.#range = range;
  }

  add({ features, choices }: Example): void {
    const [from, to] = this.#range;
    const right = choices.filter((choice) => choice >= from && choice < to);
    if (right.length === 0 || features.length === 0) return;
    const scores = this.#model.score(features);
    const ranked = Array.from({ length: to - from }, (_, index) => from + index).sort(
      (a, b) => (scores[b] ?? 0) - (scores[a] ?? 0),
    );
    const [first = from] = ranked;
    const counts = this.#counts;
    counts.tested += 1;
    if (right.includes(first)) counts.first += 1;
    if (ranked.slice(0, 3).some((choice) => right.includes(choice))) counts.firstThree += 1;
    if (toProbability(scores[first] ?? 0) < limits.suggestions.minCertainty) return;
    counts.suggested += 1;
    if (right.includes(first)) counts.correct += 1;
  }

  finish(kind: LearnedKind): SuggestionTest {
    const { tested, first, firstThree, suggested, correct } = this.#counts;
    const share = (part: number, total: number) => (total === 0 ? null : part / total);
    return {
      kind,
      choices: this.#range[1] - this.#range[0],
      tested,
      top_1: share(first, tested),
      top_3: share(firstThree, tested),
      suggested: share(suggested, tested),
      correct: share(correct, suggested),
    };
  }
}

/** Keeps the weights of the buckets that have any. */
function packWeights(model: LinearModel, bucketCount: number): Pick<TrainedModel, 'buckets' | 'weights'> {
  const { choiceCount } = model;
  const rowOf = (bucket: number) => model.weights.subarray(bucket * choiceCount, (bucket + 1) * choiceCount);
  const used = Array.from({ length: bucketCount }, (_, bucket) => bucket).filter((bucket) =>
    rowOf(bucket).some((weight) => weight !== 0),
  );
  const weights = new Float32Array(used.length * choiceCount);
  for (const [index, bucket] of used.entries()) weights.set(rowOf(bucket), index * choiceCount);
  return { buckets: Uint32Array.from(used), weights };
}

/** Collects reports, and learns from them all at once. */
export class Training {
  /** Surveys first, then categories. */
  readonly #choices: readonly Choice[];
  readonly #firstCategory: number;
  readonly #surveyIndex: ReadonlyMap<number, number>;
  readonly #categoryIndex: ReadonlyMap<number, number>;
  readonly #examples: Example[] = [];

  constructor(choices: readonly Choice[]) {
    this.#choices = [...choices].sort(
      (a, b) => Number(a.kind === 'category') - Number(b.kind === 'category'),
    );
    const indexOf = (kind: LearnedKind) =>
      new Map(this.#choices.flatMap((it, index) => (it.kind === kind ? [[it.id, index] as const] : [])));
    this.#surveyIndex = indexOf('survey');
    this.#categoryIndex = indexOf('category');
    this.#firstCategory = this.#surveyIndex.size;
  }

  /** Adds reports. Their texts are not kept. */
  add(texts: readonly LabelledText[]): void {
    for (const { text, survey, categories } of texts) {
      const surveyChoice = survey === null ? undefined : this.#surveyIndex.get(survey);
      const categoryChoices = categories.flatMap((id) => this.#categoryIndex.get(id) ?? []);
      // A report without categories may come from a survey that does not ask for any: it tells nothing about them.
      const from = surveyChoice === undefined ? this.#firstCategory : 0;
      const to = categoryChoices.length === 0 ? this.#firstCategory : this.#choices.length;
      if (from >= to) continue;
      const choices = [...(surveyChoice === undefined ? [] : [surveyChoice]), ...categoryChoices];
      this.#examples.push({ features: Uint16Array.from(extractFeatures(text)), choices, from, to });
    }
  }

  /** Learns, tests, and then learns from the reports of the test as well. */
  finish(bucketCount: number): TrainedModel {
    shuffle(this.#examples);
    const tested = this.#examples.filter((_, index) => index % testShare === 0);
    const learned = this.#examples.filter((_, index) => index % testShare !== 0);
    const model = new LinearModel(this.#choices.length);
    for (let round = 0; round < rounds; round += 1) for (const example of learned) model.learn(example);
    const tests = [
      { kind: 'survey', range: [0, this.#firstCategory] },
      { kind: 'category', range: [this.#firstCategory, this.#choices.length] },
    ] as const;
    const results = tests.map(({ kind, range }) => {
      const test = new ModelTest(model, range);
      for (const example of tested) test.add(example);
      return test.finish(kind);
    });
    for (const example of tested) model.learn(example);
    return {
      choices: [...this.#choices],
      bias: [...model.bias],
      ...packWeights(model, bucketCount),
      tests: results,
      posts: this.#examples.length,
    };
  }
}
