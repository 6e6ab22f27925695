/** Keywords in text messages. Pure. */
import { normalizeText } from '@waypost/contract/common/normalize-text';

/** A keyword as it is compared: without case, accents and punctuation, so that `STOP!` and `Arrêt` are found. */
export const normalizeKeyword = (text: string): string =>
  normalizeText(text, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
