/** The column with the queue. On a phone it is closed at first. */
import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { lazy, memo, Suspense, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../../../ui/browser/use-is-phone.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx';
import { TextLink } from '../../../ui/navigation/text-link.tsx';
import type { ReviewSearch } from '../filters/review-search.ts';
import classes from '../review-page.module.css';
import type { ReviewState } from '../review-types.ts';
import { useReviewSummary } from '../use-review-summary.ts';

const QueuePanel = lazy(() => import('../queue-panel.tsx'));

interface Props {
  state: ReviewState;
  search: ReviewSearch;
  onSearch: (changed: ReviewSearch) => void;
}

/** How much waits, the filters, and what comes next: rendered after the report. */
export function QueueColumn(props: Props) {
  return <QueueContent {...props} state={useDeferredValue(props.state)} />;
}

const QueueContent = memo(function Content({ state, search, onSearch }: Props) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  return (
    <aside className={classes['queue']} aria-label={t('review.queue')}>
      <div className={classes['queueHead']}>
        <ScreenTitle title={t('review.title')} size="h2" />
        {isPhone && (
          <Button
            variant="default"
            size="sm"
            aria-expanded={isOpen}
            leftSection={<Icon icon={IconAdjustmentsHorizontal} size={18} />}
            onClick={() => setOpen(!isOpen)}
          >
            {t('review.filters')}
          </Button>
        )}
      </div>
      <WaitingNumbers search={search} />
      {(!isPhone || isOpen) && (
        <>
          <TextLink to="/review/shift" size="sm">
            {t('review.shift')}
          </TextLink>
          <Suspense>
            <QueuePanel state={state} search={search} onSearch={onSearch} />
          </Suspense>
        </>
      )}
    </aside>
  );
});

/** How much waits that the filters leave, and how much of it somebody holds. */
function WaitingNumbers({ search }: { search: ReviewSearch }) {
  const { t } = useTranslation();
  const { data } = useReviewSummary(search);
  if (!data) return null;
  return (
    <p className={classes['note']} data-figures>
      {t('review.waiting', { count: data.total })}
      {data.held > 0 && <span>{` · ${t('review.heldCount', { count: data.held })}`}</span>}
      {data.oldest && (
        <>
          {' · '}
          {t('review.oldest')} <RelativeTime date={data.oldest} />
        </>
      )}
    </p>
  );
}
