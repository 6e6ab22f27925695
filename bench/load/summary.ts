/** Results of a phase of load. */
import { percentile } from '../measure.ts';
import { type LoadResponse, noResponse } from './load-client.ts';

export interface Summary {
  sent: number;
  /** Successful responses a second. */
  rate: number;
  answered: number;
  /** Refused with 503 or 429 and `Retry-After`. */
  shed: number;
  /** Errors of the server, refusals without `Retry-After`, and missing responses. */
  failed: number;
  /** Milliseconds of successful responses. */
  p50: number;
  p99: number;
  /** Milliseconds of refusals. */
  shedP99: number;
}

/** Whether the response is a success: for a report, whether it is acknowledged. */
export const isAccepted = ({ status }: Pick<LoadResponse, 'status'>) => status >= 200 && status < 400;
const isShed = ({ status, hasRetryAfter }: LoadResponse) =>
  (status === 503 || status === 429) && hasRetryAfter;

export function summarize(all: readonly LoadResponse[], seconds: number): Summary {
  const good = all.filter(isAccepted);
  const shed = all.filter(isShed);
  const times = good.map(({ durationMs }) => durationMs);
  return {
    sent: all.length,
    rate: good.length / seconds,
    answered: good.length,
    shed: shed.length,
    failed: all.length - good.length - shed.length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    shedP99: percentile(
      shed.map(({ durationMs }) => durationMs),
      0.99,
    ),
  };
}

/** Counts of responses, most frequent first: `200 × 940, 503 × 12, none × 3`. */
export function formatStatuses(all: readonly LoadResponse[]): string {
  const counts = new Map<number, number>();
  for (const { status } of all) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([status, count]) => `${status === noResponse ? 'none' : status} × ${count}`)
    .join(', ');
}

const formatMs = (value: number) => (Number.isNaN(value) ? '–' : `${Math.round(value)} ms`);

/** `12.5 %` */
export const formatPercent = (part: number, total: number): string =>
  `${total === 0 ? 0 : Math.round((part / total) * 1000) / 10} %`;

export const formatSummary = (rate: number, summary: Summary): string =>
  `${Math.round(rate)}/s requested: ${Math.round(summary.rate)}/s answered, p50 ${formatMs(summary.p50)}, p99 ${formatMs(summary.p99)}; ` +
  `refused ${summary.shed} (p99 ${formatMs(summary.shedP99)}), failed ${summary.failed}`;
