/** Labels of the active filters. keys: post.filter.source.* post.filter.place.* post.status.* */
import { useQueries, useQuery } from '@tanstack/react-query';
import { listAreas } from '@waypost/contract/areas/list-areas';
import { postSources, postStatuses } from '@waypost/contract/browse/post-filters';
import { listCategories } from '@waypost/contract/categories/categories';
import { parseIsoDate } from '@waypost/contract/common/dates';
import { verificationStatuses } from '@waypost/contract/posts/post-verification';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { useAccount } from '../../../api/session.ts';
import {
  buildCategoryTree,
  expandParents,
  toggleFilterCategory,
} from '../../../blocks/category-selector/category-tree.ts';
import { usePlaceName } from '../../../blocks/place-search/use-place-name.ts';
import { listExtraFilters } from '../../../blocks/post-search/extra-filters.ts';
import { fallbackRadiusKm } from '../../../blocks/post-search/post-query.ts';
import {
  type FilterKey,
  listActiveFilters,
  type PostSearch,
} from '../../../blocks/post-search/post-search.ts';
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';
import { useRoleNames } from '../use-role-names.ts';
import { useAuthorNames } from './use-author-names.ts';

/** An active filter with its label. */
export interface FilterChip {
  id: string;
  text: string;
  /** The search parameters without this filter. */
  searchWithout: PostSearch;
}

/** Ids of the selected surveys; "no survey" is left out, since it has no tasks. */
export const getSurveyIds = (search: PostSearch): number[] =>
  (search.form ?? []).filter((id) => id !== 'none').map(Number);

/** The tasks of the selected surveys, without the first one, which is the report itself. */
export const useTasksOfSelectedSurveys = (search: PostSearch) =>
  useQueries({
    queries: getSurveyIds(search).map((id) =>
      buildEndpointQuery(listTasks, { params: { id }, query: { orderby: 'priority', order: 'asc' } }),
    ),
    combine: (answers) =>
      answers.flatMap(({ data }) => data?.results ?? []).filter((task) => task.type !== 'post'),
  });

/** A day as written, independent of the time zone. */
function formatDay(text: string, language: string): string {
  const date = parseIsoDate(text);
  return date
    ? new Intl.DateTimeFormat(resolveFormatLocale(language), { dateStyle: 'medium', timeZone: 'UTC' }).format(
        date,
      )
    : text;
}

const removeValue = (list: string[] | undefined, value: string): string[] | undefined => {
  const remaining = (list ?? []).filter((other) => other !== value);
  return remaining.length > 0 ? remaining : undefined;
};

