/** Features of a text: its words and parts of its words, in any script. Pure. */
import { normalizeText } from '@waypost/contract/common/normalize-text';

/** Number of buckets that features are hashed into. Fewer merge more words; each one costs a row of the model. */
export const bucketCount = 65_536;
/** Characters of a text that are read, and features that are used at most. */
const maxTextLength = 2000;
const maxFeatures = 600;
/** Letters of a word that are read: the rest hardly tells anything. */
const maxWordLength = 24;

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;
/** Numbers name people, phones and dates, and hardly ever a topic. */
const digitPattern = /\p{N}/u;
/** Scripts without spaces between words: Thai, Lao, Burmese, Khmer, Japanese, Chinese. */
const unspacedPattern =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]|[\u{20000}-\u{2ffff}]/u;
/** Accents of Latin, Greek and Cyrillic letters, and the vowel points of Arabic and Hebrew, which many omit. */
const optionalMarks = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]/g;

const fold = (text: string): string =>
  normalizeText(text.slice(0, maxTextLength), 'NFKD')
    .replace(optionalMarks, '')
    .normalize('NFC')
    .toLowerCase();

/** FNV-1a, as a bucket. */
function hashToBucket(feature: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < feature.length; index += 1) {
    hash ^= feature.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return ((hash >>> 16) ^ hash) & (bucketCount - 1);
}

function* listParts(letters: readonly string[], sizes: readonly number[]): Generator<string> {
  for (const size of sizes)
    for (let start = 0; start + size <= letters.length; start += 1)
      yield letters.slice(start, start + size).join('');
}

/** A word, and its parts of three and four letters; single letters and pairs where words are not separated. */
function* listFeatures(word: string): Generator<string> {
  const letters = Array.from(word);
  if (unspacedPattern.test(word)) {
    yield* listParts(letters, [1, 2]);
    return;
  }
  const read = letters.slice(0, maxWordLength);
  yield `=${read.join('')}`;
  if (read.length > 3) yield* listParts(['^', ...read, '$'], [3, 4]);
}

/** The buckets of the features of a text, each once. */
export function extractFeatures(text: string): number[] {
  const buckets = new Set<number>();
  for (const [word] of fold(text).matchAll(wordPattern)) {
    if (digitPattern.test(word)) continue;
    for (const feature of listFeatures(word)) {
      if (buckets.size >= maxFeatures) return [...buckets];
      buckets.add(hashToBucket(feature));
    }
  }
  return [...buckets];
}
