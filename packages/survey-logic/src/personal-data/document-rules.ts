/** How numbers of documents and of vehicles look, by country. Pure data, with checks of their digits. */
import validator, { type IdentityCardLocale } from 'validator';

interface Rule {
  /** ISO 3166 code. */
  country: string;
  /** Whether it is rarely anything else, so that it is looked for everywhere; otherwise in its country only. */
  isDistinct: boolean;
  /** Matches candidates, with the flag `g`. */
  pattern: RegExp;
}

interface DocumentRule extends Rule {
  /** Whether the digits of a candidate fit, where the number has a check digit. */
  isValid?: (text: string) => boolean;
}

const withoutSeparators = (text: string) => text.replace(/[\s.-]/g, '');
const identityCard = (locale: IdentityCardLocale) => (text: string) =>
  validator.isIdentityCard(withoutSeparators(text).toUpperCase(), locale);
const taxId = (locale: string) => (text: string) => validator.isTaxID(withoutSeparators(text), locale);

/** Whether digits hold a plausible date at an offset: `YYMMDD`, `DDMMYY` … */
const hasDate = (digits: string, monthAt: number, dayAt: number): boolean => {
  const month = Number(digits.slice(monthAt, monthAt + 2));
  const day = Number(digits.slice(dayAt, dayAt + 2));
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
};

/** 13 digits from a date of birth, with a check digit by Luhn. */
const isSouthAfricanId = (text: string): boolean => hasDate(text, 2, 4) && validator.isLuhnNumber(text);

/** 13 digits with their key modulo 97 behind them. */
const isFrenchSocialNumber = (text: string): boolean => {
  const digits = withoutSeparators(text);
  return 97 - Number(BigInt(digits.slice(0, 13)) % 97n) === Number(digits.slice(13));
};

/** A day of birth of women has 40 added. */
const isIndonesianId = (text: string): boolean => {
  const day = Number(text.slice(6, 8)) % 40;
  const month = Number(text.slice(8, 10));
  return day >= 1 && day <= 31 && month >= 1 && month <= 12;
};

