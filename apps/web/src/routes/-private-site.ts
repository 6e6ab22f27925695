/** A private deployment is for those with an account: everybody else is asked to log in first (spec 1 §6). */
import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { builtInRoles } from '@waypost/contract/privileges';
import { type Config, config, isPrivate } from '../api/config.ts';
import { rememberAddress } from '../api/remembered-address.ts';
import { type Account, currentAccount } from '../api/session.ts';

/** The embedded map says by itself that it is not for strangers: nobody logs in inside another site's page. */
const open = /^\/(?:login|forgotpassword|verifier|unsubscribe|404|map\/noui)(?:\/|$)/;

/**
 * Whether an account is not let into a private deployment: its role holds nothing (docs/decisions/0005). Only what the
 * screens show hangs on it; what is refused, the server decides.
 */
export const isOutsider = (account: Account | null, settings: Config): boolean =>
  isPrivate(settings) &&
  account !== null &&
  account.role !== builtInRoles.admin &&
  account.permissions.length === 0;

export function sendVisitorsToLogin({ pathname, href }: ParsedLocation): void {
  if (!isPrivate(config()) || currentAccount() || open.test(pathname)) return;
  rememberAddress(href);
  throw redirect({ to: '/login' });
}
