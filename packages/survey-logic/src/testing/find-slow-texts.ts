/** Finds the texts that take much longer than an ordinary one of their length, within one run. For tests, which run in Node. */
import process from 'node:process';
import { hostileTexts, ordinaryText } from './hostile-texts.ts';

/** Processor time of this process in milliseconds: what else the machine does is not in it. */
function measureCpuTime(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Times as long as ordinary text, and milliseconds that are no harm, whatever ordinary text takes. */
const [maxRatio, harmless] = [3, 50];
const maxRuns = 3;

/**
 * The names of the hostile texts that take longer than three times an ordinary text. The least of three runs counts.
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
    return time > limit ? [`${name}: ${Math.round(time)} ms, ordinary text ${Math.round(ordinary)} ms`] : [];
  });
}
