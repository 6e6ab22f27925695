import { expect, test } from 'vitest';
import { guessHeadingRow } from './guess-heading-row.ts';

/** The line of the headings of a table whose cells are separated by bars. */
const guess = (table: string) =>
  guessHeadingRow(table.split('\n').map((row, at) => ({ line: at + 1, cells: row.split('|') })));

test.each([
  ['the first row', 'Zone|Households|Wells\nA|12|3\nB|9|1', 1],
  ['below a title', 'Flood register|\nTitle|Description\nBridge|gone', 2],
  ['below a title of a single cell', 'Flood register\nZone|Wells\nA|3', 2],
  ['below title, date and a blank row', 'Register||\nas of 3 May 2024||\n||\nZone|Wells|Note\nA|3|dry', 4],
  ['below a title in merged cells', 'Register|Register|Register\nZone|Wells|Note\nA|3|dry', 2],
  ['below facts that a blank row parts', 'Office|Nairobi|\nAuthor|Jo|\n||\nZone|Wells|Note\nA|3|dry', 4],
  ['below names of groups', 'Place|||People|\nLat|Lon|Village|Adults|Children\n1.5|36.1|A|3|4', 2],
  ['below blank rows', '|\n|\nZone|Wells\nA|3', 3],
  ['above a blank row', 'Zone|Wells|Note\n||\nA|3|dry\nB|4|wet', 1],
  ['with years', 'Zone|2019|2020\nA|12345|23456\nB|34567|45678', 1],
  ['with dates above counts', 'Zone|2024-03-11|2024-03-12\nA|5|7\nB|6|8', 1],
  ['with more names than the rows have values', 'A|B|C|D|E|F\nx|y||||\nz|w||||', 1],
  ['in Arabic', 'سجل||\nالعنوان|خط العرض|خط الطول\nجسر|15.5|32.5', 2],
  ['of one column', 'Village\nKisumu\nLodwar', 1],
  ['without rows', 'Zone|Wells', 1],
  ['with empty names', 'Zone||People|\nA|x|3|y\nB|x|4|z', 1],
  ['with repeated names', 'Zone|Male|Male|Male\nA|1|2|3\nB|4|5|6', 1],
  ['with fewer names than columns', 'Zone|Count\nA|3|note|x\nB|4|note|y', 1],
  ['below years', '2023||2024|\nM|F|M|F\n10000|20000|30000|40000', 2],
  ['with dates above large numbers', 'Region|2024-01-01|2024-02-01\nA|50000|60000\nB|70000|80000', 1],
  ['below facts with colons', 'Report date:|2024-05-03|Status:|Draft||\nZone|A|B|C|D|E\nx|1|2|3|4|5', 2],
  [
    'below a title with commas',
    'Flood| storm and fire| 2024|\nTitle|Description|Latitude|Longitude\nA|b|1.5|36.5',
    2,
  ],
  ['above a footer with known names', 'Zone|Houses|Persons\nA|1|2\nB|3|4\n||\nPrepared by|Name|Date', 1],
  [
    'above rows with known names',
    'Ref|Type|Channel|County|Count\nR1|Flood|Phone|Nairobi|4\nR2|Place|Email|Kisumu|3',
    1,
  ],
])('headings %s', (_, table, line) => {
  expect(guess(table)).toBe(line);
});

test.each([
  ['with coordinates', 'Bridge gone|Nobody can cross|-1.28|36.82\nSchool|Closed|-1.29|36.83'],
  ['with dates', '2024-03-11|Bridge gone\n2024-03-12|School closed'],
  ['with addresses of mail', 'Jo|jo@example.org\nAl|al@example.org'],
  ['of a single row', 'Bridge gone|Nobody can cross|-1.28|36.82'],
  ['of small numbers', '1|2|3\n4|5|6'],
  ['with a row of text below', '12.5|3.25|x\n1.5|7.25|y\nnot|measured|z'],
])('data %s has no headings', (_, table) => {
  expect(guess(table)).toBe(0);
});

test('an empty file has no headings', () => {
  expect(guess('||\n||')).toBe(0);
});
