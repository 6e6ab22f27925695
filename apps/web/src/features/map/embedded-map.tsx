/** The map alone, for other sites' pages (`/map/noui`): its pins, their cards, and whose map it is. */
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { problemText } from '../../api/fault-text.ts';
import { useIsShutOut } from '../../api/session.ts';
import { EmbedBadge } from '../../blocks/embed/embed-badge.tsx';
import { useSharedSearch } from '../../blocks/embed/use-shared-search.ts';
import type { PostSearch } from '../../blocks/post-search/post-search.ts';
import { usePageTitle } from '../../ui/screen-title.tsx';
import classes from './embedded-map.module.css';
import { MapStage } from './map-stage.tsx';

export function EmbeddedMap({ search }: { search: PostSearch }) {
  const { t } = useTranslation();
  const { site } = useConfig();
  const isShutOut = useIsShutOut();
  usePageTitle(t('nav.map'));
  return (
    <main className={classes['embed']}>
      <h1 className={classes['title']}>{t('embed.title', { name: site.name || 'Waypost' })}</h1>
      {isShutOut ? (
        <p className={classes['message']}>{t('embed.private')}</p>
      ) : (
        <SharedPosts search={search} />
      )}
      <div className={classes['corner']}>
        <EmbedBadge />
      </div>
    </main>
  );
}

function SharedPosts({ search }: { search: PostSearch }) {
  const { asked, error } = useSharedSearch(search);
  if (error)
    return (
      <p className={classes['message']} role="alert">
        {problemText(error)}
      </p>
    );
  return asked ? <MapStage search={asked} isEmbedded /> : <Skeleton height="100%" />;
}
