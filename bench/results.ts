/** Results of all rounds, and their table. */
import { type Measure, median } from './measure.ts';
import type { Calibration } from './measures/calibration.ts';
import type { Size } from './options.ts';
import { alignColumns, formatFigure } from './table.ts';

/** One measure on one size. */
interface Findings {
  /** Values of its rows by round; none for a round in which it could not be measured. */
  rounds: (readonly number[])[];
  /** The last reason for a missing value. */
  missing?: string;
}

export class Results {
  readonly #sizes: readonly Size[];
  readonly #calibrations: readonly Calibration[];
  readonly #findings: ReadonlyMap<Measure, ReadonlyMap<Size, Findings>>;

  /** @param calibrations are also measured; figures of the first size are divided by those of their unit */
  constructor(
    sizes: readonly Size[],
    measures: readonly Measure[],
    calibrations: readonly Calibration[] = [],
  ) {
    this.#sizes = sizes;
    this.#calibrations = calibrations;
    const empty = () => new Map(sizes.map((size) => [size, { rounds: [] }]));
    this.#findings = new Map([...calibrations, ...measures].map((measure) => [measure, empty()]));
  }

  /** Call this or `addMissing` once in each round, so that rounds can be told apart. */
  add(size: Size, measure: Measure, values: readonly number[]): void {
    this.#of(measure, size).rounds.push(values);
  }

  addMissing(size: Size, measure: Measure, reason: string): void {
    const findings = this.#of(measure, size);
    findings.rounds.push([]);
    findings.missing = reason;
  }

  /** The table, followed by reasons for missing values. */
  print(): string {
    const [base, ...others] = this.#sizes;
    if (!base) return '';
    const ratios = others.map((it) => `${it.label} ÷ ${base.label}`);
    const multiples = this.#calibrations.map(({ name }) => `÷ ${name}`);
    const table = [['measure', 'unit', ...this.#sizes.map((it) => it.label), ...ratios, ...multiples]];
    for (const measure of this.#findings.keys()) {
      measure.rows.forEach(({ label: what, unit }, row) => {
        const values = this.#sizes.map((size) => formatMedian(this.#values(measure, size, row)));
        const grown = others.map((size) =>
          medianRatio(this.#values(measure, size, row), this.#values(measure, base, row)),
        );
        const multiple = this.#calibrations.map((calibration) =>
          calibration.units.test(unit)
            ? medianRatio(this.#values(measure, base, row), this.#values(calibration, base, 0))
            : Number.NaN,
        );
        const name = [measure.name, what].filter(Boolean).join(', ');
        table.push([name, unit, ...[...values, ...grown, ...multiple].map(formatFigure)]);
      });
    }
    return [...alignColumns(table, 2), ...this.#reasons()].join('\n');
  }

  #reasons(): string[] {
    const lines = [...this.#findings].flatMap(([measure, bySize]) =>
      [...bySize].flatMap(([size, { missing }]) =>
        missing ? [`not measured: ${measure.name} (${size.label}): ${missing}`] : [],
      ),
    );
    return lines.length === 0 ? [] : ['', ...lines];
  }

  #values(measure: Measure, size: Size, row: number): number[] {
    return this.#of(measure, size).rounds.map((values) => values[row] ?? Number.NaN);
  }

  #of(measure: Measure, size: Size): Findings {
    const findings = this.#findings.get(measure)?.get(size);
    if (!findings) throw new TypeError(`${measure.name} or ${size.label} was not announced`);
    return findings;
  }
}

/** Ratios within a round, so that load of the machine affects both values. */
const medianRatio = (values: readonly number[], divisors: readonly number[]) =>
  formatMedian(values.map((value, round) => value / (divisors[round] ?? Number.NaN)));

const formatMedian = (values: readonly number[]) => median(values.filter((it) => Number.isFinite(it)));
