/**
 * The registration that the login dialog follows. In memory alone: an address in the browser's history would stay readable on the
 * device.
 */
import type { Registered } from '../features/account/register-dialog.tsx';

let registered: Registered | undefined;

export const rememberRegistered = (it: Registered): void => {
  registered = it;
};
export const justRegistered = (): Registered | undefined => registered;
export const forgetRegistered = (): void => {
  registered = undefined;
};
