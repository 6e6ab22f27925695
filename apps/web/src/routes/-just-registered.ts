/**
 * The registration that the login dialog follows. Kept in memory, since the history of the browser would be readable on the
 * device.
 */
import type { Registered } from '../features/account/register-dialog.tsx';

let registered: Registered | undefined;

export const rememberRegistered = (account: Registered): void => {
  registered = account;
};
export const justRegistered = (): Registered | undefined => registered;
export const forgetRegistered = (): void => {
  registered = undefined;
};
