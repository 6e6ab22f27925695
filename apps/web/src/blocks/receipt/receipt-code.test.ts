import { createHash, pbkdf2Sync } from 'node:crypto';
import { receiptDerivation } from '@waypost/contract/receipts/receipt-derivation';
import { expect, test } from 'vitest';
import {
  createReceipt,
  deriveReceiptKey,
  hashReceiptKey,
  loadWordList,
  readReceiptWords,
} from './receipt-code.ts';

test('a code can be typed without case, accents and order of separators', () => {
  const words = ['acido', 'nino', 'arbol', 'cafe', 'luz', 'mar'];
  expect(readReceiptWords('ácido niño árbol café luz mar')).toEqual(words);
  expect(readReceiptWords(' 1. ACIDO\n2. Nino, 3. arbol-cafe/LUZ.mar ')).toEqual(words);
  expect(readReceiptWords('的一是在不了')).toEqual(['的', '一', '是', '在', '不', '了']);
  expect(readReceiptWords('的 一 是, 在 不 了')).toEqual(['的', '一', '是', '在', '不', '了']);
  expect(readReceiptWords(' - ')).toEqual([]);
});

test('the key is that of the documented derivation', async () => {
  const { salt, iterations, bytes } = receiptDerivation;
  const expected = pbkdf2Sync('acido nino mar', salt, iterations, bytes, 'sha256');
  const key = await deriveReceiptKey(['Ácido', 'niño', 'mar']);
  expect(key).toBe(expected.toString('base64url'));
  expect(await hashReceiptKey(key)).toBe(createHash('sha256').update(expected).digest('base64url'));
});

test.each(['en', 'es', 'fr', 'pt', 'zh', 'ar'])(
  'the words of %s differ without case and accents, and are one word each',
  async (language) => {
    const list = await loadWordList(language);
    expect(list).toHaveLength(2048);
    const compared = list.map((word) => readReceiptWords(word));
    expect(compared.filter((words) => words.length !== 1)).toEqual([]);
    expect(new Set(compared.flat()).size).toBe(2048);
  },
);

test('each receipt has six words of its own', async () => {
  const [first, second] = await Promise.all([createReceipt('fr'), createReceipt('fr')]);
  expect(first.words).toHaveLength(6);
  expect(first.words).not.toEqual(second.words);
  expect(await deriveReceiptKey(first.words)).toBe(first.key);
});
