import { expect, test } from 'vitest';
import { extractFeatures } from './text-features.ts';

const share = (text: string, other: string) => {
  const [features, others] = [extractFeatures(text), new Set(extractFeatures(other))];
  return features.filter((it) => others.has(it)).length / features.length;
};

test.each([
  ['English', 'the bridge is flooded', 'bridges and floods'],
  ['Spanish, with and without accents', 'inundación en la estación', 'inundacion estacion'],
  ['Arabic, with and without vowel points', 'فَيَضان في الشارع', 'فيضان الشارع'],
  ['Hindi', 'सड़क पर बाढ़ का पानी', 'बाढ़ का पानी'],
  ['Chinese', '桥被洪水淹没了', '洪水淹没'],
  ['Thai', 'น้ำท่วมถนนหน้าโรงเรียน', 'น้ำท่วมถนน'],
])('%s: texts about the same have features in common', (_language, text, similar) => {
  expect(share(similar, text)).toBeGreaterThan(0.4);
  expect(share(similar, 'qqq xxx zzz')).toBe(0);
});

test('numbers, such as those of phones, leave no trace', () => {
  expect(extractFeatures('+254 700 123 456 ٠١٢٣ a1b2')).toEqual([]);
  expect(extractFeatures('')).toEqual([]);
});

test('a very long text has a limited number of features', () => {
  const words = Array.from({ length: 5000 }, (_, index) => `word${String.fromCodePoint(0x4e00 + index)}`);
  expect(extractFeatures(words.join(' ')).length).toBeLessThanOrEqual(600);
});
