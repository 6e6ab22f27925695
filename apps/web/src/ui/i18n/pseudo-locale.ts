/**
 * The pseudo-locale for tests: English in accented letters, so that texts outside the catalogue are found, and longer, as
 * other languages are. Dates and numbers are formatted in another script, so that they do not look like untranslated texts.
 */

const plainLetters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accentedLetters = Array.from('àƀçđéƒğħíĵķļɱñöþɋŕšţúṽŵẋýžÀɃÇĐÉƑĞĦÍĴĶĻṀÑÖÞɊŔŠŢÚṼŴẊÝŽ');
const accentedByPlain = new Map(
  Array.from(plainLetters, (letter, index) => [letter, accentedLetters[index] ?? letter]),
);

/** Parts of a text that are kept: placeholders, tags and nested translations. */
const placeholderPattern = /(\{\{[^{}]*\}\}|<[^<>]*>|\$t\([^()]*\))/;

function pseudoLocalizeText(text: string): string {
  const parts = text
    .split(placeholderPattern)
    .map((part, index) =>
      index % 2 === 1 ? part : Array.from(part, (letter) => accentedByPlain.get(letter) ?? letter).join(''),
    );
  return `${parts.join('')} ${'·'.repeat(Math.ceil(text.length / 4))}`;
}

/** Plural forms that the script's language has beyond English. */
const extraPluralForms = ['few', 'many'];

type Translations = Record<string, unknown>;

/** @param translations in English, nested as in the catalogue */
export function pseudoLocalize(translations: Translations): Translations {
  const result: Translations = {};
  for (const [key, value] of Object.entries(translations)) {
    result[key] =
      typeof value === 'string' ? pseudoLocalizeText(value) : pseudoLocalize(value as Translations);
    if (key.endsWith('_other'))
      for (const form of extraPluralForms) result[key.replace(/other$/, form)] = result[key];
  }
  return result;
}
