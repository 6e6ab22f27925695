/** `npm run scores:personal-data`: prints precision and recall of the check for personal data, and what it gets wrong. */
import { findPersonalData, personalDataKinds } from './find-personal-data.ts';
import { measurePersonalData } from './measure.ts';
import { samples } from './test-set.ts';

const formatShare = (share: number) => (Number.isNaN(share) ? '–' : `${(share * 100).toFixed(1)} %`);
const { precision, recall, faults } = measurePersonalData(samples);
const withoutData = samples.filter(({ expected }) => expected.length === 0);
const clean = withoutData.filter(({ text, country }) => findPersonalData(text, { country }).length === 0);
process.stdout.write(
  `${samples.length} sentences, ${withoutData.length} without personal data (${clean.length} of them without findings)\n` +
    `precision ${formatShare(precision)}, recall ${formatShare(recall)}\n`,
);
for (const kind of personalDataKinds) {
  const count = samples.flatMap(({ expected }) => expected).filter((it) => it.kind === kind).length;
  const missed = faults.filter((fault) => fault.includes(`misses ${kind} `)).length;
  process.stdout.write(`${kind.padEnd(12)} found ${count - missed} of ${count}\n`);
}
for (const fault of faults) process.stdout.write(`${fault}\n`);
