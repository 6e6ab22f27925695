/** Comparing typed text with names. */

/** The text in lower case and without accents. */
export const foldText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
