/**
 * The registration that the login dialog follows. Kept in memory, since the history of the browser would be readable on the
 * device.
 */
import type { Registered } from '../features/account/register-dialog.tsx';

let registered: Registered | undefined;

/** Stores the registration for the login dialog. */
export const rememberRegistered = (account: Registered): void => {
  registered = account;
};
/** The stored registration, if any. */
export const justRegistered = (): Registered | undefined => registered;
/** Deletes the stored registration. */
export const forgetRegistered = (): void => {
  registered = undefined;
};
