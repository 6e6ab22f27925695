/** The share dialog, loaded when it is first opened. */
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

/** Opens the share dialog for any target. */
export const useShareDialog = () => useLazyDialog(loadShareDialog);

/** `?a=1&b=2`, as in the app's URLs. */
function toQueryString(values: Record<string, string | number | readonly string[] | undefined>): string {
  const pairs = Object.entries(values).flatMap(([key, value]) =>
    [value].flat().flatMap((it) => (it === undefined ? [] : [[key, String(it)]])),
  );
  const text = new URLSearchParams(pairs).toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * The current view: all posts with their filters, a collection, or a saved search.
 * @returns a function that builds the target; its parameter replaces the map position (`lat,lon,zoom`) of the URL
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
      const viewParams = isList ? { view, columns, size } : { at };
      return {
        title: site.name || t('share.map'),
        path: `${isList ? '/views/data' : '/views/map'}${toQueryString({ ...filters, ...viewParams })}`,
        embedPath: isList
          ? `/list/noui${toQueryString(filters)}`
          : `/map/noui${toQueryString({ ...filters, at })}`,
      };
    }
    const title = set?.name ?? site.name;
    if (mode.kind === 'collection') {
      const { set: _set, ...others } = filters;
      return {
        title,
        path: `/collections/${mode.id}${Object.keys(others).length > 0 ? `/map${toQueryString(filters)}` : ''}`,
        embedPath: `/map/noui${toQueryString(filters)}`,
      };
    }
    // By its id, so that later changes of the saved search appear in embedded views; only changed filters are added.
    const changedFilters = set?.filter && differsFromSaved(search, set.filter) ? filters : {};
    const params = { saved_search: mode.id, ...changedFilters };
    return {
      title,
      path: `/savedsearches/${mode.id}${Object.keys(changedFilters).length > 0 ? `/map${toQueryString(params)}` : ''}`,
      embedPath: `/map/noui${toQueryString(params)}`,
    };
  };
}
