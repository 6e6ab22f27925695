import { limits } from '@waypost/contract/common/limits';
import { measureGrowth } from '@waypost/survey-logic/testing/measure-growth';
import { expect, test } from 'vitest';
import { EncodingDetector } from './encoding.ts';
import { guessDelimiter } from './guess-delimiter.ts';
import { batchRows, type CsvRow, parseRows, readHead } from './read-rows.ts';
import { RecordSplitter } from './split-records.ts';

/** Chunks of a few bytes, so that characters and line endings are split. */
async function* pieces(bytes: Buffer, size = 3): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function detectFormat(bytes: Buffer, size = 3) {
  const watch = new EncodingDetector();
  for (let at = 0; at < bytes.length; at += size) watch.add(bytes.subarray(at, at + size));
  return watch.detect();
}

const csvFormat = { encoding: 'utf-8', delimiter: ',', heading_row: 1 } as const;
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
  const { columns, rows } = await readHead(pieces(bytes), { encoding, delimiter: ';', heading_row: 1 }, 10);
  expect(columns).toEqual(['Name', 'Ort']);
  expect(rows).toEqual([
    { row: 1, line: 2, cells: ['Zoë', 'Köln; am\nRhein'] },
    { row: 2, line: 5, cells: ['Löwe', 'Zoo'] },
  ]);
});

test('a few zero bytes in a text are tolerated', async () => {
  const bytes = Buffer.from('a,b\n1\0,2\n');
  expect(detectFormat(bytes)).toBe('utf-8');
  const { rows } = await readHead(pieces(bytes), csvFormat, 10);
  expect(rows.map(({ cells }) => cells)).toEqual([['1', '2']]);
});

test('a byte of another encoding costs its character only', () => {
  const valid = Buffer.from('água,não\n');
  const damaged = Buffer.from('café\n', 'latin1');
  const inspect = (bytes: Buffer) => {
    const detector = new EncodingDetector();
    for (let at = 0; at < bytes.length; at += 3) detector.add(bytes.subarray(at, at + 3));
    return [detector.detect(), detector.hasDamage];
  };
  expect(inspect(Buffer.concat([valid, valid, damaged]))).toEqual(['utf-8', true]);
  // What an earlier program has lost is text of the file.
  expect(inspect(Buffer.from('água,caf\uFFFD \uFFFD\n'))).toEqual(['utf-8', false]);
  expect(inspect(Buffer.concat([damaged, damaged]))).toEqual(['windows-1252', true]);
  const cyrillic = new Uint8Array([0xcf, 0xee, 0xe6, 0xe0, 0xf0, 0x2c, 0xc2, 0xae, 0xe4, 0xe0, 0x0a]);
  expect(inspect(Buffer.from(cyrillic))[0]).toBe('windows-1252');
});

test('a long text is UTF-8 if most of its characters are, whatever stands in it', () => {
  const count = 120_000;
  const repeat = (...texts: [string, BufferEncoding][]) =>
    Buffer.concat(
      Array.from({ length: count }, () =>
        texts.map(([text, encoding]) => Buffer.from(text, encoding)),
      ).flat(),
    );
  expect(detectFormat(repeat(['café\n', 'latin1']), 65_536)).toBe('windows-1252');
  const mostlyUtf8 = repeat(['água não água não ', 'utf8'], ['café\n', 'latin1']);
  expect(detectFormat(mostlyUtf8, 65_536)).toBe('utf-8');
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
  ['Title|Notes|Lat|Lon\nA, b, c, d, e, f|x|1|2\n', '|'],
  ['Title;Date, time and zone, as text, if any\na;b\n', ';'],
  ['Register of floods, May\n\nZone;Wells;Depth\nA;3;1,5\nB;4;2,5\n', ';'],
  ['Title,Notes\nBridge,"a; b; c"\nSchool\n', ','],
  ['Comment\nroof gone; two hurt\nbridge out; one dead\n', ','],
])('the delimiter of %j', (file, delimiter) => {
  expect(guessDelimiter(Buffer.from(file), 'utf-8')).toBe(delimiter);
});

