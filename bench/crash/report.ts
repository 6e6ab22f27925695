/** Results of many rounds of one fault, as rows of a table. */
import { median } from '../measure.ts';
import { alignColumns, formatFigure } from '../table.ts';

export interface Round {
  acknowledged: number;
  lost: number;
  duplicated: number;
  /** Milliseconds until a report sent after the fault was acknowledged; undefined if none was. */
  recoveryMs: number | undefined;
  /** Restarts of the server. */
  restarts: number;
  /** Attempts refused with `Retry-After`. */
  refusedWithRetryAfter: number;
  /** Attempts without a response. */
  unanswered: number;
  /** Other responses, which are errors of the server. */
  faults: number;
}

const columnHeads = [
  'fault',
  'rounds',
  'acknowledged',
  'lost',
  'duplicated',
  'recovery in s, median',
  'longest',
  'restarts',
  '503 with Retry-After',
  'no response',
  '500',
];

const sumRounds = (
  rounds: readonly Round[],
  key:
    | 'acknowledged'
    | 'lost'
    | 'duplicated'
    | 'restarts'
    | 'refusedWithRetryAfter'
    | 'unanswered'
    | 'faults',
) => rounds.reduce((total, it) => total + it[key], 0);

function formatRow(name: string, rounds: readonly Round[]): string[] {
  const recoverySeconds = rounds.flatMap((it) => (it.recoveryMs === undefined ? [] : [it.recoveryMs / 1000]));
  const failedCount = rounds.length - recoverySeconds.length;
  const counts = (['restarts', 'refusedWithRetryAfter', 'unanswered', 'faults'] as const).map((key) =>
    String(sumRounds(rounds, key)),
  );
  return [
    name,
    String(rounds.length),
    ...(['acknowledged', 'lost', 'duplicated'] as const).map((key) => String(sumRounds(rounds, key))),
    formatFigure(median(recoverySeconds)),
    failedCount > 0 ? `never (${failedCount})` : formatFigure(Math.max(...recoverySeconds)),
    ...counts,
  ];
}

/** @param missing reasons for skipped faults by name */
export function formatTable(
  roundsByFault: ReadonlyMap<string, readonly Round[]>,
  missing: ReadonlyMap<string, string> = new Map(),
): string {
  const rows = [...roundsByFault]
    .filter(([, rounds]) => rounds.length > 0)
    .map(([name, it]) => formatRow(name, it));
  const reasons = [...missing].map(([name, why]) => `skipped: ${name}: ${why}`);
  return [...alignColumns([columnHeads, ...rows], 1), ...(reasons.length > 0 ? ['', ...reasons] : [])].join(
    '\n',
  );
}

/** Whether all rounds succeeded. */
export const isSuccessful = (rounds: readonly Round[]): boolean =>
  rounds.every((it) => it.lost === 0 && it.duplicated === 0 && it.recoveryMs !== undefined);
