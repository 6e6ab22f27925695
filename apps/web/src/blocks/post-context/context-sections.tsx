/** Parts of the context: reports nearby, photographs, the sender's numbers, decisions. */
import { Button } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { limits } from '@waypost/contract/common/limits';
import type { PhotoFacts, PostContext } from '@waypost/contract/review/post-context';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { createDeviceStore, useDeviceStore } from '../../api/device-store.ts';
import list from '../../ui/display/divided-list.module.css';
import { Icon } from '../../ui/display/icon.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { TitledSection } from '../../ui/layout/titled-section.tsx';
import { ComparedPosts } from './compared-posts.tsx';
import { formatDistance, formatTimeDifference } from './format-comparison.ts';
import classes from './post-context.module.css';

const NearbyMap = lazy(() => import('./nearby-map.tsx'));

/** Whether this device shows the map of nearby reports. */
const mapIsShown = createDeviceStore('waypost.context-map', (stored) => stored === true);

interface MergeProps {
  /** Opens the dialog that merges a post with the current one. */
  onMerge: (postId: number) => void;
}

/** Reports that may be about the same event. */
export function DuplicatesSection({ duplicates, onMerge }: Pick<PostContext, 'duplicates'> & MergeProps) {
  const { t } = useTranslation();
  return (
    <TitledSection title={t('context.duplicates')}>
      {duplicates.length === 0 ? (
        <p className={classes['note']}>{t('context.noDuplicates')}</p>
      ) : (
        <ComparedPosts posts={duplicates} onMerge={onMerge} />
      )}
    </TitledSection>
  );
}

/** Other reports nearby, and a map of them. */
export function NearbySection({
  nearby,
  location,
  onMerge,
}: Pick<PostContext, 'nearby' | 'location'> & MergeProps) {
  const { t, i18n } = useTranslation();
  const isShown = useDeviceStore(mapIsShown);
  const distance = formatDistance(limits.postContext.nearbyMetres, i18n.language);
  return (
    <TitledSection title={t('context.nearby')}>
      {!location && <p className={classes['note']}>{t('context.noPlace')}</p>}
      {location && nearby.length === 0 && (
        <p className={classes['note']}>{t('context.noNearby', { distance })}</p>
      )}
      {location && nearby.length > 0 && (
        <>
          <Button
            variant="default"
            size="sm"
            className={classes['toggle'] ?? ''}
            aria-expanded={isShown}
            leftSection={<Icon icon={IconMap2} size={18} />}
            onClick={() => mapIsShown.set(!isShown)}
          >
            {isShown ? t('context.hideMap') : t('context.showMap')}
          </Button>
          {isShown && (
            <Suspense fallback={<ListSkeleton rows={1} height={200} />}>
              <NearbyMap center={location} posts={nearby} />
            </Suspense>
          )}
          <ComparedPosts posts={nearby} isNumbered onMerge={onMerge} />
        </>
      )}
    </TitledSection>
  );
}

/** Time and place of a photograph in words, compared with its report. */
function PhotoItem({ photo: { taken, seconds_later, distance } }: { photo: PhotoFacts }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const duration = seconds_later === null ? null : formatTimeDifference(seconds_later, language);
  const time =
    taken &&
    new Intl.DateTimeFormat(resolveFormatLocale(language), {
      dateStyle: 'medium',
      timeStyle: 'short',
    }).format(new Date(taken));
  const parts = [
    taken && (duration === null ? t('context.photoSameTime') : t('context.photoApart', { duration })),
    distance !== null &&
      (distance === 0
        ? t('context.photoSamePlace')
        : t('context.photoAway', { distance: formatDistance(distance, language) })),
  ];
  return (
    <li>
      {time && <span>{t('context.taken', { time })}</span>}
      <span className={classes['reasons']}>{parts.filter(Boolean).join(' · ')}</span>
    </li>
  );
}

/** Photographs whose files say when or where they were taken. */
export function PhotosSection({ photos }: Pick<PostContext, 'photos'>) {
  const { t } = useTranslation();
  if (photos.length === 0) return null;
  return (
    <TitledSection title={t('context.photos')}>
      <ul className={`${list['list']} ${classes['posts']}`}>
        {photos.map((photo) => (
          <PhotoItem key={photo.media.id} photo={photo} />
        ))}
      </ul>
    </TitledSection>
  );
}

/** How many other reports of the sender were published or archived. */
export function SenderSection({ sender: { kind, ...counts } }: Pick<PostContext, 'sender'>) {
  const { t } = useTranslation();
  const total = counts.published + counts.draft + counts.archived;
  if (kind === 'unknown' || total === 0) return null;
  return (
    <TitledSection title={t('context.history')}>
      <p className={classes['note']} data-figures>
        {t('context.counts', counts)}
      </p>
    </TitledSection>
  );
}

/** Earlier changes of the status. keys: post.status.* */
export function DecisionsSection({ decisions }: Pick<PostContext, 'decisions'>) {
  const { t } = useTranslation();
  if (decisions.length === 0) return null;
  return (
    <TitledSection title={t('context.decisions')}>
      <ol className={list['list']}>
        {decisions.map(({ created, after, user }) => (
          <li key={created + after}>
            <span>{t(`post.status.${after}`)}</span>
            <span className={list['meta']}>
              <bdi>{user?.realname || t('post.lock.somebody')}</bdi> · <RelativeTime date={created} />
            </span>
          </li>
        ))}
      </ol>
    </TitledSection>
  );
}
