/** Logging out: the questions before it, about unsaved changes and unsent reports. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { logout, useAccount } from '../../../api/session.ts';
import { getCacheOwner } from '../../../blocks/device/cache-names.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { hasUnsavedChanges, UnsavedDialog } from '../../../ui/form/unsaved-changes-guard.tsx';
import type { PendingLogout } from './logout-dialog.tsx';

const LogoutDialog = lazy(() => import('./logout-dialog.tsx'));
const loadDeviceModules = () =>
  Promise.all([
    import('../../../blocks/device/stored-reports.ts'),
    import('../../../blocks/device/device-encryption.ts'),
  ]);

/** Logs out after confirmations: about unsaved changes, and about drafts and reports that wait on this device. */
export function useLogout(): { startLogout: () => void; logoutDialogs: ReactNode } {
  const { t } = useTranslation();
  const account = useAccount();
  /** Number of unsent reports of the account; 0 while the dialog is closed. */
  const [unsentCount, setUnsentCount] = useState(0);
  const [pendingLogout, setPendingLogout] = useState<PendingLogout | null>(null);
  /** Whether the dialog about unsaved changes is open. */
  const [isUnsavedDialogOpen, setUnsavedDialogOpen] = useState(false);
  const logOutNow = () => {
    setUnsentCount(0);
    setPendingLogout(null);
    const owner = getCacheOwner(account?.id);
    void loadDeviceModules()
      .then(([{ deleteDrafts }]) => deleteDrafts(owner))
      .catch(() => undefined);
    logout();
  };
  const askToLeave = async () => {
    const owner = getCacheOwner(account?.id);
    const [drafts, waitingCount, canKeepLocked] = await loadDeviceModules()
      .then(([{ listDraftTimes, countQueuedReports }, { isKeyRecoverable }]) =>
        Promise.all([listDraftTimes(), countQueuedReports(owner), isKeyRecoverable(owner)]),
      )
      .catch(() => [[], 0, false] as const);
    if (waitingCount > 0)
      setPendingLogout({ owner, waitingCount, canKeepLocked, hasDrafts: drafts.length > 0 });
    else if (drafts.length > 0) setUnsentCount(drafts.length);
    else logOutNow();
  };
  const startLogout = () => {
    if (hasUnsavedChanges()) setUnsavedDialogOpen(true);
    else void askToLeave();
  };
  const logoutDialogs = (
    <>
      <UnsavedDialog
        opened={isUnsavedDialogOpen}
        onStay={() => setUnsavedDialogOpen(false)}
        onLeave={() => {
          setUnsavedDialogOpen(false);
          void askToLeave();
        }}
      />
      {pendingLogout && (
        <Suspense>
          <LogoutDialog {...pendingLogout} onLogout={logOutNow} onClose={() => setPendingLogout(null)} />
        </Suspense>
      )}
      {unsentCount > 0 && (
        <ConfirmDialog
          title={t('login.unsent.title', { count: unsentCount })}
          confirmLabel={t('login.unsent.leave')}
          onConfirm={async () => logOutNow()}
          formatErrors={formatErrorMessages}
          onClose={() => setUnsentCount(0)}
        >
          {t('login.unsent.text')}
        </ConfirmDialog>
      )}
    </>
  );
  return { startLogout, logoutDialogs };
}
