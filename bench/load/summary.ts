/** What a stretch of load came to. */
import { percentile } from '../measure.ts';
import { lost, type Told } from './caller.ts';

export interface Summary {
  asked: number;
  /** Answered with success, in a second of the stretch. */
  rate: number;
  answered: number;
  /** Turned away with 503 or 429 and a time to come back. */
  shed: number;
  /** Faults of the server, refusals that say nothing, and answers that never came. */
  failed: number;
  /** Milliseconds, of those that were answered with success. */
  p50: number;
  p99: number;
  /** Milliseconds until those that were turned away heard of it. */
  shedP99: number;
}

/** Whether it was answered with success: for a report, whether it is safe. */
export const isTaken = ({ status }: Pick<Told, 'status'>) => status >= 200 && status < 400;
const isShed = ({ status, saysWhen }: Told) => (status === 503 || status === 429) && saysWhen;

export function summarize(all: readonly Told[], seconds: number): Summary {
  const good = all.filter(isTaken);
  const shed = all.filter(isShed);
  const times = good.map((told) => told.took);
  return {
    asked: all.length,
    rate: good.length / seconds,
    answered: good.length,
    shed: shed.length,
    failed: all.length - good.length - shed.length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    shedP99: percentile(
      shed.map((told) => told.took),
      0.99,
    ),
  };
}

/** Which answers there were, most frequent first: `200 × 940, 503 × 12, none × 3`. */
export function statusesOf(all: readonly Told[]): string {
  const counts = new Map<number, number>();
  for (const { status } of all) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([status, count]) => `${status === lost ? 'none' : status} × ${count}`)
    .join(', ');
}

const ms = (value: number) => (Number.isNaN(value) ? '–' : `${Math.round(value)} ms`);

/** `12.5 %` */
export const percentOf = (part: number, whole: number): string =>
  `${whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10} %`;

export const lineOf = (rate: number, it: Summary): string =>
  `${Math.round(rate)}/s asked: ${Math.round(it.rate)}/s answered, p50 ${ms(it.p50)}, p99 ${ms(it.p99)}; ` +
  `turned away ${it.shed} (p99 ${ms(it.shedP99)}), failed ${it.failed}`;
