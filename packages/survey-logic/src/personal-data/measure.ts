/** Measures the search for personal data against the test set. */
import { findPersonalData, type PersonalData } from './find-personal-data.ts';
import type { Sample } from './test-set.ts';

/** How well the search does. */
export interface Scores {
  /** Share of the findings that are right, 0 to 1. */
  precision: number;
  /** Share of the expected data that are found, 0 to 1. */
  recall: number;
  /** What is wrong, in words: the kind, and the sentence. */
  faults: string[];
}

/** A finding is right if it has the kind, and overlaps most of the expected text. */
const matches = (found: PersonalData, expected: PersonalData): boolean => {
  const shared = Math.min(found.end, expected.end) - Math.max(found.start, expected.start);
  const longest = Math.max(found.end - found.start, expected.end - expected.start);
  return found.kind === expected.kind && shared >= longest * 0.6;
};

/** Compares what is found with what is expected. */
export function measurePersonalData(samples: readonly Sample[]): Scores {
  let [right, foundCount, expectedCount] = [0, 0, 0];
  const faults: string[] = [];
  for (const { text, country, expected, language } of samples) {
    const found = findPersonalData(text, { country });
    const rightOnes = found.filter((it) => expected.some((other) => matches(it, other)));
    right += rightOnes.length;
    foundCount += found.length;
    expectedCount += expected.length;
    for (const it of expected)
      if (!found.some((other) => matches(other, it)))
        faults.push(`${language}: misses ${it.kind} “${text.slice(it.start, it.end)}” in “${text}”`);
    for (const it of found)
      if (!rightOnes.includes(it))
        faults.push(`${language}: finds ${it.kind} “${text.slice(it.start, it.end)}” in “${text}”`);
  }
  return { precision: right / foundCount, recall: right / expectedCount, faults };
}
