/** Collects what a file says about one place, within the limits of a row. */
import { joinAnswers } from '@waypost/contract/common/csv-cells';
import { RowBudget } from './bounded-text.ts';
import type { Fact } from './places-table.ts';

/** Characters of the name of a fact, and facts of a place. */
const maxNameLength = 200;
const maxFacts = 2000;

/** Values of a fact, which are the answers of its cell. */
export class FactValues {
  readonly values: string[] = [];
  readonly #budget: RowBudget;

  constructor(budget: RowBudget) {
    this.#budget = budget;
  }

  /** Adds a further one. */
  add(value: string): void {
    const fitting = this.#budget.fit(value);
    if (fitting !== '' || this.values.length === 0) this.values.push(fitting);
  }
}

/** A fact that is being collected. */
interface CollectedFact extends Required<Omit<Fact, 'value'>> {
  answers: FactValues;
}

/** Facts of a place, in their order. */
export class FactCollector {
  readonly #budget = new RowBudget();
  readonly #facts = new Map<string, CollectedFact>();
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
    const key = `${prefix} ${shortName}`;
    const known = this.#facts.get(key);
    if (shortName === '' || value === '' || this.#facts.size >= maxFacts) return null;
    const answers = new FactValues(this.#budget);
    if (!known) this.#facts.set(key, { name: shortName, label, isSecond, answers });
    else if (known.answers.values.length === 1 && known.answers.values[0] === value) return null;
    else {
      const suffix = this.#findSuffix(key);
      const freeLabel = label && `${label}${suffix}`;
      this.#facts.set(`${key}${suffix}`, {
        name: `${shortName}${suffix}`,
        label: freeLabel,
        isSecond,
        answers,
      });
    }
    answers.add(value);
    return answers;
  }

  /** What tells a further fact apart from those of its name: ` (2)`. */
  #findSuffix(key: string): string {
    let number = this.#repeats.get(key) ?? 1;
    while (this.#facts.has(`${key} (${++number})`));
    this.#repeats.set(key, number);
    return ` (${number})`;
  }

  /** All facts. */
  list(): Fact[] {
    return Array.from(this.#facts.values(), ({ name, label, isSecond, answers: { values } }) => ({
      name,
      label,
      isSecond,
      value: values.length > 1 ? joinAnswers(values) : (values[0] ?? ''),
    }));
  }
}
