/** Normalisation of place names, so that input from any keyboard matches them. Pure. */
import { normalizeText } from '@waypost/contract/common/normalize-text';

/** Letters without a Unicode decomposition into base letter and accent, with their ASCII spelling. */
const asciiSpellings = new Map(
  'æ ae,Æ Ae,œ oe,Œ Oe,ø o,Ø O,ł l,Ł L,đ d,Đ D,ð d,Ð D,þ th,Þ Th,ß ss,ı i,ə a,Ə A,ħ h,Ħ H,ŋ n,Ŋ N,ɓ b,ɗ d,Ɗ D'
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
);

/** A name in ASCII, as in the places file (`asciiName` in tools/basemap/places.mjs); empty for other scripts. */
export const asciiName = (name: string): string =>
  Array.from(normalizeText(name, 'NFKD'), (letter) => asciiSpellings.get(letter) ?? letter)
    .join('')
    .replace(/[^\x20-\x7E]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Marks that are often omitted: Arabic vowels and kashida, the Devanagari nukta. */
const optionalMarks = /[\u0640\u064B-\u0652\u0670\u093C]/g;
/** Letters that are often typed instead of each other: alef with and without hamza, final forms, the Russian ё. */
const equivalentLetters = new Map(
  'أا إا آا ٱا ىي ةه ёе ґг'.split(' ').map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

/** A name in another script, with interchangeable letters unified. */
const foldLetters = (name: string): string =>
  Array.from(
    normalizeText(name, 'NFKC').toLowerCase().replace(optionalMarks, ''),
    (it) => equivalentLetters.get(it) ?? it,
  ).join('');

/** The normalised form of a name: `São Tomé` becomes `sao tome`, `Xi'an` `xian`. Other scripts keep their letters. */
export function foldName(name: string): string {
  const ascii = asciiName(name);
  const spelled = /[a-z0-9]/i.test(ascii) ? ascii.toLowerCase() : foldLetters(name);
  return spelled
    .replace(/['"`’ʼ]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** The endings of a folded name that begin at a word: `sao paulo` gives `sao paulo` and `paulo`. */
export function suffixKeys(folded: string): string[] {
  const words = folded.split(' ');
  return words.map((_, index) => words.slice(index).join(' '));
}
