/**
 * Alert for an edit conflict: somebody else took the lock or saved first. The user's changes stay in the form until they decide.
 * keys: post.trouble.*
 */
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { copyToClipboard } from '../../../ui/browser/copy-to-clipboard.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { useAsyncAction } from '../../../ui/feedback/use-async-action.ts';
import classes from './edit-post.module.css';

/** An edit conflict with another user. */
export interface EditConflict {
  /** `lost`: the lock is gone. `changed`: somebody else saved the post in the meantime. */
  kind: 'lost' | 'changed';
  lockHolder: string | null;
}

interface Props {
  conflict: EditConflict;
  /** Returns the user's changes as text. */
  formatChanges: () => string;
  onReload: () => void;
  /**
   * Takes the lock again.
   * @returns whether the form can be submitted now
   */
  onRetakeLock: () => Promise<boolean>;
}

/** Shows the conflict with the possible ways to continue. */
export function EditConflictAlert({
  conflict: { kind, lockHolder },
  formatChanges,
  onReload,
  onRetakeLock,
}: Props) {
  const { t } = useTranslation();
  const retakeLock = useAsyncAction<HTMLFormElement | null, boolean>(onRetakeLock, {
    onSuccess: (isRetaken, form) => isRetaken && form?.requestSubmit(),
  });
  const copyChanges = async () => {
    if (await copyToClipboard(formatChanges())) notify('success', t('post.trouble.copied'));
    else notify('error', t('post.trouble.notCopied'));
  };
  const title = lockHolder ? t(`post.trouble.${kind}By`, { name: lockHolder }) : t(`post.trouble.${kind}`);
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      mb="sm"
      icon={<Icon icon={IconAlertTriangle} />}
      title={<span dir="auto">{title}</span>}
    >
      <p className={classes['conflictText']}>{t('post.trouble.text')}</p>
      <div className={classes['conflictActions']}>
        <Button
          size="sm"
          loading={retakeLock.isPending}
          onClick={(event) => retakeLock.mutate(event.currentTarget.form)}
        >
          {t('post.trouble.saveMine')}
        </Button>
        <Button size="sm" variant="default" onClick={() => void copyChanges()}>
          {t('post.trouble.copy')}
        </Button>
        <Button size="sm" variant="default" onClick={onReload}>
          {t('post.trouble.reload')}
        </Button>
      </div>
    </Alert>
  );
}
