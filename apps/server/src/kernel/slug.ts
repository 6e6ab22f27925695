/** Slugs: readable parts of URLs. */
import { normalizeText } from '@waypost/contract/common/normalize-text';

/** `Road damage!` becomes `road-damage`, in any script. Empty without letters and digits. */
export const toSlug = (text: string): string =>
  normalizeText(text, 'NFKC')
    .toLowerCase()
    // A mark belongs to what it follows: that of an emoji is removed with it.
    .replace(/(?:^\p{M}+|[^\p{L}\p{M}\p{N}]\p{M}*)+/gu, '-')
    .replace(/^-|-$/g, '');
