/**
 * The code of a receipt: six words, from which this device derives the key that opens the report (docs/decisions/0068). The server
 * gets neither the words nor, with the report, the key.
 */
import { receiptDerivation } from '@waypost/contract/receipts/receipt-derivation';

/** A receipt that was made on this device. It is kept in memory only. */
export interface Receipt {
  words: readonly string[];
  key: string;
  /** SHA-256 of the key, which is sent with the report. */
  hash: string;
}

/** Number of words of a code: each of 2048, so 66 bits. */
export const receiptWordCount = 6;

const encoder = new TextEncoder();
const toBase64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCodePoint(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    atob(text.replaceAll('-', '+').replaceAll('_', '/')),
    (character) => character.codePointAt(0) ?? 0,
  );

/** Whether this page can derive keys: browsers provide Web Crypto only over https. */
export const canUseReceipts = (): boolean => typeof crypto.subtle !== 'undefined';

/** Lists of BIP-39, by language. Other languages use the English one, whose words have only the letters a to z. */
const wordLists: Readonly<Record<string, () => Promise<{ wordlist: readonly string[] }>>> = {
  es: () => import('@scure/bip39/wordlists/spanish.js'),
  fr: () => import('@scure/bip39/wordlists/french.js'),
  pt: () => import('@scure/bip39/wordlists/portuguese.js'),
  zh: () => import('@scure/bip39/wordlists/simplified-chinese.js'),
};

/** Loads the words for codes in a language. */
export const loadWordList = async (language: string): Promise<readonly string[]> =>
  (await (wordLists[language] ?? (() => import('@scure/bip39/wordlists/english.js')))()).wordlist;

/** The words of a typed code, as they are compared: lower case, without accents, numbers and punctuation. */
export const readReceiptWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    // Chinese words have one character each, and are written without spaces.
    .match(/\p{Script=Han}|(?:(?!\p{Script=Han})\p{L})+/gu) ?? [];

/** Derives the key from the words of a code. It takes about half a second. */
export async function deriveReceiptKey(words: readonly string[]): Promise<string> {
  const { salt, iterations, bytes } = receiptDerivation;
  const code = encoder.encode(readReceiptWords(words.join(' ')).join(' '));
  const material = await crypto.subtle.importKey('raw', code, 'PBKDF2', false, ['deriveBits']);
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: encoder.encode(salt), iterations };
  return toBase64Url(await crypto.subtle.deriveBits(algorithm, material, bytes * 8));
}

/** The hash of a key that is sent with a report. */
export const hashReceiptKey = async (key: string): Promise<string> =>
  toBase64Url(await crypto.subtle.digest('SHA-256', fromBase64Url(key)));

/** Makes a new receipt with random words of a language. */
export async function createReceipt(language: string): Promise<Receipt> {
  const list = await loadWordList(language);
  // The list has 2048 words, so that each remainder is equally likely.
  const words = Array.from(
    crypto.getRandomValues(new Uint16Array(receiptWordCount)),
    (number) => list[number % list.length] ?? '',
  );
  const key = await deriveReceiptKey(words);
  return { words, key, hash: await hashReceiptKey(key) };
}
