/** The fields that Esri JSON declares: which of them hold dates, and the words that codes stand for. */

/** Fields, and codes of all of them, that are known. */
const maxFields = 2000;
const maxCodes = 100_000;

interface EsriField {
  name: string;
  type: string;
  codes: Map<string, string>;
}

const emptyField = (): EsriField => ({ name: '', type: '', codes: new Map() });

/** A number of milliseconds since 1970 as a date with its zone. Others, such as a year, stay as they are. */
function formatDate(text: string): string {
  if (/^\d{4}$/.test(text)) return text;
  const date = new Date(Number(text));
  return Number.isNaN(date.getTime()) ? text : date.toISOString().replace('.000Z', 'Z');
}

/** Collects the fields from the values of a document. */
export class EsriFields {
  /** Whether the list of fields has ended. */
  areKnown = false;
  readonly #fields = new Map<string, EsriField>();
  #field = emptyField();
  #code: { code: string; name: string } = { code: '', name: '' };
  #codeCount = 0;

  /**
   * A value has been read.
   * @param path of members, from the outermost object inwards; empty for an item of a list
   */
  readValue(path: readonly string[], text: string): void {
    const [list, , member, part, , key] = path;
    if (list !== 'fields') return;
    if (path.length === 3 && (member === 'name' || member === 'type')) this.#field[member] = text;
    const isCode = member === 'domain' && part === 'codedValues' && (key === 'code' || key === 'name');
    if (isCode && path.length === 6) this.#code[key] = text;
  }

  /** An object or list has ended. @param path where it was */
  end(path: readonly string[]): void {
    if (path[0] !== 'fields') return;
    this.areKnown ||= path.length === 1;
    if (path.length === 5 && path[2] === 'domain') this.#addCode();
    if (path.length !== 2) return;
    if (this.#fields.size < maxFields) this.#fields.set(this.#field.name, this.#field);
    this.#field = emptyField();
  }

  #addCode(): void {
    const { code, name } = this.#code;
    if (code !== '' && name !== '' && this.#codeCount++ < maxCodes) this.#field.codes.set(code, name);
    this.#code = { code: '', name: '' };
  }

  /** A value of a feature as its field shows it. */
  formatValue(name: string, text: string): string {
    const field = this.#fields.get(name);
    if (!field || text === '') return text;
    return field.codes.get(text) ?? (field.type === 'esriFieldTypeDate' ? formatDate(text) : text);
  }
}