/** The active filters of the search parameters as chips. */
export function useFilterChips(search: PostSearch): FilterChip[] {
  const { t, i18n } = useTranslation();
  const accountId = useAccount()?.id;
  const { form = [], source = [], user = [] } = search;
  const surveys = useQuery({
    ...buildEndpointQuery(listSurveys, {}),
    enabled: form.length > 0,
  });
  const categories = useQuery({
    ...buildEndpointQuery(listCategories, {}),
    enabled: Boolean(search.tags?.length),
  });
  const areas = useQuery({ ...buildEndpointQuery(listAreas, {}), enabled: Boolean(search.area) });
  const tasks = useTasksOfSelectedSurveys(search);
  const authorNames = useAuthorNames(user.filter((id) => id !== 'me' && id !== String(accountId)));
  const roles = useRoleNames(search.published_to ?? []);
  const centerName = usePlaceName(search.center_point);
  const radiusKm = Number(search.within_km ?? fallbackRadiusKm);
  const tree = buildCategoryTree(categories.data?.results ?? [], []);
  const tags = expandParents(tree, search.tags ?? []);
  const buildChip = (
    key: FilterKey,
    text: string,
    searchWithout: PostSearch = { [key]: undefined },
  ): FilterChip => ({
    id: JSON.stringify(searchWithout),
    text,
    searchWithout,
  });
  const list = (texts: string[]) =>
    new Intl.ListFormat(resolveFormatLocale(i18n.language), { type: 'disjunction' }).format(texts);

  const getStatusName = (value: string) => {
    const status = postStatuses.find((status) => status === value);
    return status ? t(`post.status.${status}`) : value;
  };
  const placeKind = search.has_location === 'unmapped' ? 'unmapped' : 'mapped';

  const chipBuilders: Record<FilterKey, (() => FilterChip[]) | null> = {
    // The search field shows its own text.
    q: null,
    // It has no effect on which posts are found.
    order_unlocked_on_top: null,
    // The radius of `center_point`.
    within_km: null,
    status: () => {
      const { status = [] } = search;
      const isAny = status.includes('all') || postStatuses.every((entry) => status.includes(entry));
      return [buildChip('status', isAny ? t('post.filter.anyStatus') : list(status.map(getStatusName)))];
    },
    form: () =>
      form.map((id) => {
        const name = surveys.data?.results.find((survey) => String(survey.id) === id)?.name;
        const text = id === 'none' ? t('post.filter.noSurvey') : (name ?? t('post.filter.survey', { id }));
        return buildChip('form', text, { form: removeValue(form, id), current_stage: undefined });
      }),
    tags: () =>
      tags.flatMap((id) => {
        const parentNode = tree.find((parent) => parent.children.some((child) => String(child.id) === id));
        const isEveryChildSelected =
          parentNode?.children.every((child) => tags.includes(String(child.id))) ?? false;
        // The parent category stands for all of its children.
        if (parentNode && isEveryChildSelected && tags.includes(String(parentNode.category.id))) return [];
        const name = categories.data?.results.find((category) => String(category.id) === id)?.tag;
        const remaining = name ? toggleFilterCategory(tree, tags, Number(id)) : removeValue(tags, id);
        return [
          buildChip('tags', name ?? t('post.filter.category', { id }), {
            tags: remaining?.length ? remaining : undefined,
          }),
        ];
      }),
    source: () =>
      source.map((name) =>
        buildChip(
          'source',
          t(`post.filter.source.${postSources.find((postSource) => postSource === name) ?? 'web'}`),
          {
            source: removeValue(source, name),
          },
        ),
      ),
    user: () =>
      user.map((id) =>
        buildChip(
          'user',
          id === 'me' || id === String(accountId)
            ? t('post.filter.mine')
            : (authorNames.get(id) ?? t('post.filter.oneAuthor')),
          { user: removeValue(user, id) },
        ),
      ),
    assignee: () =>
      (search.assignee ?? []).map((id) =>
        buildChip(
          'assignee',
          t(
            `post.filter.assignee.${id === 'none' ? 'none' : id === 'me' || id === String(accountId) ? 'me' : 'other'}`,
          ),
          { assignee: removeValue(search.assignee, id) },
        ),
      ),
    verification: () =>
      verificationStatuses
        .filter((status) => search.verification?.includes(status))
        .map((status) =>
          buildChip('verification', t(`verification.status.${status}`), {
            verification: removeValue(search.verification, status),
          }),
        ),
    current_stage: () =>
      (search.current_stage ?? []).map((id) =>
        buildChip(
          'current_stage',
          t('post.filter.nextTask', { task: tasks.find((task) => String(task.id) === id)?.label ?? id }),
          { current_stage: removeValue(search.current_stage, id) },
        ),
      ),
    center_point: () => [
      buildChip(
        'center_point',
        centerName === undefined
          ? t('post.filter.around', { km: radiusKm })
          : t('post.filter.aroundPlace', { km: radiusKm, place: centerName }),
        {
          center_point: undefined,
          within_km: undefined,
        },
      ),
    ],
    has_location: () => [buildChip('has_location', t(`post.filter.place.${placeKind}`))],
    bbox: () => [buildChip('bbox', t('post.list.spot'))],
    area: () =>
      (search.area ?? []).map((id) =>
        buildChip(
          'area',
          areas.data?.results.find((area) => String(area.id) === id)?.name ?? t('post.filter.where'),
          { area: removeValue(search.area, id) },
        ),
      ),
    set: () => [buildChip('set', t('post.filter.set'))],
    published_to: () => [buildChip('published_to', t('post.filter.role', { roles: list(roles) }))],
    date_after: () => [
      buildChip(
        'date_after',
        t('post.filter.from', { day: formatDay(search.date_after ?? '', i18n.language) }),
      ),
    ],
    date_before: () => [
      buildChip(
        'date_before',
        t('post.filter.to', { day: formatDay(search.date_before ?? '', i18n.language) }),
      ),
    ],
    created_after: () => [
      buildChip(
        'created_after',
        t('post.filter.createdFrom', { day: formatDay(search.created_after ?? '', i18n.language) }),
      ),
    ],
    created_before: () => [
      buildChip(
        'created_before',
        t('post.filter.createdTo', { day: formatDay(search.created_before ?? '', i18n.language) }),
      ),
    ],
    more: () =>
      listExtraFilters(search.more).map(({ label, rest: searchWithout }) =>
        buildChip('more', t('post.filter.more', { filter: label }), { more: searchWithout }),
      ),
  };
  return listActiveFilters(search).flatMap((key) => chipBuilders[key]?.() ?? []);
}
