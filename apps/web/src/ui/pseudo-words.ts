/**
 * A language for tests: English in letters that no text has which somebody wrote into the program itself, and longer, as
 * other languages are. Dates and numbers are another alphabet's, so that they do not look like forgotten texts either.
 */

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const strange = Array.from('àƀçđéƒğħíĵķļɱñöþɋŕšţúṽŵẋýžÀɃÇĐÉƑĞĦÍĴĶĻṀÑÖÞɊŔŠŢÚṼŴẊÝŽ');
const letters = new Map(Array.from(plain, (letter, at) => [letter, strange[at] ?? letter]));

/** What a text keeps: placeholders, tags and texts within texts. */
const kept = /(\{\{.*?\}\}|<[^>]*>|\$t\(.*?\))/;

function disguise(text: string): string {
  const parts = text
    .split(kept)
    .map((part, at) =>
      at % 2 === 1 ? part : Array.from(part, (letter) => letters.get(letter) ?? letter).join(''),
    );
  return `${parts.join('')} ${'·'.repeat(Math.ceil(text.length / 4))}`;
}

/** Each form of a plural that the alphabet's language has beyond English. */
const forms = ['few', 'many'];

type Words = Record<string, unknown>;

/** @param words of English, nested as in the catalogue */
export function disguised(words: Words): Words {
  const disguisedWords: Words = {};
  for (const [key, value] of Object.entries(words)) {
    disguisedWords[key] = typeof value === 'string' ? disguise(value) : disguised(value as Words);
    if (key.endsWith('_other'))
      for (const form of forms) disguisedWords[key.replace(/other$/, form)] = disguisedWords[key];
  }
  return disguisedWords;
}
