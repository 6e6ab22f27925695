import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type PostRevision, restoreRevision } from '@waypost/contract/posts/post-revisions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { useCall } from '../../../api/use-call.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';
import { usePostLinkState } from '../use-post-link-state.ts';
import classes from './history.module.css';

/** Restores an earlier version of a post after a confirmation. Restoring creates a new revision, so nothing is lost. */
export function RestoreRevision({ revision }: { revision: PostRevision }) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const state = usePostLinkState();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const params = { id: revision.post_id, revisionId: revision.id };
  const restore = useCall(restoreRevision, {
    async onSuccess() {
      setDialogOpen(false);
      notify('success', t('post.history.isRestored'));
      await navigate({ to: '/posts/$postId', params: { postId: String(revision.post_id) }, state });
    },
  });
  const when = new Intl.DateTimeFormat(resolveFormatLocale(i18n.language), {
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(new Date(revision.created));
  return (
    <div className={classes['restore']}>
      <Button
        variant="default"
        size="sm"
        leftSection={<Icon icon={IconHistory} size={18} />}
        onClick={() => setDialogOpen(true)}
      >
        {t('post.history.restore')}
      </Button>
      {isDialogOpen && (
        <ConfirmDialog
          title={t('post.history.question')}
          confirmLabel={t('post.history.confirm')}
          onConfirm={() => restore.mutateAsync({ params, body: {} })}
          formatErrors={formatErrorMessages}
          onClose={() => setDialogOpen(false)}
          isHarmless
        >
          {t('post.history.explain', { when })}
        </ConfirmDialog>
      )}
    </div>
  );
}
