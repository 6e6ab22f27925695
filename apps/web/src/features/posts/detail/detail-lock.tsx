import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { breakLock } from '@waypost/contract/posts/post-locks';
import type { Post } from '@waypost/contract/posts/posts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { useCall } from '../../../api/use-call.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { useOtherUserLock } from '../use-other-user-lock.ts';
import classes from './detail-header.module.css';

/** Shows who has locked the post for editing, with a button to release the lock (spec 2 §2 and §4). */
export function DetailLock({ post }: { post: Post }) {
  const { t } = useTranslation();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const lock = useOtherUserLock(post);
  const unlock = useCall(breakLock, {
    onSuccess() {
      setDialogOpen(false);
      notify('success', t('post.lock.unlocked'));
    },
  });
  if (!lock) return null;
  const name = lock.user?.realname || t('post.lock.somebody');
  return (
    <div className={classes['lock']}>
      <Icon icon={IconLock} size={18} />
      <p dir="auto">{t('post.lock.notice', { name })}</p>
      {post.allowed_privileges.includes('update') && (
        <Button variant="default" size="sm" onClick={() => setDialogOpen(true)}>
          {t('post.lock.unlock')}
        </Button>
      )}
      {isDialogOpen && (
        <ConfirmDialog
          title={t('post.lock.question')}
          confirmLabel={t('post.lock.unlock')}
          onConfirm={() => unlock.mutateAsync({ params: { id: post.id } })}
          formatErrors={formatErrorMessages}
          onClose={() => setDialogOpen(false)}
        >
          {t('post.lock.explain', { name })}
        </ConfirmDialog>
      )}
    </div>
  );
}
