/** Measures processor time, and tells linear from quadratic time, on a busy machine too. For tests, which run in Node. */
import process from 'node:process';

/** Processor time of this process so far in microseconds: what else the machine does is not in it. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** The processor time of work in milliseconds, which a busy machine does not change. */
export function measureCpuTime(work: () => unknown): number {
  const start = cpuTime();
  work();
  return (cpuTime() - start) / 1000;
}

const runs = 5;

/**
 * How many times longer one large piece of work takes than the same amount in small pieces: 1 if the time is proportional to the size,
 * `pieces` if it is quadratic. Both are long enough to be measured, and the least of several alternating runs counts.
 * @param work does work of a size, which is a whole number
 * @param smallSize that of a small piece; the large one is `pieces` times as large
 */
export function measureGrowth(work: (size: number) => unknown, smallSize: number, pieces: number): number {
  let smallTime = Number.POSITIVE_INFINITY;
  let largeTime = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const start = cpuTime();
    for (let piece = 0; piece < pieces; piece++) work(smallSize);
    const between = cpuTime();
    work(smallSize * pieces);
    smallTime = Math.min(smallTime, between - start);
    largeTime = Math.min(largeTime, cpuTime() - between);
  }
  return largeTime / smallTime;
}
