/** What was found in every round, and the one table that tells it. */
import { type Measure, median, type Row } from './measure.ts';
import type { Size } from './options.ts';

/** What one row came to for one size, by round; a round in which it could not be measured has NaN. */
interface Findings {
  values: number[];
  /** Why a value is missing, the last time. */
  missing?: string;
}

export class Results {
  readonly #sizes: readonly Size[];
  readonly #rows: readonly Row[];
  readonly #findings = new Map<string, Findings>();

  constructor(sizes: readonly Size[], measures: readonly Measure[]) {
    this.#sizes = sizes;
    this.#rows = measures.flatMap((it) => it.rows);
  }

  add(size: Size, measure: Measure, values: readonly number[]): void {
    measure.rows.forEach((row, at) => {
      this.#of(size, row).values.push(values[at] ?? Number.NaN);
    });
  }

  addMissing(size: Size, measure: Measure, reason: string): void {
    for (const row of measure.rows) {
      const findings = this.#of(size, row);
      findings.values.push(Number.NaN);
      findings.missing = reason;
    }
  }

  /** The table, and below it why something is not in it. */
  print(): string {
    const [base, ...others] = this.#sizes;
    if (!base) return '';
    const heads = [
      'measure',
      'unit',
      ...this.#sizes.map((it) => it.label),
      ...others.map((it) => `${it.label} ÷ ${base.label}`),
    ];
    const lines = this.#rows.map((row) => [
      row.name,
      row.unit,
      ...this.#sizes.map((size) => figure(middle(this.#of(size, row).values))),
      ...others.map((size) => figure(this.#ratio(row, size, base))),
    ]);
    return [...aligned([heads, ...lines]), ...this.#reasons()].join('\n');
  }

  /** Of values taken in the same round, so that what disturbed the machine then disturbed both. */
  #ratio(row: Row, size: Size, base: Size): number {
    const under = this.#of(base, row).values;
    return middle(this.#of(size, row).values.map((value, round) => value / (under[round] ?? Number.NaN)));
  }

  #reasons(): string[] {
    const told = new Set<string>();
    for (const row of this.#rows) {
      for (const size of this.#sizes) {
        const { missing } = this.#of(size, row);
        if (missing) told.add(`not measured: ${row.name} (${size.label}): ${missing}`);
      }
    }
    return told.size === 0 ? [] : ['', ...told];
  }

  #of(size: Size, row: Row): Findings {
    const key = `${size.label} ${row.name}`;
    const known = this.#findings.get(key) ?? { values: [] };
    this.#findings.set(key, known);
    return known;
  }
}

const middle = (values: readonly number[]) => median(values.filter((it) => Number.isFinite(it)));

/** Three digits that mean something, thousands set apart, a dash for what is not known. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  const decimals = Math.min(digits, 2);
  return value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** Words to the left, figures to the right, a line under the heads. */
function aligned(table: readonly string[][]): string[] {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  const lines = table.map((row) =>
    row
      .map((cell, column) =>
        column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [...lines.slice(0, 1), rule, ...lines.slice(1)];
}
