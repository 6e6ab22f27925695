/**
 * What the machine can do at this moment. Machines, and hours of one machine, differ by a factor of three: a figure as a multiple of
 * these can be compared with that of another day.
 */
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Measure, measureTimes, median, timeMs } from '../measure.ts';

/** A measure by which others are divided. */
export interface Calibration extends Measure {
  /** Units of the rows that are divided by it. */
  units: RegExp;
}

const loopSteps = 20_000_000;
const loopCount = 5;
const writeCount = 50;
const writtenBytes = 8192;
const answerCount = 200;

/** Arithmetic that the engine cannot leave out. */
function runLoop(): number {
  let value = 1;
  for (let step = 0; step < loopSteps; step++) value = (Math.imul(value, 1_664_525) + 1_013_904_223) | 0;
  return value;
}

const loop: Calibration = {
  name: 'CPU loop',
  rows: [{ label: '', unit: 'ms' }],
  units: /^ms$/,
  runOnce: async () => [median(await measureTimes(loopCount, async () => runLoop()))],
};

const emptyAnswer: Calibration = {
  name: 'empty answer',
  rows: [{ label: '', unit: 'ms' }],
  units: /^ms$/,
  async runOnce({ waypost }) {
    const times = await measureTimes(answerCount, async () => {
      const response = await fetch(`${waypost.baseUrl}/health/live`);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`/health/live answers ${response.status}`);
    });
    return [median(times)];
  },
};

const syncedWrites: Calibration = {
  name: 'synced writes',
  rows: [{ label: '', unit: '/s' }],
  units: /\/s$/,
  async runOnce({ deployment }) {
    const name = path.join(deployment.dataDir, 'calibration');
    const file = await open(name, 'w');
    try {
      const bytes = Buffer.alloc(writtenBytes);
      const durationMs = await timeMs(async () => {
        for (let index = 0; index < writeCount; index++) {
          await file.write(bytes);
          await file.datasync();
        }
      });
      return [(writeCount / durationMs) * 1000];
    } finally {
      await file.close();
      await rm(name, { force: true });
    }
  },
};

/** Measured first in each round, whatever else is measured. */
export const calibrations: readonly Calibration[] = [loop, emptyAnswer, syncedWrites];
