/**
 * The token of a password reset link, passed from the URL to the dialog. Kept in memory, since it would stay in the history and
 * on the screen otherwise.
 */
let resetToken: string | null = null;

/** Stores the token of the opened link. */
export function storeResetToken(value: string): void {
  resetToken = value;
}

/** The stored token; null if no link was opened. */
export const getResetToken = (): string | null => resetToken;

/** Deletes the token after its use. */
export function clearResetToken(): void {
  resetToken = null;
}
