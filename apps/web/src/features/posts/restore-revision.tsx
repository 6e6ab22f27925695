/** Saves a post as it was, after a question. The save is a revision of its own, so that nothing is lost. */
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type PostRevision, restoreRevision } from '@waypost/contract/post-revisions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { forResource } from '../../api/query-keys.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { formatsOf } from '../../ui/formats-of.ts';
import { Icon } from '../../ui/icon.tsx';
import { notify } from '../../ui/notice.tsx';
import classes from './history.module.css';
import { useWithList } from './use-with-list.ts';

export function RestoreRevision({ revision }: { revision: PostRevision }) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const state = useWithList();
  const [asks, setAsks] = useState(false);
  const params = { id: revision.post_id, revisionId: revision.id };
  const restore = async () => {
    await call(restoreRevision, { params, body: {} }, { quiet: true });
    setAsks(false);
    notify('success', t('post.history.isRestored'));
    await navigate({ to: '/posts/$postId', params: { postId: String(revision.post_id) }, state });
    await cache.invalidateQueries({ queryKey: forResource('posts') });
  };
  const when = new Intl.DateTimeFormat(formatsOf(i18n.language), {
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(new Date(revision.created));
  return (
    <div className={classes['restore']}>
      <Button
        variant="default"
        size="sm"
        leftSection={<Icon of={IconHistory} size={18} />}
        onClick={() => setAsks(true)}
      >
        {t('post.history.restore')}
      </Button>
      {asks && (
        <ConfirmDialog
          title={t('post.history.question')}
          action={t('post.history.confirm')}
          onConfirm={restore}
          textsOf={problemTexts}
          onClose={() => setAsks(false)}
          isHarmless
        >
          {t('post.history.explain', { when })}
        </ConfirmDialog>
      )}
    </div>
  );
}
