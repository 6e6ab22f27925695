/** Other reports that may have to do with a report, as a list and on a map. */
import { Button, Group } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import type { PostContext } from '@waypost/contract/review/post-context';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createDeviceStore, useDeviceStore } from '../../api/device-store.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { TitledSection } from '../../ui/layout/titled-section.tsx';
import { ComparedPosts } from './compared-posts.tsx';
import type { RelatedPost } from './list-related-posts.ts';
import classes from './post-context.module.css';

const NearbyMap = lazy(() => import('./nearby-map.tsx'));

/** Whether this device shows the map of the reports. */
const mapIsShown = createDeviceStore('waypost.context-map', (stored) => stored === true);

/** Reports that are shown before "Show all". */
const initialCount = 5;

interface Props extends Pick<PostContext, 'location'> {
  posts: readonly RelatedPost[];
  /** Opens the dialog that merges a post with the current one. */
  onMerge: (postId: number) => void;
}

/** Lists each report once, with its reasons. On the map the numbers are those of the list. */
export function RelatedSection({ posts, location, onMerge }: Props) {
  const { t } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  const isMapShown = useDeviceStore(mapIsShown) && location !== null;
  const isOnMap = location !== null && posts.some((post) => post.location !== null);
  const shown = showsAll || isMapShown ? posts : posts.slice(0, initialCount);
  return (
    <TitledSection title={t('context.related')}>
      {posts.length === 0 && <p className={classes['note']}>{t('context.noRelated')}</p>}
      {!location && <p className={classes['note']}>{t('context.noPlace')}</p>}
      {isOnMap && (
        <Button
          variant="default"
          size="sm"
          className={classes['toggle'] ?? ''}
          aria-expanded={isMapShown}
          leftSection={<Icon icon={IconMap2} size={18} />}
          onClick={() => mapIsShown.set(!isMapShown)}
        >
          {isMapShown ? t('context.hideMap') : t('context.showMap')}
        </Button>
      )}
      {isOnMap && isMapShown && (
        <Suspense fallback={<ListSkeleton rows={1} height={200} />}>
          <NearbyMap center={location} posts={posts} />
        </Suspense>
      )}
      <ComparedPosts posts={shown} isNumbered={isOnMap && isMapShown} onMerge={onMerge} />
      {shown.length < posts.length && (
        <Group>
          <Button variant="subtle" size="sm" onClick={() => setShowsAll(true)}>
            {t('context.showAll', { count: posts.length })}
          </Button>
        </Group>
      )}
    </TitledSection>
  );
}
