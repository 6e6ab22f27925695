/** Names as they are compared, so that what is typed on any keyboard finds them. Pure. */

/** Letters that Unicode does not take apart into a base letter and an accent, with their plain spelling. */
const asciiSpellings = new Map(
  'æ ae,Æ Ae,œ oe,Œ Oe,ø o,Ø O,ł l,Ł L,đ d,Đ D,ð d,Ð D,þ th,Þ Th,ß ss,ı i,ə a,Ə A,ħ h,Ħ H,ŋ n,Ŋ N,ɓ b,ɗ d,Ɗ D'
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
);

/** A name in ASCII, as the file of places spells it (`asciiName` in tools/basemap/places.mjs); empty for other scripts. */
export const asciiName = (name: string): string =>
  Array.from(name.normalize('NFKD'), (letter) => asciiSpellings.get(letter) ?? letter)
    .join('')
    .replace(/[^\x20-\x7E]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Marks that many leave out: the vowels and the stretching of Arabic, the dot below of Devanagari. */
const optionalMarks = /[\u0640\u064B-\u0652\u0670\u093C]/g;
/** Letters that are typed one for another: alefs with and without hamza, final forms, the Russian ё. */
const equivalentLetters = new Map(
  'أا إا آا ٱا ىي ةه ёе ґг'.split(' ').map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

/** A name in another script, its letters as they are mostly typed. */
const foldLetters = (name: string): string =>
  Array.from(
    name.normalize('NFKC').toLowerCase().replace(optionalMarks, ''),
    (it) => equivalentLetters.get(it) ?? it,
  ).join('');

/** `São Tomé` becomes `sao tome`, `Xi'an` `xian`, `Port-au-Prince` `port au prince`; other scripts keep their letters. */
export function foldName(name: string): string {
  const ascii = asciiName(name);
  const spelled = /[a-z0-9]/i.test(ascii) ? ascii.toLowerCase() : foldLetters(name);
  return spelled
    .replace(/['"`’ʼ]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** A folded name from each of its words on: `sao paulo` gives `sao paulo` and `paulo`. */
export function suffixKeys(folded: string): string[] {
  const words = folded.split(' ');
  return words.map((_, at) => words.slice(at).join(' '));
}
