/** Whether the login that every new deployment begins with has to be made personal, and whether its notice was closed (spec 1 §4). */
import { builtInRoles } from '@waypost/contract/common/permissions';
import { defaultAdminEmails } from '@waypost/contract/users/users';
import { createDeviceStore, useDeviceStore } from '../../api/device-store.ts';
import { type Account, onSessionChange } from '../../api/session.ts';

/** Id of the account that closed the notice on this device; forgotten at the next login or logout. */
const dismissedBy = createDeviceStore('waypost.admin-setup-dismissed', (stored): number | null =>
  typeof stored === 'number' ? stored : null,
);
onSessionChange((account, before) => {
  if (account?.id !== before?.id) dismissedBy.set(null);
});

/** Whether an account is an administrator with the e-mail that every new deployment begins with. */
export const hasDefaultAdminEmail = ({ role, email }: Account): boolean =>
  role === builtInRoles.admin && defaultAdminEmails.some((defaultEmail) => defaultEmail === email);

/** Hides the notice until the next login. */
export const dismissAdminSetup = ({ id }: Account): void => dismissedBy.set(id);

/** Whether the notice is to be shown. */
export const useIsAdminSetupDue = (account: Account | null): boolean => {
  const dismissed = useDeviceStore(dismissedBy);
  return account !== null && hasDefaultAdminEmail(account) && dismissed !== account.id;
};
