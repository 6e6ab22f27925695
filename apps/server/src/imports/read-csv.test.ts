import { expect, test } from 'vitest';
import { batchRows, type CsvRow, EncodingDetector, guessDelimiter, parseRows, readHead } from './read-csv.ts';

/** Chunks of a few bytes, so that characters and line endings are split. */
async function* pieces(bytes: Buffer, size = 3): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function detectFormat(bytes: Buffer) {
  const watch = new EncodingDetector();
  for (let at = 0; at < bytes.length; at += 3) watch.add(bytes.subarray(at, at + 3));
  return watch.detect();
}

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const text = 'Name;Ort\r\nZoë;"Köln; am\nRhein"\r\n\r\nLöwe;Zoo\r\n';

test.each([
  ['utf-8', Buffer.from(text)],
  ['utf-8', Buffer.from(`\uFEFF${text}`)],
  ['utf-16le', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['utf-16le', Buffer.from(text, 'utf16le')],
  ['utf-16be', utf16be(`\uFEFF${text}`)],
  ['windows-1252', Buffer.from(text, 'latin1')],
] as const)('a file in %s is told and read', async (encoding, bytes) => {
  expect(detectFormat(bytes)).toBe(encoding);
  expect(guessDelimiter(bytes, encoding)).toBe(';');
  const { columns, rows } = await readHead(pieces(bytes), { encoding, delimiter: ';' }, 10);
  expect(columns).toEqual(['Name', 'Ort']);
  expect(rows).toEqual([
    { row: 1, line: 2, cells: ['Zoë', 'Köln; am\nRhein'] },
    { row: 2, line: 5, cells: ['Löwe', 'Zoo'] },
  ]);
});

test('a spreadsheet file has no encoding', () => {
  expect(detectFormat(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 8, 9, 10]))).toBeNull();
});

test.each([
  ['a,b,c\n1,2,3\n', ','],
  ['a;b;c\n1,5;2,5;3,5\n', ';'],
  ['a\tb\n1, 2\t3\n', '\t'],
  ['a|b\n"x|y,z"|2\n', '|'],
  ['one\n1\n', ','],
  ['sep=;\na,b;c,d\n', ';'],
])('the delimiter of %j', (file, delimiter) => {
  expect(guessDelimiter(Buffer.from(file), 'utf-8')).toBe(delimiter);
});

const readAllRows = async (file: string): Promise<CsvRow[]> => {
  const rows: CsvRow[] = [];
  for await (const row of parseRows(pieces(Buffer.from(file)), { encoding: 'utf-8', delimiter: ',' }))
    rows.push(row);
  return rows;
};

test('reads quotes inside cells, old line endings and the sep= line of Excel', async () => {
  const rows = await readAllRows('sep=,\r\na,b\r5\'10" tall,"say ""no"""\rx,y\n');
  expect(rows.map(({ line, cells }) => [line, cells])).toEqual([
    [2, ['a', 'b']],
    [3, ['5\'10" tall', 'say "no"']],
    [4, ['x', 'y']],
  ]);
});

test('an unclosed quotation mark ends the rows with a broken one', async () => {
  const rows = await readAllRows('a,b\n1,2\n3,"4\n5,6\n');
  expect(rows.slice(1)).toEqual([
    { row: 1, line: 2, cells: ['1', '2'] },
    { row: 2, line: 3, cells: [], isBroken: true },
  ]);
});

test('batches leave out empty rows and rows that were imported', async () => {
  const file = 'a,b\n#x,#y +z\n1,2\n,\n3,4\n5,6\n7,8\n';
  const rows = parseRows(pieces(Buffer.from(file)), { encoding: 'utf-8', delimiter: ',' });
  const batches: string[][] = [];
  for await (const batch of batchRows(rows, 2, 2)) batches.push(batch.map((row) => row.cells.join()));
  expect(batches).toEqual([['3,4', '5,6'], ['7,8']]);
});
