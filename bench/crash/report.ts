/** What many rounds of one fault came to, as lines of a table. */
import { median } from '../measure.ts';
import { aligned, figure } from '../table.ts';

export interface Round {
  acknowledged: number;
  lost: number;
  twice: number;
  /** Milliseconds until a report that was sent after the fault was over was acknowledged; undefined where none was. */
  backIn: number | undefined;
  /** How often the server was started again. */
  restarts: number;
  /** Tries that were turned away and told when to come back. */
  told: number;
  /** Tries without an answer. */
  silent: number;
  /** Other answers, which are faults of the server. */
  faults: number;
}

const heads = [
  'fault',
  'rounds',
  'acknowledged',
  'lost',
  'twice',
  'back in s, median',
  'longest',
  'restarts',
  '503 said when',
  'no answer',
  '500',
];

const sum = (
  rounds: readonly Round[],
  key: 'acknowledged' | 'lost' | 'twice' | 'restarts' | 'told' | 'silent' | 'faults',
) => rounds.reduce((total, it) => total + it[key], 0);

function line(name: string, rounds: readonly Round[]): string[] {
  const back = rounds.flatMap((it) => (it.backIn === undefined ? [] : [it.backIn / 1000]));
  const neverBack = rounds.length - back.length;
  const counts = (['restarts', 'told', 'silent', 'faults'] as const).map((key) => String(sum(rounds, key)));
  return [
    name,
    String(rounds.length),
    ...(['acknowledged', 'lost', 'twice'] as const).map((key) => String(sum(rounds, key))),
    figure(median(back)),
    neverBack > 0 ? `never (${neverBack})` : figure(Math.max(...back)),
    ...counts,
  ];
}

/** @param missing why a fault was not tried, by its name */
export function table(
  found: ReadonlyMap<string, readonly Round[]>,
  missing: ReadonlyMap<string, string> = new Map(),
): string {
  const rows = [...found].filter(([, rounds]) => rounds.length > 0).map(([name, it]) => line(name, it));
  const reasons = [...missing].map(([name, why]) => `not done: ${name}: ${why}`);
  return [...aligned([heads, ...rows], 1), ...(reasons.length > 0 ? ['', ...reasons] : [])].join('\n');
}

/** Whether every round left everything as it should be. */
export const isUnharmed = (rounds: readonly Round[]): boolean =>
  rounds.every((it) => it.lost === 0 && it.twice === 0 && it.backIn !== undefined);
