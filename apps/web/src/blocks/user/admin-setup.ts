/** Whether the login that every new deployment begins with has to be made personal, and whether that was postponed (spec 1 §4). */
import { builtInRoles } from '@waypost/contract/common/permissions';
import { defaultAdminEmails } from '@waypost/contract/users/users';
import { createDeviceStore, useDeviceStore } from '../../api/device-store.ts';
import { type Account, onSessionChange } from '../../api/session.ts';

/** Id of the account that chose "Not now" on this device; forgotten at the next login or logout. */
const postponedBy = createDeviceStore('waypost.admin-setup-postponed', (stored): number | null =>
  typeof stored === 'number' ? stored : null,
);
onSessionChange((account, before) => {
  if (account?.id !== before?.id) postponedBy.set(null);
});

/** Whether an account is an administrator with the e-mail that every new deployment begins with. */
export const hasDefaultAdminEmail = ({ role, email }: Account): boolean =>
  role === builtInRoles.admin && defaultAdminEmails.some((defaultEmail) => defaultEmail === email);

/** "Not now": the dialog does not open by itself until the next login. */
export const postponeAdminSetup = ({ id }: Account): void => postponedBy.set(id);

/** Opens the dialog again. */
export const openAdminSetup = (): void => postponedBy.set(null);

/** Whether the dialog is to be shown. */
export const useIsAdminSetupDue = (account: Account): boolean => {
  const postponed = useDeviceStore(postponedBy);
  return hasDefaultAdminEmail(account) && postponed !== account.id;
};
