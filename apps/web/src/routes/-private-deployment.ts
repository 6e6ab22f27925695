/** A private deployment is for those with an account: everybody else is asked to log in first (spec 1 §6). */
import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { builtInRoles } from '@waypost/contract/common/permissions';
import { type Config, getConfig, isPrivateDeployment } from '../api/config.ts';
import { storeReturnUrl } from '../api/return-url.ts';
import { type Account, getCurrentAccount } from '../api/session.ts';

/** The embedded map says by itself that it is not for strangers: nobody logs in inside another site's page. */
const publicPaths = /^\/(?:login|forgotpassword|verifier|unsubscribe|404|map\/noui)(?:\/|$)/;

/**
 * Whether an account is not let into a private deployment: its role holds nothing (docs/decisions/0005). Only what the
 * screens show hangs on it; what is refused, the server decides.
 */
export const hasNoAccess = (account: Account | null, deploymentConfig: Config): boolean =>
  isPrivateDeployment(deploymentConfig) &&
  account !== null &&
  account.role !== builtInRoles.admin &&
  account.permissions.length === 0;

export function redirectVisitorsToLogin({ pathname, href }: ParsedLocation): void {
  if (!isPrivateDeployment(getConfig()) || getCurrentAccount() || publicPaths.test(pathname)) return;
  storeReturnUrl(href);
  throw redirect({ to: '/login' });
}
