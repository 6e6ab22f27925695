import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { postSources, postStatuses } from '@waypost/contract/browse/post-filters';
import { listCategories } from '@waypost/contract/categories/categories';
import { verificationStatuses } from '@waypost/contract/posts/post-verification';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { listRoles } from '@waypost/contract/users/roles';
import { type ComponentType, lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { useAccount, useHasPermission } from '../../../api/session.ts';
import { CategorySelector } from '../../../blocks/category-selector/category-selector.tsx';
import {
  buildCategoryTree,
  expandParents,
  toggleFilterCategory,
} from '../../../blocks/category-selector/category-tree.ts';
import { getDefaultStatuses } from '../../../blocks/post-search/post-query.ts';
import type { FilterKey, PostSearch } from '../../../blocks/post-search/post-search.ts';
import { getRoleDisplayName } from '../../../blocks/roles/use-roles.ts';
import { TextLink } from '../../../ui/navigation/text-link.tsx';
import { CheckboxGroup } from './checkbox-group.tsx';
import { FilterSection } from './filter-section.tsx';
import classes from './filters.module.css';
import { PlaceFilter } from './place-filter.tsx';
import { SortFields } from './sort-fields.tsx';
import { useUpdatePostSearch } from './use-change-search.ts';
import { useTasksOfSelectedSurveys } from './use-filter-chips.ts';
import { useCategoryCounts, useSurveyCounts } from './use-filter-counts.ts';

const emptyAsUndefined = (selected: string[]): string[] | undefined =>
  selected.length > 0 ? selected : undefined;
const isSameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((value) => b.includes(value));

interface FieldProps {
  search: PostSearch;
  onChange: (change: PostSearch) => void;
  /** Starts drawing a circle on the map; absent where there is no map. */
  onDrawCircle?: (() => void) | undefined;
}

function StatusFilter({ search, onChange }: FieldProps) {
  const { t } = useTranslation();
  const defaultStatuses = getDefaultStatuses(search);
  const selected = search.status?.includes('all') ? [...postStatuses] : (search.status ?? defaultStatuses);
  return (
    <FilterSection title={t('field.status')}>
      <CheckboxGroup
        options={postStatuses.map((value) => ({ value, label: t(`post.status.${value}`) }))}
        selectedValues={selected}
        onChange={(next) =>
          onChange({ status: isSameSet(next, defaultStatuses) ? undefined : emptyAsUndefined(next) })
        }
      />
    </FilterSection>
  );
}

function SurveyFilter({ search, onChange }: FieldProps) {
  const { t } = useTranslation();
  const { data } = useQuery(buildEndpointQuery(listSurveys, {}));
  const getCount = useSurveyCounts(search);
  const surveys = (data?.results ?? []).map(({ id, name, color }) => ({
    value: String(id),
    label: name,
    color,
    count: getCount(id),
  }));
  return (
    <FilterSection title={t('field.form')}>
      <CheckboxGroup
        options={[
          ...surveys,
          { value: 'none', label: t('post.filter.noSurvey'), color: null, count: getCount(null) },
        ]}
        selectedValues={search.form ?? []}
        // Another survey has other tasks.
        onChange={(form) => onChange({ form: emptyAsUndefined(form), current_stage: undefined })}
      />
    </FilterSection>
  );
}

function TaskFilter({ search, onChange }: FieldProps) {
  const { t } = useTranslation();
  const tasks = useTasksOfSelectedSurveys(search);
  if (tasks.length === 0) return null;
  return (
    <FilterSection title={t('post.filter.tasks')}>
      <CheckboxGroup
        options={tasks.map(({ id, label }) => ({ value: String(id), label }))}
        selectedValues={search.current_stage ?? []}
        onChange={(selected) => onChange({ current_stage: emptyAsUndefined(selected) })}
      />
    </FilterSection>
  );
}

function CategoryFilter({ search, onChange }: FieldProps) {
  const { t } = useTranslation();
  const { data } = useQuery(buildEndpointQuery(listCategories, {}));
  const tree = useMemo(() => buildCategoryTree(data?.results ?? [], []), [data]);
  const getCount = useCategoryCounts(search, tree);
  const selected = expandParents(tree, search.tags ?? []);
  if (tree.length === 0) return null;
  return (
    <FilterSection title={t('field.tags')}>
      <CategorySelector
        tree={tree}
        selectedIds={selected}
        getCount={getCount}
        onToggle={(id) => onChange({ tags: emptyAsUndefined(toggleFilterCategory(tree, selected, id)) })}
        onCreated={({ id }) => onChange({ tags: [...selected, String(id)] })}
      />
    </FilterSection>
  );
}

function DateFilter({ search, onChange }: FieldProps) {
  const { t } = useTranslation();
  const day = (key: 'date_after' | 'date_before' | 'created_after' | 'created_before', label: string) => (
    <TextInput
      size="md"
      type="date"
      max="9999-12-31"
      label={label}
      value={search[key]?.slice(0, 10) ?? ''}
      onChange={({ currentTarget: { value } }) => onChange({ [key]: value || undefined })}
    />
  );
  return (
    <FilterSection title={t('field.post_date')}>
      <div className={classes['pair']}>
        {day('date_after', t('post.filter.fromDay'))}
        {day('date_before', t('post.filter.toDay'))}
        {day('created_after', t('post.filter.createdFromDay'))}
        {day('created_before', t('post.filter.createdToDay'))}
      </div>
    </FilterSection>
  );
}

/** Filter by role, for posts that are not public. */
function RoleFilter({ search, onChange }: FieldProps) {
  const { t } = useTranslation();
  const { data } = useQuery({ ...buildEndpointQuery(listRoles, {}), retry: false });
  if (!data) return null;
  return (
    <FilterSection title={t('post.filter.audience')}>
      <CheckboxGroup
        options={data.results.map((role) => ({ value: role.name, label: getRoleDisplayName(role, t) }))}
        selectedValues={search.published_to ?? []}
        onChange={(roles) => onChange({ published_to: emptyAsUndefined(roles) })}
      />
    </FilterSection>
  );
}

function AuthorFilter({ search, onChange }: FieldProps) {
  const { t } = useTranslation();
  const account = useAccount();
  return account ? (
    <FilterSection title={t('post.filter.author')}>
      <CheckboxGroup
        options={[{ value: 'me', label: t('post.filter.mine') }]}
        selectedValues={search.user ?? []}
        onChange={(user) => onChange({ user: emptyAsUndefined(user) })}
      />
    </FilterSection>
  ) : null;
}

/** Filter by the member of the team who takes care of a post. */
function AssigneeFilter({ search, onChange }: FieldProps) {
  const { t } = useTranslation();
  return (
    <FilterSection title={t('post.filter.assignees')}>
      <CheckboxGroup
        options={(['me', 'none'] as const).map((value) => ({
          value,
          label: t(`post.filter.assignee.${value}`),
        }))}
        selectedValues={search.assignee ?? []}
        onChange={(assignee) => onChange({ assignee: emptyAsUndefined(assignee) })}
      />
    </FilterSection>
  );
}

/** Filter by how sure the team is. */
function VerificationFilter({ search, onChange }: FieldProps) {
  const { t } = useTranslation();
  return (
    <FilterSection title={t('post.filter.verification')}>
      <CheckboxGroup
        options={verificationStatuses.map((value) => ({ value, label: t(`verification.status.${value}`) }))}
        selectedValues={search.verification ?? []}
        onChange={(verification) => onChange({ verification: emptyAsUndefined(verification) })}
      />
    </FilterSection>
  );
}

function SourceFilter({ search, onChange }: FieldProps) {
  const { t } = useTranslation();
  return (
    <FilterSection title={t('post.filter.sources')}>
      <CheckboxGroup
        options={postSources.map((value) => ({ value, label: t(`post.filter.source.${value}`) }))}
        selectedValues={search.source ?? [...postSources]}
        onChange={(selected) =>
          onChange({ source: isSameSet(selected, postSources) ? undefined : emptyAsUndefined(selected) })
        }
      />
    </FilterSection>
  );
}

const LazyAreaFilter = lazy(() => import('./area-filter.tsx'));

function AreaFilter(props: FieldProps) {
  return (
    <Suspense>
      <LazyAreaFilter {...props} />
    </Suspense>
  );
}

/** A control that only those who manage posts see. */
const forManagers = (Field: ComponentType<FieldProps>) =>
  function ManagerField(props: FieldProps) {
    return useHasPermission('Manage Posts') ? <Field {...props} /> : null;
  };

/** The control of each filter, in their order on the panel; null where another one sets it, or a part of the screen outside. */
const filterControls: Record<FilterKey, ComponentType<FieldProps> | null> = {
  order_unlocked_on_top: SortFields,
  user: AuthorFilter,
  assignee: forManagers(AssigneeFilter),
  verification: forManagers(VerificationFilter),
  status: forManagers(StatusFilter),
  form: SurveyFilter,
  current_stage: TaskFilter,
  tags: CategoryFilter,
  date_after: DateFilter,
  date_before: null,
  created_after: null,
  created_before: null,
  area: AreaFilter,
  has_location: PlaceFilter,
  center_point: null,
  within_km: null,
  published_to: forManagers(RoleFilter),
  source: SourceFilter,
  q: null,
  bbox: null,
  set: null,
  more: null,
};
const controls = Object.entries(filterControls).flatMap(([key, Control]) =>
  Control ? [{ key, Control }] : [],
);

interface ControlsProps extends FieldProps {
  /** Filters without a control here. */
  omitted?: readonly FilterKey[];
}

/** The controls of the filters for any page that has them in its URL. keys: post.status.* post.filter.source.* post.filter.assignee.* verification.status.* */
export function PostFilterControls({ omitted, ...props }: ControlsProps) {
  return controls
    .filter(({ key }) => !omitted?.some((omittedKey) => omittedKey === key))
    .map(({ key, Control }) => <Control key={key} {...props} />);
}

/**
 * All filters of posts (spec 2 §2). A change takes effect at once and is written to the URL.
 */
export function FilterFields({ onDraw }: { onDraw: () => void }) {
  const { t } = useTranslation();
  const search = useSearch({ from: '/_map' });
  const onChange = useUpdatePostSearch();
  const canExport = useHasPermission('Bulk Data Import and Export');
  return (
    <div className={classes['fields']}>
      <PostFilterControls search={search} onChange={onChange} onDrawCircle={onDraw} />
      {canExport && (
        <TextLink to="/settings/data-export" search={search}>
          {t('post.filter.export')}
        </TextLink>
      )}
    </div>
  );
}
