/** Numbers as people type them: with a comma, in the digits of their own script, with the true minus sign. */

/** The value of a digit in any script's row of ten. */
function readDigit(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  let zero = code;
  // Unicode keeps each script's ten digits in one run that begins with its zero.
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/**
 * As the wire wants it: `1,5` and `١٫٥` become `1.5`. What is no number stays as it is, for the rules to tell.
 * Marks between thousands are left alone: `1,000` is one to some and a thousand to others.
 */
export function normaliseNumber(text: string): string {
  const plain = text
    .trim()
    .replace(/\p{Nd}/gu, (it) => (/\d/.test(it) ? it : readDigit(it)))
    .replace('−', '-')
    .replace('٫', '.');
  return /^[+-]?\d*,\d+$/.test(plain) ? plain.replace(',', '.') : plain;
}
