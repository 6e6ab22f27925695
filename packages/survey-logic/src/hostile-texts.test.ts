/** No text that a visitor may send takes much longer than an ordinary one of its length: one would hold everybody's reports. */
import { limits } from '@waypost/contract/common/limits';
import { normalizeText } from '@waypost/contract/common/normalize-text';
import { expect, test } from 'vitest';

import { guessMapping } from './csv/guess-mapping.ts';
import { findZoneInHeading } from './csv/headings.ts';
import { parseCsvDate } from './csv/parse-csv-date.ts';
import { guessDecimal, normaliseNumber } from './csv/parse-csv-number.ts';
import { isHxlRow, isWrittenCoordinate, isWrittenPlace } from './csv/parse-row.ts';
import { foldName } from './fold-name.ts';
import { parseAnswer } from './parse-answer.ts';
import { findPersonalData } from './personal-data/find-personal-data.ts';
import { buildCardText, splitPostText } from './post-display.ts';
import { splitLinks } from './split-links.ts';
import { findSlowTexts } from './testing/find-slow-texts.ts';
import { findChoices } from './text-answers/find-choices.ts';
import { findCoordinates } from './text-answers/find-coordinates.ts';
import { findDates } from './text-answers/find-dates.ts';
import { splitText, toPlainText } from './text-answers/text-words.ts';
import { toVideoEmbedUrl } from './video-embed.ts';

const needs = ['Water', 'Food', 'Shelter'].map((label) => ({ value: label, name: label }));

const functions: [name: string, work: (text: string) => unknown, length?: number][] = [
  ['the search for personal data', (text) => findPersonalData(text, { country: 'KE' })],
  ['normalising', (text) => normalizeText(text, 'NFKD')],
  ['folding names', foldName],
  ['the title of a report', (text) => splitPostText({ title: null, content: text })],
  ['the text of a card', buildCardText],
  ['a number', (text) => parseAnswer({ type: 'decimal', input: 'number' }, text)],
  ['a shape', (text) => parseAnswer({ type: 'geometry', input: 'text' }, text), limits.shapeAnswer],
  ['a date', (text) => parseAnswer({ type: 'datetime', input: 'datetime' }, text)],
  ['a link', (text) => parseAnswer({ type: 'link', input: 'text' }, text)],
  [
    'a link to a host of a long name',
    (text) => parseAnswer({ type: 'link', input: 'text' }, `https://${text}`),
  ],
  ['a video', toVideoEmbedUrl],
  ['a date in a spreadsheet', (text) => parseCsvDate(text, 'dmy', 'Asia/Kathmandu')],
  ['addresses in a text', splitLinks],
  ['addresses without spaces', (text) => splitLinks(text.replace(/\s/g, '') + 'http://'.repeat(5000))],
  ['a number in a spreadsheet', (text) => normaliseNumber(text, ',')],
  ['the decimal separator of a spreadsheet', (text) => guessDecimal([text], ',')],
  ['the zone in a heading', findZoneInHeading],
  ['a row of hashtags', (text) => isHxlRow([text])],
  ['a place in a spreadsheet', (text) => isWrittenPlace(text)],
  ['a coordinate in a spreadsheet', (text) => isWrittenCoordinate(text, 'lat')],
  ['the columns of a spreadsheet', (text) => guessMapping([text], [], [[text]])],
  // Of texts that are no longer than a message.
  ['choices in a message', (text) => findChoices(splitText(toPlainText(text)), needs, 'Needs'), 5000],
  ['coordinates in a message', findCoordinates, 5000],
  ['dates in a message', (text) => findDates(toPlainText(text), 'dmy'), 5000],
];

test.each(functions)('%s', (_name, work, length = limits.longText) => {
  expect(findSlowTexts(work, length)).toEqual([]);
});
