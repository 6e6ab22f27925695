/** Keywords in text messages. Pure. */

/** A keyword as it is compared: without case, accents and punctuation, so that `STOP!` and `Arrêt` are found. */
export const normalizeKeyword = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
