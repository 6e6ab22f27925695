/** Numbers as people type them: with a decimal comma, in the digits of other scripts, with a typographic minus sign. */

/** The value of a digit in any script. */
function readDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  // In Unicode the ten digits of a script are consecutive and begin with its zero.
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/**
 * Converts to the format of the API: `1,5` and `١٫٥` become `1.5`. Other text is unchanged, and validation will report it.
 * Thousands separators are not removed: `1,000` means one or a thousand, depending on the language.
 */
export function normaliseNumber(text: string): string {
  const plain = text
    .trim()
    .replace(/\p{Nd}/gu, (it) => (/\d/.test(it) ? it : readDigit(it)))
    .replace('−', '-')
    .replace('٫', '.');
  return /^[+-]?\d*,\d+$/.test(plain) ? plain.replace(',', '.') : plain;
}
