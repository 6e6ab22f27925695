/**
 * Forms that the name of a place has in a sentence, besides the name itself: with endings in Russian and Ukrainian, after a
 * preposition that is written together with it in Arabic, and within a sentence without spaces in Chinese. Pure.
 */

/** Endings of Russian and Ukrainian cases, folded, and those of the name. The longer ones are tried first. */
const caseEndings: readonly (readonly [string, readonly string[]])[] = [
  ['ові', ['ів']],
  ['ова', ['ів', 'ов']],
  ['овом', ['ів', 'ов']],
  ['єві', ['їв']],
  ['єва', ['їв']],
  ['ою', ['а']],
  ['ой', ['а']],
  ['ом', ['']],
  ['ью', ['ь']],
  ['е', ['', 'а']],
  ['і', ['', 'а', 'ь']],
  ['и', ['ь', 'а', 'ы']],
  ['ы', ['а']],
  ['у', ['', 'а']],
  ['а', ['']],
];
/** Minimum letters of a name without its ending. */
const minStemLetters = 3;

/** Names in the first case that a folded word may be a form of: `москве` gives `москв` and `москва`. */
export function removeCaseEnding(folded: string): string[] {
  if (!/\p{Script=Cyrillic}/u.test(folded)) return [];
  return caseEndings.flatMap(([ending, replacements]) => {
    const stem = folded.slice(0, -ending.length);
    if (!folded.endsWith(ending) || stem.length < minStemLetters) return [];
    return replacements.map((replacement) => stem + replacement);
  });
}

/** An Arabic name after the preposition `بـ` (in) that is written together with it. */
export const removeArabicPreposition = (folded: string): string[] =>
  /^ب\p{Script=Arabic}{3,}$/u.test(folded) ? [folded.slice(1)] : [];

const chineseBefore = new Set('在于於到从從去往离離近至');
/** Words of one or two letters. */
const chineseAfter = new Set(
  '市 县 縣 区 區 省 镇 鎮 附近 周边 周邊 地区 地區 发生 發生 出现 出現 暴雨 洪水 地震 火灾 火災'.split(' '),
);
const chineseNameLetters = { min: 2, max: 5 };

/** A possible name in a Chinese sentence. `context`: a word beside it tells that it is a place. */
interface ChineseName {
  name: string;
  hint: 'context' | 'start';
}

/** Parts of Chinese sentences that may be names: beside a word that tells so, or at the beginning. */
export function findChineseNames(text: string): ChineseName[] {
  const sentences = text.match(/\p{Script=Han}{2,}/gu) ?? [];
  const lengths = Array.from(
    { length: chineseNameLetters.max - chineseNameLetters.min + 1 },
    (_none, index) => chineseNameLetters.max - index,
  );
  return sentences.flatMap((sentence) => {
    const letters = Array.from(sentence);
    return letters.flatMap((_letter, start) =>
      lengths.flatMap((length): ChineseName[] => {
        const end = start + length;
        if (end > letters.length) return [];
        const name = letters.slice(start, end).join('');
        const isBesideWord =
          chineseBefore.has(letters[start - 1] ?? '') ||
          chineseAfter.has(letters[end] ?? '') ||
          chineseAfter.has(letters.slice(end, end + 2).join(''));
        if (isBesideWord || length === letters.length) return [{ name, hint: 'context' }];
        return start === 0 ? [{ name, hint: 'start' }] : [];
      }),
    );
  });
}
