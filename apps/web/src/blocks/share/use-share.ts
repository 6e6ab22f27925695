/** The dialog that passes something on, fetched when it is wanted. */
import { useQuery } from '@tanstack/react-query';
import { useRouterState, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { useLazyDialog } from '../../ui/lazy-dialog.tsx';
import { isChanged, modeOf } from '../post-search/post-mode.ts';
import { filtersInAddress, type PostSearch } from '../post-search/post-search.ts';
import { readSet } from '../sets/set-endpoints.ts';
import type { Shared } from './share-dialog.tsx';

const load = () => import('./share-dialog.tsx');

export const useShare = () => useLazyDialog(load);

/** `?a=1&b=2`, as the address bar has it. */
function queryText(values: Record<string, string | number | readonly string[] | undefined>): string {
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
export function useSharedView(): (place?: string | null) => Shared {
  const { t } = useTranslation();
  const { site } = useConfig();
  const search: PostSearch = useSearch({ from: '/_map' });
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const mode = modeOf(search);
  const { data: set } = useQuery({
    ...readSet(mode.kind === 'savedsearch' ? 'savedsearch' : 'collection', mode.kind === 'all' ? 0 : mode.id),
    enabled: mode.kind !== 'all',
  });
  const { view, columns, size } = search;
  const filters = filtersInAddress(search);
  return (place) => {
    const at = place ?? search.at;
    if (mode.kind === 'all') {
      const isList = pathname.startsWith('/views/data');
      const look = isList ? { view, columns, size } : { at };
      return {
        title: site.name || t('share.map'),
        path: `${isList ? '/views/data' : '/views/map'}${queryText({ ...filters, ...look })}`,
        embedPath: isList ? `/list/noui${queryText(filters)}` : `/map/noui${queryText({ ...filters, at })}`,
      };
    }
    const title = set?.name ?? site.name;
    if (mode.kind === 'collection') {
      const { set: _only, ...others } = filters;
      return {
        title,
        path: `/collections/${mode.id}${Object.keys(others).length > 0 ? `/map${queryText(filters)}` : ''}`,
        embedPath: `/map/noui${queryText(filters)}`,
      };
    }
    // As it is kept, so that what is changed in it later changes in the pages that show it.
    const own = set?.filter && isChanged(search, set.filter) ? filters : {};
    const said = { saved_search: mode.id, ...own };
    return {
      title,
      path: `/savedsearches/${mode.id}${Object.keys(own).length > 0 ? `/map${queryText(said)}` : ''}`,
      embedPath: `/map/noui${queryText(said)}`,
    };
  };
}
