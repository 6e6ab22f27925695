/** Finds numbers of documents, accounts and vehicles. Pure. */
// The module of each check has another kind of default export in Node and in bundles; the whole library has one.
import validator from 'validator';
import { documentRules, plateRules } from './document-rules.ts';
import { findAll, type Span } from './spans.ts';

const iban = /(?<![A-Z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Z0-9])/g;
const card = /(?<![\d.+-])\d(?:[ -]?\d){12,18}(?![\d.-]?\d)/g;

/** Words for a document, in twelve languages, before a number that would say nothing without them. */
const documentWords = [
  'passport',
  'ID(?: card| number| no\\.?)?',
  'identity (?:card|number)',
  'national ID',
  'licen[cs]e (?:number|no\\.?)',
  'social security',
  'pasaporte',
  'cédula',
  'DNI',
  'CURP',
  'carn[eé]t?',
  'passeport',
  "carte d[’']identité",
  'CNI',
  'CIN',
  'passaporte',
  'RG',
  'CPF',
  'identidade',
  'паспорт\\p{L}*',
  'ИНН',
  'СНИЛС',
  'ІПН',
  'РНОКПП',
  'посвідчення',
  'جواز(?: سفر)?',
  'رقم الهوية',
  'الهوية',
  'الرقم القومي',
  'هوية',
  'पासपोर्ट',
  'आधार(?: नंबर| संख्या)?',
  'पहचान पत्र',
  'kitambulisho',
  'pasipoti',
  'NIDA',
  'paspor',
  'KTP',
  'NIK',
  'SIM',
  'paspò',
  'kat idantite',
  'NIF',
  '护照',
  '身份证',
];
const afterDocumentWord = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${documentWords.join('|')})(?![\\p{L}])[\\s:：#№.,-]{0,3}(?:(?:n[º°o]\\.?|no\\.?|number|numéro|número|nimewo|namba|nomor|номер|рядок|رقم|है|नंबर|संख्या|号码|号|is|es|est|é|ni|se|是|:)[\\s:：#.]{0,2}){0,2}(?<found>[A-ZА-Я]{0,3}[ -]?\\d[\\dA-Z -]{4,16}\\d[A-Z]?)(?![\\p{L}\\p{N}])`,
  'gdiu',
);

const isOwnOrAnywhere = (
  country: string | undefined,
  rule: { country: string; isDistinct: boolean },
): boolean => rule.isDistinct || rule.country === country;

/**
 * Numbers of documents and plates.
 * @param country whose rules are used beside those that are distinct everywhere
 */
export function findDocumentNumbers(
  text: string,
  country: string | undefined,
): { documents: Span[]; plates: Span[] } {
  const textOf = ({ start, end }: Span) => text.slice(start, end);
  const byRule = documentRules
    .filter((rule) => isOwnOrAnywhere(country, rule))
    .flatMap(({ pattern, isValid }) => findAll(text, pattern).filter((it) => isValid?.(textOf(it)) ?? true));
  return {
    documents: [
      ...findAll(text, iban).filter((it) => validator.isIBAN(textOf(it).replaceAll(' ', ''))),
      ...findAll(text, card).filter((it) => validator.isCreditCard(textOf(it))),
      ...byRule,
      ...findAll(text, afterDocumentWord),
    ],
    plates: plateRules
      .filter((rule) => isOwnOrAnywhere(country, rule))
      .flatMap(({ pattern }) => findAll(text, pattern)),
  };
}
