import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { formatErrorMessage } from '../../api/error-text.ts';
import { useIsLoginRequired } from '../../api/session.ts';
import { EmbedBadge } from '../../blocks/embed/embed-badge.tsx';
import { useEmbeddedSearch } from '../../blocks/embed/use-embedded-search.ts';
import type { PostSearch } from '../../blocks/post-search/post-search.ts';
import { usePageTitle } from '../../ui/layout/screen-title.tsx';
import classes from './embedded-map.module.css';
import { PostMap } from './post-map.tsx';

const MapLayers = lazy(() => import('../../blocks/map-layers/map-layers.tsx'));

/** The embedded map for other sites (`/map/noui`): pins with their cards, and a link to the deployment. */
export function EmbeddedMap({ search }: { search: PostSearch }) {
  const { t } = useTranslation();
  const { site } = useConfig();
  const isLoginRequired = useIsLoginRequired();
  usePageTitle(t('nav.map'));
  return (
    <main className={classes['embed']}>
      <h1 className={classes['title']}>{t('embed.title', { name: site.name || 'Waypost' })}</h1>
      {isLoginRequired ? (
        <p className={classes['message']}>{t('embed.private')}</p>
      ) : (
        <SharedMap search={search} />
      )}
      <div className={classes['corner']}>
        <EmbedBadge view="/views/map" search={search} />
      </div>
    </main>
  );
}

const renderLayers = () => (
  <Suspense fallback={null}>
    <MapLayers isEmbedded />
  </Suspense>
);

function SharedMap({ search }: { search: PostSearch }) {
  const { search: embeddedSearch, error } = useEmbeddedSearch(search);
  if (error)
    return (
      <p className={classes['message']} role="alert">
        {formatErrorMessage(error)}
      </p>
    );
  return embeddedSearch ? (
    <PostMap search={embeddedSearch} isEmbedded renderTools={renderLayers} />
  ) : (
    <Skeleton height="100%" />
  );
}
