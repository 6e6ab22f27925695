/** How sure the team is about a post, and the record of it. keys: verification.status.* */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readVerifications, type Verification } from '@waypost/contract/review/verifications';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import list from '../../ui/display/divided-list.module.css';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { TitledSection } from '../../ui/layout/titled-section.tsx';
import { LinkedText } from '../linked-text/linked-text.tsx';
import { useVerificationText, VerificationBadge } from '../verification-badge/verification-badge.tsx';
import classes from './post-record.module.css';
import { useMemberName } from './use-member-name.ts';
import { useVerify } from './use-verify.ts';

const loadDialog = () => import('./verify-dialog.tsx');

/** Shows the result and the record. */
export function VerificationSection({ postId }: { postId: number }) {
  const { t } = useTranslation();
  const dialog = useLazyDialog(loadDialog);
  const { data, error, refetch } = useQuery(
    buildEndpointQuery(readVerifications, { params: { id: postId } }, { ignoresRefusal: true }),
  );
  return (
    <TitledSection title={t('record.verification.title')}>
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={1} height={40} />}
      {data && (
        <>
          {data.status === 'unverified' ? (
            <p className={classes['text']}>{t('verification.status.unverified')}</p>
          ) : (
            <div>
              <VerificationBadge verification={data} />
            </div>
          )}
          <div className={classes['buttons']}>
            <Button size="sm" variant="default" onClick={() => dialog.open({ postId })}>
              {t('record.verification.record')}
            </Button>
          </div>
          {data.history.length > 0 && (
            <details className={classes['history']} open={data.history.length === 1}>
              <summary>{t('record.verification.history')}</summary>
              <ol className={list['list']}>
                {data.history.map((entry) => (
                  <VerificationEntry key={entry.id} postId={postId} entry={entry} />
                ))}
              </ol>
            </details>
          )}
        </>
      )}
      {dialog.dialog}
    </TitledSection>
  );
}

/** One entry, which can be withdrawn. */
function VerificationEntry({ postId, entry }: { postId: number; entry: Verification }) {
  const { t } = useTranslation();
  const nameOf = useMemberName();
  const getText = useVerificationText();
  const { setWithdrawn, isWithdrawing } = useVerify(postId);
  const isWithdrawn = entry.withdrawn !== null;
  return (
    <li data-withdrawn={isWithdrawn || undefined}>
      <span className={classes['entryHead']}>
        <span className={classes['result']}>{getText(entry)}</span>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={isWithdrawing}
          onClick={() => setWithdrawn(entry.id, !isWithdrawn)}
        >
          {t(isWithdrawn ? 'record.verification.restore' : 'record.verification.withdraw')}
        </Button>
      </span>
      {entry.evidence && <Evidence text={entry.evidence} />}
      {entry.note && (
        <span className={classes['noteText']} dir="auto">
          {entry.note}
        </span>
      )}
      <span className={list['meta']}>
        <bdi>{nameOf(entry.user)}</bdi> · <RelativeTime date={entry.created} />
        {isWithdrawn && ` · ${t('record.verification.withdrawn', { name: nameOf(entry.withdrawn_by) })}`}
      </span>
    </li>
  );
}

function Evidence({ text }: { text: string }) {
  return (
    <span className={classes['noteText']} dir="auto">
      <LinkedText text={text} />
    </span>
  );
}
