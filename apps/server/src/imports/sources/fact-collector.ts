/** Collects what a file says about one place, within the limits of a row. */
import { joinAnswers } from '@waypost/contract/common/csv-cells';
import { RowBudget } from './bounded-text.ts';
import type { Fact } from './places-table.ts';

/** Characters of the name of a fact, and facts of a place. */
const maxNameLength = 200;
const maxFacts = 2000;

/** Values of a fact, which are the answers of its cell. */
export interface FactValues {
  /** Adds a further one. */
  add: (value: string) => void;
}

/** Facts of a place, in their order. */
export class FactCollector {
  readonly #budget = new RowBudget();
  readonly #facts = new Map<string, { name: string; label: string; isSecond: boolean; values: string[] }>();
  /** How often there is a fact of a name. */
  readonly #repeats = new Map<string, number>();

  /** How many there are. */
  get size(): number {
    return this.#facts.size;
  }

  /** Whether there is a fact of this name that is not second. */
  has(name: string): boolean {
    return this.#facts.has(`first ${name}`);
  }

  /**
   * Adds a fact. If there is one of this name with another value, its name gets a number: nothing says that the two are one list.
   * @param isSecond see `Fact`
   * @param label see `Fact`
   * @returns where further values go; null if it was not added, since its value is known, or is none, or there are too many facts
   */
  add(name: string, value: string, { isSecond = false, label = '' } = {}): FactValues | null {
    const shortName = name.slice(0, maxNameLength);
    const prefix = isSecond ? 'second' : 'first';
    const known = this.#facts.get(`${prefix} ${shortName}`);
    if (shortName === '' || value === '' || this.#facts.size >= maxFacts) return null;
    if (known?.values.length === 1 && known.values[0] === value) return null;
    let number = this.#repeats.get(shortName) ?? 1;
    let freeName = shortName;
    while (this.#facts.has(`${prefix} ${freeName}`)) freeName = `${shortName} (${++number})`;
    this.#repeats.set(shortName, number);
    const values = [this.#budget.fit(value)];
    const freeLabel = label && `${label}${freeName.slice(shortName.length)}`;
    this.#facts.set(`${prefix} ${freeName}`, { name: freeName, label: freeLabel, isSecond, values });
    return {
      add: (further) => {
        const fitting = this.#budget.fit(further);
        if (fitting !== '') values.push(fitting);
      },
    };
  }

  /** All facts. */
  list(): Fact[] {
    return Array.from(this.#facts.values(), ({ name, label, isSecond, values: [first = '', ...others] }) => ({
      name,
      label,
      isSecond,
      value: others.length === 0 ? first : joinAnswers([first, ...others]),
    }));
  }
}
