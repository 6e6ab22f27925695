/** The dialog that passes something on, fetched when it is wanted. */
import { useQuery } from '@tanstack/react-query';
import { useRouterState, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { differsFromSaved, readPostMode } from '../post-search/post-mode.ts';
import { type PostSearch, toUrlFilters } from '../post-search/post-search.ts';
import { buildSetQuery } from '../sets/set-endpoints.ts';
import type { ShareTarget } from './share-dialog.tsx';

const loadShareDialog = () => import('./share-dialog.tsx');

export const useShareDialog = () => useLazyDialog(loadShareDialog);

/** `?a=1&b=2`, as the address bar has it. */
function toQueryString(values: Record<string, string | number | readonly string[] | undefined>): string {
  const pairs = Object.entries(values).flatMap(([key, value]) =>
    [value].flat().flatMap((it) => (it === undefined ? [] : [[key, String(it)]])),
  );
  const text = new URLSearchParams(pairs).toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * What the reader looks at: all posts with their filters, a collection, or a saved search.
 * @returns tells it; given where the map is (`lat,lon,zoom`), with that place, else with the one in the address
 */
export function useCurrentViewShareTarget(): (place?: string | null) => ShareTarget {
  const { t } = useTranslation();
  const { site } = useConfig();
  const search: PostSearch = useSearch({ from: '/_map' });
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const mode = readPostMode(search);
  const { data: set } = useQuery({
    ...buildSetQuery(
      mode.kind === 'savedsearch' ? 'savedsearch' : 'collection',
      mode.kind === 'all' ? 0 : mode.id,
    ),
    enabled: mode.kind !== 'all',
  });
  const { view, columns, size } = search;
  const filters = toUrlFilters(search);
  return (place) => {
    const at = place ?? search.at;
    if (mode.kind === 'all') {
      const isList = pathname.startsWith('/views/data');
      const look = isList ? { view, columns, size } : { at };
      return {
        title: site.name || t('share.map'),
        path: `${isList ? '/views/data' : '/views/map'}${toQueryString({ ...filters, ...look })}`,
        embedPath: isList
          ? `/list/noui${toQueryString(filters)}`
          : `/map/noui${toQueryString({ ...filters, at })}`,
      };
    }
    const title = set?.name ?? site.name;
    if (mode.kind === 'collection') {
      const { set: _only, ...others } = filters;
      return {
        title,
        path: `/collections/${mode.id}${Object.keys(others).length > 0 ? `/map${toQueryString(filters)}` : ''}`,
        embedPath: `/map/noui${toQueryString(filters)}`,
      };
    }
    // As it is kept, so that what is changed in it later changes in the pages that show it.
    const own = set?.filter && differsFromSaved(search, set.filter) ? filters : {};
    const said = { saved_search: mode.id, ...own };
    return {
      title,
      path: `/savedsearches/${mode.id}${Object.keys(own).length > 0 ? `/map${toQueryString(said)}` : ''}`,
      embedPath: `/map/noui${toQueryString(said)}`,
    };
  };
}
