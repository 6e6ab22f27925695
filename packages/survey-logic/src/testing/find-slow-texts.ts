/** Finds the texts that take much longer than an ordinary one of their length, within one run. For tests, which run in Node. */
import { hostileTexts, ordinaryText } from './hostile-texts.ts';
import { measureCpuTime, measureGrowth } from './measure-growth.ts';

/** Times as long as ordinary text, and milliseconds that are no harm, whatever ordinary text takes. */
const [maxRatio, harmless] = [3, 50];
/** Milliseconds that are too long for a text, even if the time is in proportion to its length. */
const harmful = 500;
const maxRuns = 3;
/** A text is compared with this many pieces of it. If it takes longer than them all by this factor, the time is not in proportion to the length. */
const [pieces, maxGrowth] = [64, 8];

/**
 * The names of the hostile texts that take longer than three times an ordinary text, and not in proportion to their length: a slow machine
 * multiplies milliseconds, but not the growth. The least of three runs counts.
 * @param length of each text in UTF-16 code units
 * @param usual an ordinary text for this work
 */
export function findSlowTexts(
  work: (text: string) => unknown,
  length: number,
  usual = ordinaryText(length),
): string[] {
  const leastTime = (text: string, isEnough: (ms: number) => boolean) => {
    let least = Number.POSITIVE_INFINITY;
    for (let run = 0; run < maxRuns && !isEnough(least); run++)
      least = Math.min(
        least,
        measureCpuTime(() => work(text)),
      );
    return least;
  };
  const ordinary = leastTime(usual, () => false);
  const limit = Math.max(maxRatio * ordinary, harmless);
  return Object.entries(hostileTexts).flatMap(([name, build]) => {
    const time = leastTime(build(length), (ms) => ms <= limit);
    const isProportional = () =>
      measureGrowth((size) => work(build(size)), Math.floor(length / pieces), pieces) < maxGrowth;
    if (time <= limit || (time < harmful && isProportional())) return [];
    return [`${name}: ${Math.round(time)} ms, ordinary text ${Math.round(ordinary)} ms`];
  });
}
