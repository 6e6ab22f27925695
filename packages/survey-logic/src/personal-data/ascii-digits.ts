/** Zeros of the scripts in which people write numbers; the other digits follow. */
const zeros = ['٠', '۰', '०', '০', '੦', '૦', '௦', '౦', '೦', '൦', '๐', '໐', '၀', '០', '０'].map(
  (zero) => zero.codePointAt(0) ?? 0,
);

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/** Writes decimal digits of any script as 0 to 9. The length stays the same. */
export const toAsciiDigits = (text: string): string =>
  isAscii(text)
    ? text
    : text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
        const code = digit.codePointAt(0) ?? 0;
        const zero = zeros.find((it) => code >= it && code <= it + 9);
        return zero === undefined ? digit : String(code - zero);
      });
