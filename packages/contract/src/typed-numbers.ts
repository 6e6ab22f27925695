/** Numbers as people type or paste them: phone numbers with separators, digits of other scripts. */

/**
 * The zero of each script whose digits keyboards of the supported languages type: Arabic, Persian and Urdu,
 * Devanagari.
 */
const zeros = ['\u0660', '\u06f0', '\u0966'].map((zero) => zero.charCodeAt(0));

/** Replaces digits of other scripts by 0 to 9. */
export const asciiDigits = (text: string): string =>
  text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const zero = zeros.find((it) => digit.charCodeAt(0) >= it && digit.charCodeAt(0) <= it + 9);
    return zero === undefined ? digit : String(digit.charCodeAt(0) - zero);
  });

/**
 * Removes what people write between the digits of a phone number: spaces, dashes, brackets, dots, slashes, and
 * invisible characters of copied text. A zero in brackets after the country code is removed too, since it is not
 * dialled from abroad.
 * @returns digits, with a leading plus if one was typed; other characters stay, so that validation rejects them
 */
export const normalizePhone = (text: string): string =>
  asciiDigits(text)
    .replace(/[\s\p{Cf}]/gu, '')
    .replace(/^(\+\d{1,3})\(0\)/, '$1')
    .replace(/[()[\]./\p{Pd}]/gu, '');
