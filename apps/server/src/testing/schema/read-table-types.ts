/** Reads the types of tables from the source of `tables.ts`: the compiler erases them. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A column as queries see it. */
interface ColumnInfo {
  /** `number`, `string`, `boolean`, `Date`, `Buffer` or `json`, or one of the first five with `[]`. */
  kind: string;
  isNullable: boolean;
  /** Whether an insert may omit it although it is not nullable. */
  isOptional: boolean;
}

const migrationsDirectory = path.resolve(import.meta.dirname, '../../migrations');

/** The source of all types without comments. */
async function readSource(): Promise<string> {
  const tables = path.join(migrationsDirectory, 'tables');
  const files = [
    path.join(migrationsDirectory, 'tables.ts'),
    ...(await readdir(tables)).map((name) => path.join(tables, name)),
  ];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return texts.join('\n').replaceAll(/\/\*\*.*?\*\//gs, '');
}

/** The properties of an interface as `biome` formats it: each ends with a semicolon at the end of a line. */
function readProperties(source: string, name: string): [string, string][] {
  const body = new RegExp(`interface ${name} \\{\\n(.*?)\\n\\}`, 's').exec(source)?.[1];
  if (body === undefined) throw new Error(`${name} is no interface in tables.ts`);
  return [...body.matchAll(/^ {2}(\w+):\s(.*?);$/gms)].map(([, property = '', type = '']) => [
    property,
    type,
  ]);
}

/** The first argument of the type `wrapper<…>`; undefined when the type is another one. */
function unwrap(type: string, wrapper: string): string | undefined {
  if (!type.startsWith(`${wrapper}<`)) return undefined;
  let depth = 0;
  for (let at = wrapper.length; at < type.length; at++) {
    const letter = type[at] ?? '';
    if ('<({['.includes(letter)) depth++;
    if ('>)}]'.includes(letter)) depth--;
    if (depth === 0 || (depth === 1 && letter === ',')) return type.slice(wrapper.length + 1, at).trim();
  }
  return undefined;
}

function readColumn(type: string, source: string): ColumnInfo {
  if (type === 'Created') return { kind: 'Date', isNullable: false, isOptional: true };
  const generated = unwrap(type, 'Generated') ?? unwrap(type, 'GeneratedAlways');
  if (generated !== undefined) return { ...readColumn(generated, source), isOptional: true };
  const json = unwrap(type, 'JSONColumnType') ?? (type.startsWith('Json<') ? type : undefined);
  const selected = json ?? unwrap(type, 'ColumnType') ?? type;
  const isNullable = selected.endsWith('| null');
  if (json !== undefined) return { kind: 'json', isNullable, isOptional: false };
  const bare = selected.replace(/\s*\| null$/, '').trim();
  const alias = /^\w+$/.test(bare) ? new RegExp(`type ${bare} = (.*?);`, 's').exec(source)?.[1] : undefined;
  if (alias !== undefined) return { ...readColumn(alias, source), isNullable };
  return { kind: kindOf(bare), isNullable, isOptional: false };
}

function kindOf(type: string): string {
  const element = /^\(?(.*?)\)?\[\]$/s.exec(type)?.[1];
  if (element !== undefined) return `${kindOf(element)}[]`;
  if (/^(?:number|string|boolean|Date|Buffer)$/.test(type)) return type;
  return /^[\s|]*'/.test(type) ? 'string' : 'json';
}

/** The columns of all tables that `Tables` has, by table and name. */
export async function readTableTypes(): Promise<Map<string, Map<string, ColumnInfo>>> {
  const source = await readSource();
  return new Map(
    readProperties(source, 'Tables').map(([table, type]) => [
      table,
      new Map(readProperties(source, type).map(([name, column]) => [name, readColumn(column, source)])),
    ]),
  );
}
