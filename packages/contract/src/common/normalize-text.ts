/** Unicode normalisation of texts that anybody may send. */

/** No language writes more marks on one letter; "Stream-Safe Text Format" of Unicode (UAX #15) allows as many. */
const excessMarks = /(\p{M}{30})\p{M}+/gu;

/** Arabic signs for a whole phrase, of eighteen and eight letters. */
const phraseSigns = /[\ufdfa\ufdfb]/g;

/**
 * `String.prototype.normalize` in time proportional to the length. It sorts the marks of a letter in the square of their number: 65,000
 * marks would take seconds. The marks of a letter beyond 30 are left out, and signs for a phrase become spaces.
 */
export const normalizeText = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  text.replace(excessMarks, '$1').replace(phraseSigns, ' ').normalize(form);
