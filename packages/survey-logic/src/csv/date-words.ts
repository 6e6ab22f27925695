/** The words of dates in the languages that files come in: months, weekdays, halves of the day. */

/** Languages whose names are recognised. If two languages disagree, the first one applies. */
const languages = [
  'en',
  'fr',
  'es',
  'pt',
  'de',
  'it',
  'nl',
  'id',
  'sw',
  'pl',
  'ru',
  'uk',
  'tr',
  'ar',
  'ar-LB',
  'ar-MA',
  'ar-DZ',
  'hi',
  'da',
];

/** Haitian Creole, which browsers have no names for; folded. */
const creoleMonths = 'janvye fevriye mas avril me jen jiye out septanm oktob novanm desanm'.split(' ');
const creoleWeekdays = 'lendi madi mekredi jedi vandredi samdi dimanch'.split(' ');

/** Halves of the day that `Intl` has no or other names for, folded. */
const morningWords = ['am', 'a', '上午', '早上', '凌晨', 'صباحا'];
const afternoonWords = ['pm', 'p', '下午', 'مساء'];

/** A word as it is compared: without case, accents and full stops. */
export const foldDateWord = (word: string): string =>
  word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}.]/gu, '');

interface DateWords {
  /** From 1. */
  months: ReadonlyMap<string, number>;
  weekdays: ReadonlySet<string>;
  /** Hours to add. */
  halves: ReadonlyMap<string, 0 | 12>;
}

/** The parts of a type that a format gives, folded and without spaces. */
const readPart = (format: Intl.DateTimeFormat, time: number, type: Intl.DateTimeFormatPartTypes): string =>
  foldDateWord(format.formatToParts(time).find((part) => part.type === type)?.value ?? '').replace(/\s/g, '');

const isWord = (word: string) => /\p{L}/u.test(word);

function addMonths(months: Map<string, number>, language: string): void {
  // With and without a day: some languages use another form for a month alone.
  for (const length of ['long', 'short'] as const)
    for (const day of ['numeric', undefined] as const) {
      const format = new Intl.DateTimeFormat(language, { month: length, day, timeZone: 'UTC' });
      for (let month = 1; month <= 12; month++) {
        const word = readPart(format, Date.UTC(2024, month - 1, 1), 'month');
        if (isWord(word) && !months.has(word)) months.set(word, month);
      }
    }
}

function addWeekdays(weekdays: Set<string>, language: string): void {
  for (const weekday of ['long', 'short'] as const) {
    const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
    for (let day = 1; day <= 7; day++) {
      const word = readPart(format, Date.UTC(2024, 0, day), 'weekday');
      // A single letter is the beginning of something else: `v1.2.2024`.
      if (isWord(word) && word.length > 1) weekdays.add(word);
    }
  }
}

function addHalves(halves: Map<string, 0 | 12>, language: string): void {
  const format = new Intl.DateTimeFormat(language, { hour: 'numeric', hour12: true, timeZone: 'UTC' });
  for (const [hour, added] of [
    [1, 0],
    [13, 12],
  ] as const) {
    const word = readPart(format, Date.UTC(2024, 0, 1, hour), 'dayPeriod');
    if (isWord(word) && !halves.has(word)) halves.set(word, added);
  }
}

function collectWords(): DateWords {
  const months = new Map([['sept', 9]]);
  const weekdays = new Set(creoleWeekdays);
  const halves = new Map<string, 0 | 12>();
  for (const word of morningWords) halves.set(word, 0);
  for (const word of afternoonWords) halves.set(word, 12);
  for (const language of languages) {
    addMonths(months, language);
    addWeekdays(weekdays, language);
    addHalves(halves, language);
  }
  for (const [index, word] of creoleMonths.entries()) if (!months.has(word)) months.set(word, index + 1);
  for (const language of ['zh', 'zh-Hant']) addWeekdays(weekdays, language);
  return { months, weekdays, halves };
}

let words: DateWords | undefined;

/** The words, folded. They are collected on first use, which takes some milliseconds. */
export function loadDateWords(): DateWords {
  words ??= collectWords();
  return words;
}
