/**
 * A language for tests: English in letters that no text has which somebody wrote into the program itself, and longer, as
 * other languages are. Dates and numbers are another alphabet's, so that they do not look like forgotten texts either.
 */

const plainLetters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accentedLetters = Array.from('àƀçđéƒğħíĵķļɱñöþɋŕšţúṽŵẋýžÀɃÇĐÉƑĞĦÍĴĶĻṀÑÖÞɊŔŠŢÚṼŴẊÝŽ');
const accentedByPlain = new Map(
  Array.from(plainLetters, (letter, at) => [letter, accentedLetters[at] ?? letter]),
);

/** What a text keeps: placeholders, tags and texts within texts. */
const placeholderPattern = /(\{\{.*?\}\}|<[^>]*>|\$t\(.*?\))/;

function pseudoLocalizeText(text: string): string {
  const parts = text
    .split(placeholderPattern)
    .map((part, at) =>
      at % 2 === 1 ? part : Array.from(part, (letter) => accentedByPlain.get(letter) ?? letter).join(''),
    );
  return `${parts.join('')} ${'·'.repeat(Math.ceil(text.length / 4))}`;
}

/** Each form of a plural that the alphabet's language has beyond English. */
const extraPluralForms = ['few', 'many'];

type Translations = Record<string, unknown>;

/** @param translations of English, nested as in the catalogue */
export function pseudoLocalize(translations: Translations): Translations {
  const disguisedWords: Translations = {};
  for (const [key, value] of Object.entries(translations)) {
    disguisedWords[key] =
      typeof value === 'string' ? pseudoLocalizeText(value) : pseudoLocalize(value as Translations);
    if (key.endsWith('_other'))
      for (const form of extraPluralForms) disguisedWords[key.replace(/other$/, form)] = disguisedWords[key];
  }
  return disguisedWords;
}
