/**
 * The token of a link to a new password, between the address it came with and the dialog that uses it. Kept in memory alone:
 * in the address it would stay in the history and on the screen.
 */
let resetToken: string | null = null;

export function storeResetToken(value: string): void {
  resetToken = value;
}

export const getResetToken = (): string | null => resetToken;

export function clearResetToken(): void {
  resetToken = null;
}
