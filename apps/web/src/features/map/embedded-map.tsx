/** The map alone, for other sites' pages (`/map/noui`): its pins, their cards, and whose map it is. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { problemText } from '../../api/fault-text.ts';
import { useIsShutOut } from '../../api/session.ts';
import { inSavedSearch, modeOf } from '../../blocks/post-search/post-mode.ts';
import { countFilters, type PostSearch } from '../../blocks/post-search/post-search.ts';
import { readSet } from '../../blocks/sets/set-endpoints.ts';
import { usePageTitle } from '../../ui/screen-title.tsx';
import classes from './embedded-map.module.css';
import { MapStage } from './map-stage.tsx';

export function EmbeddedMap({ search }: { search: PostSearch }) {
  const { t } = useTranslation();
  const { site } = useConfig();
  const isShutOut = useIsShutOut();
  const name = site.name || 'Waypost';
  usePageTitle(t('nav.map'));
  return (
    <main className={classes['embed']}>
      <h1 className={classes['title']}>{t('embed.title', { name })}</h1>
      {isShutOut ? (
        <p className={classes['message']}>{t('embed.private')}</p>
      ) : (
        <SharedPosts search={search} />
      )}
      <a className={classes['badge']} href="/" target="_blank" rel="noopener">
        <img src={site.image_header || '/favicon.svg'} alt="" width={20} height={20} />
        <span className={classes['name']} dir="auto">
          {name}
        </span>
        {name !== 'Waypost' && <span className={classes['by']}>{t('embed.poweredBy')}</span>}
      </a>
    </main>
  );
}

/** The address names a saved search alone when its filters, as they are kept now, are to be shown. */
function SharedPosts({ search }: { search: PostSearch }) {
  const mode = modeOf(search);
  const isKept = mode.kind === 'savedsearch' && countFilters(search) === 0;
  const { data: set, error } = useQuery({
    ...readSet('savedsearch', mode.kind === 'savedsearch' ? mode.id : 0),
    enabled: isKept,
  });
  if (error)
    return (
      <p className={classes['message']} role="alert">
        {problemText(error)}
      </p>
    );
  if (isKept && !set) return <Skeleton height="100%" />;
  const asked = isKept && set ? { ...inSavedSearch(set.id, set.filter ?? {}), at: search.at } : search;
  return <MapStage search={asked as PostSearch} isEmbedded />;
}
