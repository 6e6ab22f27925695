import { describe, expect, test } from 'vitest';
import { parseDate, parseIsoDate } from './dates.ts';
import { parseFreeFormDate } from './free-form-dates.ts';

describe('dates in ISO 8601', () => {
  test.each([
    ['2019-11-30', '2019-11-30T00:00:00.000Z'],
    ['2019-11-30 09:15:00', '2019-11-30T09:15:00.000Z'],
    ['2019-11-30T09:15:00.123Z', '2019-11-30T09:15:00.123Z'],
    ['2019-11-30T09:15:00+03:00', '2019-11-30T06:15:00.000Z'],
    ['2019-11-30T09:15:00+0300', '2019-11-30T06:15:00.000Z'],
    ['2019-11-30T09:15', '2019-11-30T09:15:00.000Z'],
    [' 2020-02-29 ', '2020-02-29T00:00:00.000Z'],
    ['2012-W39-2', '2012-09-25T00:00:00.000Z'],
    ['2012W392', '2012-09-25T00:00:00.000Z'],
    ['2012-W39-2T10:30:00+02:00', '2012-09-25T08:30:00.000Z'],
    ['2020-W01-1', '2019-12-30T00:00:00.000Z'],
    ['2020-W53-7', '2021-01-03T00:00:00.000Z'],
    ['2012-269', '2012-09-25T00:00:00.000Z'],
    ['2012269', '2012-09-25T00:00:00.000Z'],
    ['2012-269 22:00:00', '2012-09-25T22:00:00.000Z'],
    ['2012-366', '2012-12-31T00:00:00.000Z'],
  ])('%s', (text, expected) => {
    expect(parseIsoDate(text)?.toISOString()).toBe(expected);
  });

  test.each([
    '',
    'soon',
    '2019-13-01',
    '2019-02-29',
    '31/12/2019',
    '2019-11-30T25:00:00',
    '0000',
    '2012-W39',
    '2012-W39-8',
    '2012-W00-1',
    '2012-W53-1',
    '2012-W392',
    '2011-366',
    '2012-000',
    '0000-001',
    '0000-W01-1',
  ])('"%s" is not a date', (text) => {
    expect(parseDate(text)).toBeNull();
  });

  test.each(['01-01', '06-30', '12-29', '12-31'])('the week date of %s in any year is that day', (day) => {
    for (let year = 1990; year < 2040; year += 1) {
      const date = new Date(`${year}-${day}T00:00:00Z`);
      const weekday = date.getUTCDay() || 7;
      // The year of a week is that of its Thursday.
      const thursday = new Date(date.getTime() + (4 - weekday) * 86_400_000);
      const yearDay = (thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / 86_400_000;
      const week = String(Math.floor(yearDay / 7) + 1).padStart(2, '0');
      const text = `${thursday.getUTCFullYear()}-W${week}-${weekday}`;
      expect([text, parseIsoDate(text)]).toEqual([text, date]);
    }
  });
});

/** A Monday. */
const now = new Date('2026-11-23T17:00:00Z');

describe('dates as people write them and programs print them', () => {
  test.each([
    ['2012/09/25', '2012-09-25T00:00:00.000Z'],
    ['2012-9-5', '2012-09-05T00:00:00.000Z'],
    ['20120925', '2012-09-25T00:00:00.000Z'],
    ['20120925T103000Z', '2012-09-25T10:30:00.000Z'],
    ['09/25/2012', '2012-09-25T00:00:00.000Z'],
    ['9/5/2012 22:00', '2012-09-05T22:00:00.000Z'],
    ['9/5/2012, 10:00:00 PM', '2012-09-05T22:00:00.000Z'],
    ['25.09.2012', '2012-09-25T00:00:00.000Z'],
    ['5-9-2012', '2012-09-05T00:00:00.000Z'],
    ['25 September 2012', '2012-09-25T00:00:00.000Z'],
    ['25 September 2012 +0200', '2012-09-24T22:00:00.000Z'],
    ['Sep 25th, 2012 3pm', '2012-09-25T15:00:00.000Z'],
    ['Tue, 25 Sep 2012 10:00:00 +0200', '2012-09-25T08:00:00.000Z'],
    ['Tue, 25 Sep 2012 22:00:00 -0700 (PDT)', '2012-09-26T05:00:00.000Z'],
    ['Tuesday, 25-Sep-12 10:00:00 UTC', '2012-09-25T10:00:00.000Z'],
    ['Tue Sep 25 2012 10:00:00 GMT+0200 (Central European Summer Time)', '2012-09-25T08:00:00.000Z'],
    ['2012-09-25 10:00 PM', '2012-09-25T22:00:00.000Z'],
    ['2012-09-25T10:00:00+02', '2012-09-25T08:00:00.000Z'],
    ['@1348567200', '2012-09-25T10:00:00.000Z'],
    ['@-1', '1969-12-31T23:59:59.000Z'],
    ['now', '2026-11-23T17:00:00.000Z'],
    ['today', '2026-11-23T00:00:00.000Z'],
    ['Yesterday', '2026-11-22T00:00:00.000Z'],
    ['yesterday noon', '2026-11-22T12:00:00.000Z'],
    ['yesterday +2 hours', '2026-11-22T02:00:00.000Z'],
    ['today -1 week', '2026-11-16T00:00:00.000Z'],
    ['-1 week', '2026-11-16T17:00:00.000Z'],
    ['+1 month -3 days', '2026-12-20T17:00:00.000Z'],
    ['2 days ago', '2026-11-21T17:00:00.000Z'],
    ['2 fortnights ago', '2026-10-26T17:00:00.000Z'],
    ['previous month', '2026-10-23T17:00:00.000Z'],
    ['2012-09-25 -1 day', '2012-09-24T00:00:00.000Z'],
  ])('%s', (text, expected) => {
    expect(parseFreeFormDate(text, now)?.toISOString()).toBe(expected);
  });
});

describe('texts that are no date, an impossible one, or several', () => {
  test.each([
    'hello',
    'hello 25 September 2012',
    '25 September 2012 hello',
    '2012',
    '2012-02-30',
    '2012-02-30 10:00',
    '30 February 2012',
    '20121340',
    '99/99/2012',
    '02/30/2012',
    '25/09/2012',
    '09-25-2012',
    '2012-25-09',
    '12-09-25',
    '5 September',
    'May 2012',
    '10:00 PM',
    'next friday',
    '2012-09-25 to 2012-09-26',
    '2012-09-25 25:00',
    '2012-09-25T10:00:00+99:00',
    '0000-00-00 00:00:00',
    '1348567200',
    '@99999999999999',
    `25 September 2012${' '.repeat(200)}x`,
  ])('%s', (text) => {
    expect(parseFreeFormDate(text, now)).toBeNull();
  });
});
