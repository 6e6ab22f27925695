/** Guesses by which character the columns of a file are separated. */
import { type CsvOptions, delimiters } from '@waypost/contract/imports/csv-options';
import { isKnownHeading } from '@waypost/survey-logic/csv/headings';
import { type CsvEncoding, createDecoder } from './encoding.ts';
import { RecordSplitter } from './split-records.ts';

/** A delimiter that can be imported. */
export type CsvDelimiter = CsvOptions['delimiter'];

/** The line that Excel writes above the heading to declare the delimiter. */
const separatorLine = /^sep=(.)\r?\n?$/i;

/** Records that are examined. */
const maxRecords = 50;

/** How many columns count as much as one heading whose name is known. */
const columnsPerKnownHeading = 3;

/** The first records with a delimiter. */
function splitSample(text: string, delimiter: CsvDelimiter): string[][] {
  const splitter = new RecordSplitter(delimiter);
  const records = [...splitter.add(text)];
  if (records.length < maxRecords) records.push(...splitter.end());
  return records.slice(0, maxRecords).map(({ cells }) => cells);
}

/** Whether what parts the cells is punctuation: below a line without it, every part begins with a space. */
function isProse([first = [], ...others]: readonly string[][]): boolean {
  const parts = others.flatMap(([, ...cells]) => cells);
  return first.length === 1 && parts.length > 0 && parts.every((part) => part.startsWith(' '));
}

/** Higher for more columns, for the same number of them in most rows, and for headings that are known. Titles may be above the headings. */
function scoreDelimiter(text: string, delimiter: CsvDelimiter): number {
  const records = splitSample(text, delimiter);
  const count = (length: number) => records.filter((cells) => cells.length === length).length;
  const lengths = [...new Set(records.map((cells) => cells.length))].filter((length) => length > 1);
  const columns = lengths.reduce((best, length) => (count(length) > count(best) ? length : best), 0);
  if (columns === 0 || isProse(records)) return 0;
  const regularShare = count(columns) / records.length;
  const knownHeadings = Math.max(...records.map((cells) => cells.filter(isKnownHeading).length));
  return (columns + columnsPerKnownHeading * knownHeadings) * regularShare ** 2;
}

/** Guesses the delimiter: that of Excel's `sep=` line, else the one with the best first rows. */
export function guessDelimiter(head: Buffer, encoding: CsvEncoding): CsvDelimiter {
  const text = createDecoder(encoding).decode(head).replaceAll('\0', '');
  const firstLine = text.slice(0, text.search(/[\r\n]/) + 1);
  const declared = separatorLine.exec(firstLine)?.[1];
  const declaredDelimiter = delimiters.find((delimiter) => delimiter === declared);
  if (declaredDelimiter) return declaredDelimiter;
  const scores = delimiters.map((delimiter) => ({ delimiter, score: scoreDelimiter(text, delimiter) }));
  return scores.reduce((best, candidate) => (candidate.score > best.score ? candidate : best)).delimiter;
}