/** Numbers of identity cards, of tax and of social security. */
export const documentRules: readonly DocumentRule[] = [
  {
    country: 'ES',
    isDistinct: true,
    pattern: /(?<![\dA-Z])[XYZ\d]\d{7}[ -]?[A-Z](?![\dA-Za-z])/g,
    isValid: identityCard('ES'),
  },
  {
    country: 'IT',
    isDistinct: true,
    pattern: /(?<![\dA-Z])[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z](?![\dA-Z])/g,
  },
  { country: 'PL', isDistinct: false, pattern: /(?<!\d)\d{11}(?!\d)/g, isValid: identityCard('PL') },
  {
    country: 'IN',
    isDistinct: false,
    pattern: /(?<!\d)[2-9]\d{3}[ -]?\d{4}[ -]?\d{4}(?!\d)/g,
    isValid: identityCard('IN'),
  },
  { country: 'IN', isDistinct: true, pattern: /(?<![\dA-Z])[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z](?![\dA-Z])/g },
  {
    country: 'CN',
    isDistinct: true,
    pattern: /(?<!\d)[1-9]\d{5}(?:19|20)\d{9}[\dXx](?![\dA-Za-z])/g,
    isValid: identityCard('zh-CN'),
  },
  {
    country: 'BR',
    isDistinct: true,
    pattern: /(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)/g,
    isValid: taxId('pt-BR'),
  },
  { country: 'MX', isDistinct: true, pattern: /(?<![\dA-Z])[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z\d]\d(?![\dA-Z])/g },
  {
    country: 'US',
    isDistinct: true,
    pattern: /(?<![\d-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/g,
  },
  {
    country: 'GB',
    isDistinct: true,
    pattern: /(?<![\dA-Z])[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![\dA-Za-z])/g,
  },
  { country: 'ZA', isDistinct: false, pattern: /(?<!\d)\d{13}(?!\d)/g, isValid: isSouthAfricanId },
  {
    country: 'EG',
    isDistinct: false,
    pattern: /(?<!\d)[23]\d{13}(?!\d)/g,
    isValid: (text) => hasDate(text, 3, 5),
  },
  { country: 'ID', isDistinct: false, pattern: /(?<!\d)\d{16}(?!\d)/g, isValid: isIndonesianId },
  {
    country: 'FR',
    isDistinct: true,
    pattern: /(?<!\d)[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?\d{2} ?\d{3} ?\d{3} ?\d{2}(?!\d)/g,
    isValid: isFrenchSocialNumber,
  },
  { country: 'RU', isDistinct: true, pattern: /(?<!\d)\d{3}-\d{3}-\d{3}[ -]\d{2}(?!\d)/g },
  { country: 'RU', isDistinct: false, pattern: /(?<!\d)\d{2} ?\d{2} \d{6}(?!\d)/g },
  { country: 'UA', isDistinct: false, pattern: /(?<!\d)\d{10}(?!\d)/g, isValid: isUkrainianTaxNumber },
];

/** Ten digits, the last from the weighted sum of the others. */
function isUkrainianTaxNumber(text: string): boolean {
  const weights = [-1, 5, 7, 9, 4, 6, 10, 5, 7];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(text[index]), 0);
  return (((sum % 11) + 11) % 11) % 10 === Number(text[9]);
}

/** Plates of vehicles. */
export const plateRules: readonly Rule[] = [
  { country: 'KE', isDistinct: true, pattern: /(?<![\dA-Z])K[A-Z]{2} ?\d{3} ?[A-Z](?![\dA-Z])/g },
  { country: 'TZ', isDistinct: true, pattern: /(?<![\dA-Z])T ?\d{3} ?[A-Z]{3}(?![\dA-Z])/g },
  { country: 'UG', isDistinct: true, pattern: /(?<![\dA-Z])U[A-Z]{2} ?\d{3} ?[A-Z](?![\dA-Z])/g },
  { country: 'NG', isDistinct: true, pattern: /(?<![\dA-Z])[A-Z]{3}[ -]\d{3} ?[A-Z]{2}(?![\dA-Z])/g },
  {
    country: 'IN',
    isDistinct: true,
    pattern: /(?<![\dA-Z])[A-Z]{2}[ -]?\d{1,2}[A-Z]?[ -]?[A-Z]{1,3}[ -]?\d{4}(?![\dA-Z])/g,
  },
  {
    country: 'FR',
    isDistinct: true,
    pattern: /(?<![\dA-Z])[A-HJ-NP-TV-Z]{2}-\d{3}-[A-HJ-NP-TV-Z]{2}(?![\dA-Z])/g,
  },
  { country: 'ES', isDistinct: false, pattern: /(?<![\dA-Z])\d{4} ?[BCDFGHJKLMNPRSTVWXYZ]{3}(?![\dA-Z])/g },
  {
    country: 'PT',
    isDistinct: true,
    pattern: /(?<![\dA-Z-])(?:\d{2}-[A-Z]{2}-\d{2}|[A-Z]{2}-\d{2}-[A-Z]{2})(?![\dA-Z-])/g,
  },
  { country: 'BR', isDistinct: true, pattern: /(?<![\dA-Z])[A-Z]{3}-?\d[A-J\d]\d{2}(?![\dA-Z])/g },
  { country: 'ID', isDistinct: false, pattern: /(?<![\dA-Z])[A-Z]{1,2} \d{1,4} [A-Z]{1,3}(?![\dA-Za-z])/g },
  { country: 'HT', isDistinct: false, pattern: /(?<![\dA-Z])[A-Z]{2} ?\d{5}(?![\dA-Z])/g },
  {
    country: 'RU',
    isDistinct: true,
    pattern: /(?<![\p{L}\d])[АВЕКМНОРСТУХ]\d{3}[АВЕКМНОРСТУХ]{2} ?\d{2,3}(?![\p{L}\d])/giu,
  },
  {
    country: 'UA',
    isDistinct: true,
    pattern:
      /(?<![\p{L}\d])[АВСЕНІКМОРТХABCEHIKMOPTX]{2} ?\d{4} ?[АВСЕНІКМОРТХABCEHIKMOPTX]{2}(?![\p{L}\d])/gu,
  },
  {
    country: 'CN',
    isDistinct: true,
    pattern:
      /[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-Z][·•. ]?[A-Z\d]{5,6}(?![\dA-Z])/g,
  },
  { country: 'EG', isDistinct: true, pattern: /(?<!\p{L})(?:[أبجدرسصطعفقلمنهوي] ){2,3}\d{3,4}(?!\d)/gu },
];
