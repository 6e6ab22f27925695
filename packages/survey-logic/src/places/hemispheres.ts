/** Letters and words for the four directions in coordinates, in the languages of the interface and some others. */
import { toAsciiDigits } from '../personal-data/ascii-digits.ts';

/** By direction, folded. `O` is west in Romance languages, `L` is east in Portuguese, `U` north and `T` east in Indonesian. */
const words = {
  N: 'n nord norte north utara u lu kaskazini север с сш північ пн пнш شمال شمالا ش उत्तर उ 北纬 北緯 北',
  S: 's sud sur south sul selatan ls kusini юг ю юш південь пд пдш جنوب جنوبا ج दक्षिण द 南纬 南緯 南 sid',
  E: 'e est este east leste l timur t bt mashariki восток в вд схід сх схд شرق شرقا ق पूर्व पू 东经 東經 東経 东 東 les',
  W: 'w west oeste ouest o barat b bb magharibi запад з зд захід зх зхд غرب غربا غ पश्चिम प 西经 西經 西経 西 lwes',
} as const;

/** A direction. */
export type Hemisphere = keyof typeof words;

/** Without accents; the vowel signs of Hindi stay, since they tell east from west. */
const foldWord = (word: string): string =>
  word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\u064b-\u065f. ]/g, '');

const hemispheres = new Map<string, string>(
  Object.entries(words).flatMap(([letter, names]) =>
    names.split(' ').map((name) => [foldWord(name), letter]),
  ),
);

/** A word, with the word for latitude or longitude after it in Russian and Ukrainian: `с. ш.` */
const wordPattern = /\p{L}[\p{L}\p{M}]*(?:\. ?[шд](?!\p{L}))?\.?/gu;

/**
 * Writes coordinates with the signs of English: ASCII digits, a minus, `°`, `'` and `"`, and the letters N, S, E and W. Other words stay.
 * @param text a line, with any spaces
 */
export function unifyCoordinateSigns(text: string): string {
  return toAsciiDigits(text)
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replaceAll('٫', '.')
    .replace(/[−–]/gu, '-')
    .replace(/[′’´`分]/gu, "'")
    .replace(/[″“”秒]|''/gu, '"')
    .replace(/[º˚度]/gu, '°')
    .replace(/[，،、]/gu, ',')
    .replace(/\s+/gu, ' ')
    .replace(wordPattern, (word) => hemispheres.get(foldWord(word)) ?? word)
    .trim();
}
