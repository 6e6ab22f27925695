/**
 * Stands for `free-form-dates.ts` in the client, by the `browser` member of package.json: fields of the client give ISO 8601, and the
 * parser would be a twentieth of the entry script. The server reads every notation.
 */
import type { parseFreeFormDate as Parse, readFreeFormDate as Read } from './free-form-dates.ts';

/** Reads no date: all that the client sends is ISO 8601. */
export const parseFreeFormDate: typeof Parse = () => null;

/** Reads no date. */
export const readFreeFormDate: typeof Read = () => null;
