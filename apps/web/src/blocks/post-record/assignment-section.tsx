/** Who a post is assigned to, with the earlier assignments. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type PostAssignment, readPostAssignment } from '@waypost/contract/review/assignments';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useScreenOwner } from '../../api/session.ts';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import list from '../../ui/display/divided-list.module.css';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { TitledSection } from '../../ui/layout/titled-section.tsx';
import classes from './post-record.module.css';
import { type OnAssigned, useAssign } from './use-assign.ts';
import { useMemberName } from './use-member-name.ts';

const loadDialog = () => import('./assign-dialog.tsx');

interface Props {
  postId: number;
  onAssigned?: OnAssigned | undefined;
}

/** Shows and changes the assignment. */
export function AssignmentSection({ postId, onAssigned }: Props) {
  const { t } = useTranslation();
  const owner = useScreenOwner();
  const nameOf = useMemberName();
  const dialog = useLazyDialog(loadDialog);
  const { assign, isPending } = useAssign(postId, onAssigned);
  const { data, error, refetch } = useQuery(
    buildEndpointQuery(readPostAssignment, { params: { id: postId } }, { ignoresRefusal: true }),
  );
  return (
    <TitledSection title={t('record.assignment.title')}>
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={1} height={40} />}
      {data && (
        <>
          <p className={classes['text']} dir="auto">
            {data.user ? nameOf(data.user) : t('record.assignment.nobody')}
          </p>
          <div className={classes['buttons']}>
            {owner && data.user?.id !== owner.id && (
              <Button size="sm" variant="default" loading={isPending} onClick={() => assign(owner.id)}>
                {t('record.assignment.toMe')}
              </Button>
            )}
            <Button size="sm" variant="default" onClick={() => dialog.open({ postId, onAssigned })}>
              {t('record.assignment.choose')}
            </Button>
            {data.user && (
              <Button size="sm" variant="default" disabled={isPending} onClick={() => assign(null)}>
                {t('record.assignment.remove')}
              </Button>
            )}
          </div>
          {data.history.length > 1 && <AssignmentHistory history={data.history} />}
        </>
      )}
      {dialog.dialog}
    </TitledSection>
  );
}

/** All assignments, the latest first. */
function AssignmentHistory({ history }: Pick<PostAssignment, 'history'>) {
  const { t } = useTranslation();
  const nameOf = useMemberName();
  return (
    <details className={classes['history']}>
      <summary>{t('record.assignment.history')}</summary>
      <ol className={list['list']}>
        {history.map(({ id, user, assigned_by, created }) => (
          <li key={id}>
            <span dir="auto">{user ? nameOf(user) : t('record.assignment.nobody')}</span>
            <span className={list['meta']}>
              {t('record.assignment.by', { name: nameOf(assigned_by) })} · <RelativeTime date={created} />
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
