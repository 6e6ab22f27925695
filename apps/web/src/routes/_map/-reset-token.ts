/**
 * The token of a password reset link, passed from the URL to the dialog. Kept in memory, since it would stay in the history and
 * on the screen otherwise.
 */
let resetToken: string | null = null;

export function storeResetToken(value: string): void {
  resetToken = value;
}

export const getResetToken = (): string | null => resetToken;

export function clearResetToken(): void {
  resetToken = null;
}
