/** Labels of the active filters. keys: post.filter.source.* post.filter.place.* post.status.* */
import { useQueries, useQuery } from '@tanstack/react-query';
import { postSources, postStatuses } from '@waypost/contract/browse/post-filters';
import { listCategories } from '@waypost/contract/categories/categories';
import { parseDate } from '@waypost/contract/common/scalars';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { useAccount } from '../../../api/session.ts';
import { buildCategoryTree, toggleCategory } from '../../../blocks/category-selector/category-tree.ts';
import { listExtraFilters } from '../../../blocks/post-search/extra-filters.ts';
import { fallbackRadiusKm } from '../../../blocks/post-search/post-query.ts';
import {
  type FilterKey,
  listActiveFilters,
  type PostSearch,
} from '../../../blocks/post-search/post-search.ts';
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';
import { useRoleNames } from '../use-role-names.ts';

export interface FilterChip {
  id: string;
  text: string;
  /** The search parameters without this filter. */
  searchWithout: PostSearch;
}

/** Ids of the selected surveys; "unknown survey" is left out, since it has no tasks. */
export const getSurveyIds = (search: PostSearch): number[] =>
  (search.form ?? []).filter((it) => it !== 'none').map(Number);

/** The tasks of the selected surveys, without the first one, which is the report itself. */
export const useTasksOfSelectedSurveys = (search: PostSearch) =>
  useQueries({
    queries: getSurveyIds(search).map((id) =>
      buildEndpointQuery(
        listTasks,
        { params: { id }, query: { orderby: 'priority', order: 'asc' } },
        { quiet: true },
      ),
    ),
    combine: (answers) =>
      answers.flatMap(({ data }) => data?.results ?? []).filter((it) => it.type !== 'post'),
  });

/** A day as written, independent of the time zone. */
function formatDay(text: string, language: string): string {
  const date = parseDate(text);
  return date
    ? new Intl.DateTimeFormat(resolveFormatLocale(language), { dateStyle: 'medium', timeZone: 'UTC' }).format(
        date,
      )
    : text;
}

const removeValue = (list: string[] | undefined, value: string): string[] | undefined => {
  const left = (list ?? []).filter((it) => it !== value);
  return left.length > 0 ? left : undefined;
};

export function useFilterChips(search: PostSearch): FilterChip[] {
  const { t, i18n } = useTranslation();
  const me = useAccount()?.id;
  const { form = [], tags = [], source = [], user = [] } = search;
  const surveys = useQuery({
    ...buildEndpointQuery(listSurveys, {}, { quiet: true }),
    enabled: form.length > 0,
  });
  const categories = useQuery({ ...buildEndpointQuery(listCategories, {}), enabled: tags.length > 0 });
  const tasks = useTasksOfSelectedSurveys(search);
  const roles = useRoleNames(search.published_to ?? []);
  const tree = buildCategoryTree(categories.data?.results ?? [], []);
  const say = (key: FilterKey, text: string, rest: PostSearch = { [key]: undefined }): FilterChip => ({
    id: JSON.stringify(rest),
    text,
    searchWithout: rest,
  });
  const list = (texts: string[]) =>
    new Intl.ListFormat(resolveFormatLocale(i18n.language), { type: 'disjunction' }).format(texts);

  const nameOfStatus = (value: string) => {
    const status = postStatuses.find((it) => it === value);
    return status ? t(`post.status.${status}`) : value;
  };
  const kindOfPlace = search.has_location === 'unmapped' ? 'unmapped' : 'mapped';

  const ofKey: { [key in FilterKey]?: () => FilterChip[] } = {
    // The search field shows its own text.
    q: () => [],
    status: () => {
      const { status = [] } = search;
      const isAny = status.includes('all') || postStatuses.every((it) => status.includes(it));
      return [say('status', isAny ? t('post.filter.anyStatus') : list(status.map(nameOfStatus)))];
    },
    form: () =>
      form.map((id) => {
        const name = surveys.data?.results.find((it) => String(it.id) === id)?.name;
        const text = id === 'none' ? t('post.filter.noSurvey') : (name ?? t('post.filter.survey', { id }));
        return say('form', text, { form: removeValue(form, id), current_stage: undefined });
      }),
    tags: () =>
      tags.flatMap((id) => {
        const branch = tree.find((it) => it.children.some((child) => String(child.id) === id));
        const isWhole = branch?.children.every((it) => tags.includes(String(it.id))) ?? false;
        // The parent category stands for all of its children.
        if (branch && isWhole && tags.includes(String(branch.category.id))) return [];
        const name = categories.data?.results.find((it) => String(it.id) === id)?.tag;
        const left = name ? toggleCategory(tree, tags, Number(id)) : removeValue(tags, id);
        return [
          say('tags', name ?? t('post.filter.category', { id }), { tags: left?.length ? left : undefined }),
        ];
      }),
    source: () =>
      source.map((it) =>
        say('source', t(`post.filter.source.${postSources.find((known) => known === it) ?? 'web'}`), {
          source: removeValue(source, it),
        }),
      ),
    user: () =>
      user.map((it) =>
        say('user', t(it === 'me' || it === String(me) ? 'post.filter.mine' : 'post.filter.oneAuthor'), {
          user: removeValue(user, it),
        }),
      ),
    current_stage: () =>
      (search.current_stage ?? []).map((id) =>
        say(
          'current_stage',
          t('post.filter.nextTask', { task: tasks.find((it) => String(it.id) === id)?.label ?? id }),
          { current_stage: removeValue(search.current_stage, id) },
        ),
      ),
    center_point: () => [
      say('center_point', t('post.filter.around', { km: Number(search.within_km ?? fallbackRadiusKm) }), {
        center_point: undefined,
        within_km: undefined,
      }),
    ],
    has_location: () => [say('has_location', t(`post.filter.place.${kindOfPlace}`))],
    bbox: () => [say('bbox', t('post.list.spot'))],
    set: () => [say('set', t('post.filter.set'))],
    published_to: () => [say('published_to', t('post.filter.role', { roles: list(roles) }))],
    date_after: () => [
      say('date_after', t('post.filter.from', { day: formatDay(search.date_after ?? '', i18n.language) })),
    ],
    date_before: () => [
      say('date_before', t('post.filter.to', { day: formatDay(search.date_before ?? '', i18n.language) })),
    ],
    created_after: () => [
      say(
        'created_after',
        t('post.filter.createdFrom', { day: formatDay(search.created_after ?? '', i18n.language) }),
      ),
    ],
    created_before: () => [
      say(
        'created_before',
        t('post.filter.createdTo', { day: formatDay(search.created_before ?? '', i18n.language) }),
      ),
    ],
    more: () =>
      listExtraFilters(search.more).map(({ label: said, rest }) =>
        say('more', t('post.filter.more', { filter: said }), { more: rest }),
      ),
  };
  return listActiveFilters(search).flatMap((key) => ofKey[key]?.() ?? []);
}
