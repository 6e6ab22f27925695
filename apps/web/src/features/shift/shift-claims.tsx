/** Who holds which report, and since when nothing happens. */
import { Button } from '@mantine/core';
import { breakLock } from '@waypost/contract/posts/post-locks';
import type { ReviewShift } from '@waypost/contract/review/shift';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../api/notify-error.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { useCall } from '../../api/use-call.ts';
import { formatPostTitle } from '../../blocks/post-card/post-title.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import { TextLink } from '../../ui/navigation/text-link.tsx';
import { formatWaitingTime } from './format-waiting-time.ts';
import classes from './shift.module.css';

/** Seconds after which a reviewer seems to have left. */
const idleAfterSeconds = 120;

/** Lists the claims; each can be released. */
export function ShiftClaims({ claims }: Pick<ReviewShift, 'claims'>) {
  const { t } = useTranslation();
  return (
    <section className={classes['group']} aria-label={t('shift.claims')}>
      <h2>{t('shift.claims')}</h2>
      {claims.length === 0 && <p className={classes['note']}>{t('shift.noClaims')}</p>}
      <ul className={classes['claims']}>
        {claims.map((claim) => (
          <ClaimRow key={claim.id} claim={claim} />
        ))}
      </ul>
    </section>
  );
}

function ClaimRow({ claim }: { claim: ReviewShift['claims'][number] }) {
  const { t, i18n } = useTranslation();
  const { post_id, title, user, idle_seconds, allowed_privileges } = claim;
  const release = useCall(breakLock, {
    invalidates: [buildResourceKey('review')],
    onSuccess: () => notify('success', t('shift.released')),
    onError: notifyError,
  });
  const isIdle = idle_seconds >= idleAfterSeconds;
  const name = formatPostTitle({ title }, t);
  return (
    <li data-idle={isIdle || undefined}>
      <span className={classes['claim']}>
        <TextLink to="/posts/$postId" params={{ postId: String(post_id) }} dir="auto">
          {name}
        </TextLink>
        <span className={classes['note']}>
          <bdi>{user?.realname || t('post.lock.somebody')}</bdi> ·{' '}
          <span className={classes['state']}>
            {isIdle
              ? t('shift.idle', { time: formatWaitingTime(Math.floor(idle_seconds / 60), i18n.language) })
              : t('shift.active')}
          </span>
        </span>
      </span>
      {allowed_privileges.includes('delete') && (
        <Button
          size="sm"
          variant="default"
          loading={release.isPending}
          aria-label={t('shift.releaseOf', { title: name })}
          onClick={() => release.mutate({ params: { id: post_id } })}
        >
          {t('shift.release')}
        </Button>
      )}
    </li>
  );
}
