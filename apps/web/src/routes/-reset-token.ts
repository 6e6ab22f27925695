/**
 * The token of a link to a new password, between the address it came with and the dialog that uses it. Kept in memory alone:
 * in the address it would stay in the history and on the screen.
 */
let token: string | null = null;

export function holdResetToken(it: string): void {
  token = it;
}

export const heldResetToken = (): string | null => token;

export function dropResetToken(): void {
  token = null;
}
