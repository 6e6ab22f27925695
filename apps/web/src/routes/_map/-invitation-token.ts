/** The token of an invitation, passed from the URL to the dialog in memory, so that it stays neither in the history nor on the screen. */
let invitationToken: string | null = null;

/** Stores the token of the opened link. */
export function storeInvitationToken(value: string): void {
  invitationToken = value;
}

/** The stored token; null if no link was opened. */
export const getInvitationToken = (): string | null => invitationToken;

/** Deletes the token after its use. */
export function clearInvitationToken(): void {
  invitationToken = null;
}
