/**
 * Which posts are exported: the filters of the list, in the URL, so that those of a list can be used here. Their controls are those of the
 * list, which the route passes in.
 * keys: post.status.*
 */
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { postStatuses } from '@waypost/contract/browse/post-filters';
import { listSavedSearches } from '@waypost/contract/saved-searches/saved-searches';
import { type ComponentType, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { clearedSearch, enterSavedSearch } from '../../blocks/post-search/post-mode.ts';
import { type FilterKey, listActiveFilters, type PostSearch } from '../../blocks/post-search/post-search.ts';
import { ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import classes from './exports.module.css';

/** The controls of the list's filters. */
export type FilterControls = ComponentType<{
  search: PostSearch;
  onChange: (change: PostSearch) => void;
  omitted: readonly FilterKey[];
}>;

/** Filters that have a control of their own here, or no meaning for a file. */
const ownFilters: readonly FilterKey[] = ['status', 'order_unlocked_on_top'];
/** Filters without a control, from links and saved searches. */
const hiddenFilters: ReadonlySet<string> = new Set<FilterKey>(['bbox', 'set', 'more']);

interface Props {
  Controls: FilterControls;
  total: number | undefined;
}

/** The filters, and how many posts they find. */
export function ExportFilters({ Controls, total }: Props) {
  const { t } = useTranslation();
  const search = useSearch({ from: '/settings/data-export' });
  const navigate = useNavigate({ from: '/settings/data-export' });
  const change = (searchChange: PostSearch) =>
    void navigate({
      search: (previous) => ({ ...previous, ...searchChange }),
      replace: true,
      resetScroll: false,
    });
  const active = listActiveFilters(search);
  const hiddenCount = active.filter((key) => hiddenFilters.has(key)).length;
  return (
    <FormSection title={t('export.posts.title')} lead={t('export.posts.lead')}>
      <div className={classes['pair']}>
        <SearchField
          size="md"
          label={t('export.posts.text')}
          value={search.q ?? ''}
          onSearch={(q) => change({ q: q || undefined })}
        />
        <SavedSearchSelect search={search} onChange={change} />
      </div>
      <StatusCheckboxes search={search} onChange={change} />
      <div className={classes['filters']}>
        {/* The numbers beside the choices are those of all statuses, like the export. */}
        <Suspense fallback={<ListSkeleton rows={4} height={64} />}>
          <Controls
            search={{ ...search, status: search.status ?? ['all'] }}
            onChange={change}
            omitted={ownFilters}
          />
        </Suspense>
      </div>
      {active.length > 0 && (
        <Group gap="sm">
          {hiddenCount > 0 && <span role="note">{t('export.posts.others', { count: hiddenCount })}</span>}
          <Button variant="default" size="compact-sm" onClick={() => change(clearedSearch)}>
            {t('post.filter.clear')}
          </Button>
        </Group>
      )}
      <output className={classes['count']} data-figures>
        {total === undefined ? t('state.loading') : t('export.posts.count', { count: total })}
      </output>
    </FormSection>
  );
}

interface FieldProps {
  search: PostSearch;
  onChange: (change: PostSearch) => void;
}

function SavedSearchSelect({ search, onChange }: FieldProps) {
  const { t } = useTranslation();
  const { data } = useQuery(buildEndpointQuery(listSavedSearches, {}));
  const savedSearches = data?.results ?? [];
  if (savedSearches.length === 0) return null;
  return (
    <NativeSelect
      size="md"
      aria-label={t('export.posts.savedSearch')}
      value={search.saved_search ?? ''}
      onChange={({ currentTarget: { value } }) => {
        const chosen = savedSearches.find(({ id }) => String(id) === value);
        onChange(chosen ? enterSavedSearch(chosen.id, chosen.filter) : clearedSearch);
      }}
      data={[
        { value: '', label: t('export.posts.noSavedSearch') },
        ...savedSearches.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}

function StatusCheckboxes({ search, onChange }: FieldProps) {
  const { t } = useTranslation();
  const isAny = search.status === undefined || search.status.includes('all');
  return (
    <Checkbox.Group
      label={t('field.status')}
      value={isAny ? [...postStatuses] : (search.status ?? [])}
      onChange={(next) =>
        onChange({ status: next.length === 0 || next.length === postStatuses.length ? undefined : next })
      }
    >
      <Group gap="lg" mt="xs">
        {postStatuses.map((status) => (
          <Checkbox key={status} value={status} label={t(`post.status.${status}`)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
