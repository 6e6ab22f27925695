/** Every filter of posts (spec 2 §2). A choice holds at once; the address says it. keys: post.status.* post.filter.source.* */
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { listCategories } from '@waypost/contract/categories';
import { postStatuses, sources } from '@waypost/contract/post-filters';
import { listRoles } from '@waypost/contract/roles';
import { listSurveys } from '@waypost/contract/surveys';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/query-client.ts';
import { useAccount, useHolds } from '../../../api/session.ts';
import { CategorySelector } from '../../../blocks/category-selector/category-selector.tsx';
import { usualStatuses } from '../../../blocks/post-search/default-query.ts';
import type { PostSearch } from '../../../blocks/post-search/post-search.ts';
import { categoryTree, toggleCategory } from '../../../blocks/survey-form/category-tree.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { Choices } from './choices.tsx';
import { FilterSection } from './filter-section.tsx';
import classes from './filters.module.css';
import { PlaceFilter } from './place-filter.tsx';
import { SortFields } from './sort-fields.tsx';
import { useChangeSearch } from './use-change-search.ts';
import { useTasksOfChosen } from './use-filter-names.ts';
import { useSurveyCounts } from './use-survey-counts.ts';

const orNone = (chosen: string[]): string[] | undefined => (chosen.length > 0 ? chosen : undefined);
const sameAs = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((it) => b.includes(it));

interface FieldProps {
  search: PostSearch;
  onChange: (change: PostSearch) => void;
}

function Statuses({ search, onChange }: FieldProps) {
  const { t } = useTranslation();
  const usual = usualStatuses(search);
  const chosen = search.status?.includes('all') ? [...postStatuses] : (search.status ?? usual);
  return (
    <FilterSection title={t('field.status')}>
      <Choices
        choices={postStatuses.map((value) => ({ value, label: t(`post.status.${value}`) }))}
        chosen={chosen}
        onChange={(next) => onChange({ status: sameAs(next, usual) ? undefined : orNone(next) })}
      />
    </FilterSection>
  );
}

function Surveys({ search, onChange }: FieldProps) {
  const { t } = useTranslation();
  const { data } = useQuery(read(listSurveys, {}, { quiet: true }));
  const countOf = useSurveyCounts(search);
  const surveys = (data?.results ?? []).map(({ id, name, color }) => ({
    value: String(id),
    label: name,
    color,
    count: countOf(id),
  }));
  return (
    <FilterSection title={t('field.form')}>
      <Choices
        choices={[
          ...surveys,
          { value: 'none', label: t('post.filter.noSurvey'), color: null, count: countOf(null) },
        ]}
        chosen={search.form ?? []}
        // Another survey has other tasks.
        onChange={(form) => onChange({ form: orNone(form), current_stage: undefined })}
      />
    </FilterSection>
  );
}

function Tasks({ search, onChange }: FieldProps) {
  const { t } = useTranslation();
  const tasks = useTasksOfChosen(search);
  if (tasks.length === 0) return null;
  return (
    <FilterSection title={t('post.filter.tasks')}>
      <Choices
        choices={tasks.map(({ id, label }) => ({ value: String(id), label }))}
        chosen={search.current_stage ?? []}
        onChange={(chosen) => onChange({ current_stage: orNone(chosen) })}
      />
    </FilterSection>
  );
}

function Categories({ search, onChange }: FieldProps) {
  const { t } = useTranslation();
  const { data } = useQuery(read(listCategories, {}));
  const tree = useMemo(() => categoryTree(data?.results ?? [], []), [data]);
  const chosen = search.tags ?? [];
  if (tree.length === 0) return null;
  return (
    <FilterSection title={t('field.tags')}>
      <CategorySelector
        tree={tree}
        chosen={chosen}
        onToggle={(id) => onChange({ tags: orNone(toggleCategory(tree, chosen, id)) })}
        onMade={({ id }) => onChange({ tags: [...chosen, String(id)] })}
      />
    </FilterSection>
  );
}

function Dates({ search, onChange }: FieldProps) {
  const { t } = useTranslation();
  const day = (key: 'date_after' | 'date_before' | 'created_after' | 'created_before', label: string) => (
    <TextInput
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

/** Posts that are not for everyone. */
function Audiences({ search, onChange }: FieldProps) {
  const { t } = useTranslation();
  const { data } = useQuery({ ...read(listRoles, {}, { quiet: true }), retry: false });
  if (!data) return null;
  return (
    <FilterSection title={t('post.filter.audience')}>
      <Choices
        choices={data.results.map(({ name, display_name }) => ({ value: name, label: display_name || name }))}
        chosen={search.published_to ?? []}
        onChange={(roles) => onChange({ published_to: orNone(roles) })}
      />
    </FilterSection>
  );
}

export function FilterFields({ onDraw }: { onDraw: () => void }) {
  const { t } = useTranslation();
  const search = useSearch({ from: '/_map' });
  const onChange = useChangeSearch();
  const managesPosts = useHolds('Manage Posts');
  const mayExport = useHolds('Bulk Data Import and Export');
  const account = useAccount();
  const field = { search, onChange };
  return (
    <div className={classes['fields']}>
      <SortFields {...field} />
      {account && (
        <FilterSection title={t('post.filter.author')}>
          <Choices
            choices={[{ value: 'me', label: t('post.filter.mine') }]}
            chosen={search.user ?? []}
            onChange={(user) => onChange({ user: orNone(user) })}
          />
        </FilterSection>
      )}
      {managesPosts && <Statuses {...field} />}
      <Surveys {...field} />
      <Tasks {...field} />
      <Categories {...field} />
      <Dates {...field} />
      <PlaceFilter {...field} onDraw={onDraw} />
      {managesPosts && <Audiences {...field} />}
      <FilterSection title={t('post.filter.sources')}>
        <Choices
          choices={sources.map((value) => ({ value, label: t(`post.filter.source.${value}`) }))}
          chosen={search.source ?? [...sources]}
          onChange={(chosen) => onChange({ source: sameAs(chosen, sources) ? undefined : orNone(chosen) })}
        />
      </FilterSection>
      {mayExport && (
        <TextLink to="/settings/data-export" search={search}>
          {t('post.filter.export')}
        </TextLink>
      )}
    </div>
  );
}