const readAllRows = async (file: string): Promise<CsvRow[]> => {
  const rows: CsvRow[] = [];
  for await (const row of parseRows(pieces(Buffer.from(file)), csvFormat)) rows.push(row);
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

test('a quotation mark that is never closed costs its own line only', async () => {
  const rows = await readAllRows('a,b\n1,2\n3,"4\n5,6\n"7\n",8\n9,10');
  expect(rows.slice(1)).toEqual([
    { row: 1, line: 2, cells: ['1', '2'] },
    { row: 2, line: 3, cells: ['3', '"4'], fault: 'csvQuote' },
    { row: 3, line: 4, cells: ['5', '6'] },
    { row: 4, line: 5, cells: ['7\n', '8'] },
    { row: 5, line: 7, cells: ['9', '10'] },
  ]);
});

test('a quotation mark that the next quoted cell seems to close costs its own line only', async () => {
  const rows = await readAllRows('a,b\n3,"4\n5,6\n7,"8"\n9,"ten, ""eleven"""\n');
  expect(rows.slice(1).map(({ line, cells, fault }) => [line, cells, fault])).toEqual([
    [2, ['3', '"4'], 'csvQuote'],
    [3, ['5', '6'], undefined],
    [4, ['7', '8'], undefined],
    [5, ['9', 'ten, "eleven"'], undefined],
  ]);
});

test('a row that is far too long is skipped, and the rows after it are read', async () => {
  const rows: CsvRow[] = [];
  const long = 'x'.repeat(limits.csvRowLength + 10);
  const file = `a,b\r\n1,${long}\r\n3,4\r\n5,"${long}\r\n7,8\r\n`;
  for await (const row of parseRows(pieces(Buffer.from(file), 65_536), csvFormat)) rows.push(row);
  expect(rows.map(({ line, cells, fault }) => [line, cells, fault])).toEqual([
    [1, ['a', 'b'], undefined],
    [2, [], 'csvLong'],
    [3, ['3', '4'], undefined],
    [4, [], 'csvLong'],
    [5, ['7', '8'], undefined],
  ]);
});

test('counts lines with Windows line endings inside quoted cells', async () => {
  const rows = await readAllRows('a,b\r\n"one\r\ntwo\r\nthree",1\r\n2,"x\ny"\r\n3,4\r\n');
  expect(rows.map(({ line }) => line)).toEqual([1, 2, 5, 7]);
});

test('a file of broken lines is read in linear time', () => {
  const read = (lines: number) => {
    const splitter = new RecordSplitter(',');
    let count = 0;
    for (const _ of splitter.add('1,"2\n'.repeat(lines))) count++;
    for (const _ of splitter.end()) count++;
    expect(count).toBe(lines);
  };
  // A quadratic algorithm would take 64 times as long.
  expect(measureGrowth(read, 2000, 64)).toBeLessThan(8);
});

test('a row of very many cells that arrives in pieces is read in linear time', () => {
  const read = (count: number) => {
    const splitter = new RecordSplitter(',');
    const records = Array.from({ length: count }, () => [...splitter.add(','.repeat(2000))]).flat();
    expect([...records, ...splitter.end()].map(({ cells }) => cells.length)).toEqual([count * 2000 + 1]);
  };
  // Reading what came before again with each piece would take about thirty times as long.
  expect(measureGrowth(read, 3, 64)).toBeLessThan(8);
});

test('batches leave out empty rows and rows that were imported', async () => {
  const file = 'a,b\n#x,#y +z\n1,2\n,\n3,4\n5,6\n7,8\n';
  const rows = parseRows(pieces(Buffer.from(file)), csvFormat);
  const batches: string[][] = [];
  for await (const batch of batchRows(rows, 2, 2)) batches.push(batch.map((row) => row.cells.join()));
  expect(batches).toEqual([['3,4', '5,6'], ['7,8']]);
});
