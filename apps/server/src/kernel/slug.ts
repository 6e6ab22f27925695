/** Slugs: readable parts of URLs. */

/** `Road damage!` becomes `road-damage`, in any script. Empty without letters and digits. */
export const toSlug = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
