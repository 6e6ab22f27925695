/** Numbers as people type or paste them: phone numbers with separators, digits of other scripts. */

/**
 * The zero of each script whose digits keyboards of the supported languages type: Arabic, Persian and Urdu,
 * Devanagari.
 */
const zeros = ['\u0660', '\u06f0', '\u0966'].map((zero) => zero.charCodeAt(0));

/**
 * Replaces decimal digits of other scripts, and the fullwidth and mathematical forms of digits, by 0 to 9. Superscripts, circled
 * digits and fractions are no digits of a number and stay.
 */
export const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const zero = zeros.find((it) => digit.charCodeAt(0) >= it && digit.charCodeAt(0) <= it + 9);
    return zero === undefined ? digit.normalize('NFKC') : String(digit.charCodeAt(0) - zero);
  });

/** Signs of phone numbers as East Asian keyboards type them: plus, brackets, dot, slash. */
const asciiPhoneSigns = (text: string): string =>
  text.replace(/[\uff08\uff09\uff0b\uff0e\uff0f\uff3b\uff3d]/g, (sign) => sign.normalize('NFKC'));

/**
 * A phone number without what people write between its digits: spaces, dashes, brackets, dots, slashes, and the invisible marks
 * that a copied number brings along. A zero in brackets after the country code is left out, since it is not dialled from abroad;
 * elsewhere it stays, as line breaks do, since nothing says what is meant. Two zeros in front stand for a plus.
 * @returns digits with a plus in front where one was typed; whatever else was typed stays, so that a pattern refuses it
 */
export const normalizePhone = (text: string): string =>
  asciiPhoneSigns(asciiDigits(text))
    // Format characters that are visible, such as the Arabic number sign, are no separators.
    .replace(/[^\S\n\r\v\f\u2028\u2029]|(?=\p{Cf})\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/^(?:\+|00)(\d{1,3})\(0\)/, '+$1')
    .replace(/(?!(?<=\d)\(0\)|(?<=\d\(0)\))[()[\]./\p{Pd}]/gu, '')
    .replace(/^00/, '+');
