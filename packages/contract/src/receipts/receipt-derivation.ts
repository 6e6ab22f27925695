/**
 * How the key of a receipt is derived from the words of its code (PBKDF2-HMAC-SHA-256). The words are in lower case, without accents,
 * separated by one space.
 */
export const receiptDerivation = { salt: 'waypost receipt 1', iterations: 600_000, bytes: 32 } as const;
