/** Long texts of the shapes that make a careless algorithm slow, and ordinary ones to compare with. For tests. */

const sentences = [
  'The bridge near the market is closed since Monday, and water flows over the road. ',
  'Дорога у рынка перекрыта с понедельника, вода идёт через мост. ',
  'La pompe près de l’école est cassée depuis lundi, les familles vont au puits. ',
  'सोमवार से बाज़ार के पास का पुल बंद है और सड़क पर पानी बह रहा है। ',
];

const fill = (length: number, part: (index: number) => string): string => {
  const parts: string[] = [];
  for (let size = 0, index = 0; size < length; index++) {
    const next = part(index);
    parts.push(next);
    size += next.length;
  }
  return parts.join('').slice(0, length);
};

/** A report in four languages. @param length UTF-16 code units */
export const ordinaryText = (length: number): string =>
  fill(length, (index) => `${sentences[index % sentences.length] ?? ''}${index.toString(36)} `);

const letterOf = (first: number, count: number) => (index: number) =>
  String.fromCodePoint(first + ((index * 7919) % count));

/** By name: the shape as a text of a length in UTF-16 code units. */
export const hostileTexts: Readonly<Record<string, (length: number) => string>> = {
  'one run of Chinese': (length) => fill(length, letterOf(0x4e_00, 20_000)),
  'Chinese letters with spaces': (length) => fill(length, (index) => `${letterOf(0x4e_00, 20_000)(index)} `),
  'one run of Thai': (length) => fill(length, letterOf(0x0e_01, 46)),
  'Arabic with marks': (length) => fill(length, (index) => `ب${letterOf(0x06_4b, 8)(index)}`),
  spaces: (length) => ' '.repeat(length),
  'spaces before a letter': (length) => `${' '.repeat(length - 1)}x`,
  'empty lines': (length) => `${'\n'.repeat(length - 1)}x`,
  'combining marks': (length) => `a${fill(length - 1, letterOf(0x03_00, 0x70))}`,
  // Of two classes in the wrong order, so that normalising has to sort them.
  'unsorted marks': (length) => `${'\u0e48'.repeat(length / 2)}${'\u0e38'.repeat(length / 2)}`,
  'emoji sequences': (length) => fill(length, () => '👩🏽‍👩‍👧‍👦'),
  digits: (length) => fill(length, (index) => String(index % 10)),
  'numbers with separators': (length) => fill(length, (index) => `${index % 10}.`),
  URLs: (length) => fill(length, () => 'https://a.b/c?d=e&'),
  'URLs without a space': (length) => `https://${'a.'.repeat(length / 2 - 4)}`,
  'at signs': (length) => '@'.repeat(length),
  'brackets ([{': (length) => fill(length, () => '([{'),
  'brackets [': (length) => '['.repeat(length),
  'links that do not end': (length) => fill(length, () => '[a]('),
  'tags that do not end': (length) => fill(length, () => '<a '),
  'asterisks and underscores': (length) => fill(length, () => '*_'),
  quotes: (length) => '> '.repeat(length / 2),
  'list items': (length) => '- '.repeat(length / 2),
  // Each line continues the paragraph.
  'marks in lines like list items': (length) =>
    fill(length, (index) => (index === 0 ? 'a\n' : `      - ${'*_'.repeat(240)}\n`)),
  'lists and quotes in one another': (length) => fill(length, () => `${'- '.repeat(3)}${'> '.repeat(2)}a\n`),
  'lists in one another': (length) => fill(length, (index) => `${' '.repeat(2 * (index % 200))}- a\n`),
  'three hundred lines of lists': (length) =>
    fill(length, (index) => (index < 299 ? `${' '.repeat(2 * (index % 12))}- - a\n` : 'a')),
  backticks: (length) => fill(length, (index) => `${'`'.repeat(1 + (index % 60))} `),
  'pairs of surrogates': (length) => fill(length, letterOf(0x2_00_00, 20_000)),
  'right-to-left marks': (length) => '\u200f'.repeat(length),
  'one long word': (length) => fill(length, letterOf(0x61, 26)),
  'capital letters': (length) => fill(length, (index) => `${letterOf(0x41, 26)(index)}a `),
  'signs of the currency': (length) => '$'.repeat(length),
  'letters that decompose': (length) => '\ufdfa'.repeat(length),
  dashes: (length) => '-'.repeat(length),
  dots: (length) => '.'.repeat(length),
  plus: (length) => '+'.repeat(length),
};
