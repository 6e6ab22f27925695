/** Redirects visitors of a private deployment to the login (spec 1 §6). */
import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { builtInRoles } from '@waypost/contract/common/permissions';
import { type Config, getConfig, isPrivateDeployment } from '../api/config.ts';
import { storeReturnUrl } from '../api/return-url.ts';
import { type Account, getCurrentAccount } from '../api/session.ts';

/** The embedded map shows its own message, since nobody should log in inside another site's page. */
const publicPaths =
  /^\/(?:login|forgotpassword|invitation|verifier|unsubscribe|receipt|404|map\/noui)(?:\/|$)/;

/**
 * Whether the role of an account has no permission in a private deployment (docs/decisions/0005). Used only to choose the screen;
 * the server enforces the permissions.
 */
export const hasNoAccess = (account: Account | null, deploymentConfig: Config): boolean =>
  isPrivateDeployment(deploymentConfig) &&
  account !== null &&
  account.role !== builtInRoles.admin &&
  account.permissions.length === 0;

/** For `beforeLoad` of the root route. Stores the URL, to return to it after the login. @throws a redirect to the login */
export function redirectVisitorsToLogin({ pathname, href }: ParsedLocation): void {
  if (!isPrivateDeployment(getConfig()) || getCurrentAccount() || publicPaths.test(pathname)) return;
  storeReturnUrl(href);
  throw redirect({ to: '/login' });
}
