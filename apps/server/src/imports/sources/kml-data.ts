/** Reads one piece of extended data of a KML place: its name, what it is displayed as, and its values. */
import type { FactCollector, FactValues } from './fact-collector.ts';

/** Characters of a name. */
const maxNameLength = 200;
/** The column of data without any name. */
const namelessColumn = 'value';

/** Extended data of a place. Its values are facts of the place. */
export class KmlData {
  readonly #facts: FactCollector;
  readonly #name: string;
  readonly #isList: boolean;
  #label = '';
  /** The first value, which waits until what it is called is known. */
  #first: string | null = null;
  #list: FactValues | null = null;

  /** @param isList whether all values are one fact */
  constructor(facts: FactCollector, name: string, isList: boolean) {
    this.#facts = facts;
    this.#name = name.trim().slice(0, maxNameLength);
    this.#isList = isList;
  }

  /** What it is displayed as. */
  setLabel(label: string): void {
    this.#label ||= label.replace(/\s+/g, ' ').slice(0, maxNameLength).trim();
  }

  /** A value. */
  addValue(value: string): void {
    if (value === '') return;
    if (this.#list) this.#list.add(value);
    else if (this.#isList) this.#list = this.#add(value);
    else if (this.#first === null) this.#first = value;
    else {
      this.end();
      this.#add(value);
    }
  }

  /** It has ended. */
  end(): void {
    if (this.#first) this.#add(this.#first);
    this.#first = '';
  }

  #add(value: string): FactValues | null {
    return this.#facts.add(this.#name || this.#label || namelessColumn, value, {
      isSecond: true,
      label: this.#label,
    });
  }
}
