/** What waits for review, by survey, source and age; each choice narrows what the reviewer gets. */
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { verificationStatuses } from '@waypost/contract/posts/post-verification';
import { readSurvey } from '@waypost/contract/surveys/surveys';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { getNumberFormat } from '../../../ui/i18n/formats.ts';
import classes from '../review-page.module.css';
import { isPostSource, parseReviewSearch, type ReviewSearch } from './review-search.ts';
import type { FilterCounts } from './use-filter-counts.ts';

interface Props {
  counts: FilterCounts;
  search: ReviewSearch;
  onChange: (search: ReviewSearch) => void;
}

/** The name of the chosen survey, also if nothing of it waits. */
function useSurveyName(chosen: string, { byForm }: FilterCounts): string {
  const { t } = useTranslation();
  const isWaiting = byForm.some(({ form }) => String(form?.id ?? 'none') === chosen);
  const { data } = useQuery({
    ...buildEndpointQuery(readSurvey, { params: { id: Number(chosen) } }, { ignoresRefusal: true }),
    enabled: chosen !== '' && chosen !== 'none' && !isWaiting,
  });
  return chosen === 'none' ? t('review.noSurvey') : (data?.name ?? t('review.survey'));
}

/** Selects with the number of waiting posts of each choice. keys: review.sourceName.* review.waitedName.* verification.status.* */
export function WaitingFilters({ counts, search, onChange }: Props) {
  const { t, i18n } = useTranslation();
  const format = getNumberFormat(i18n.language, {});
  const withCount = (name: string, count: number) =>
    t('review.choice', { name, count: format.format(count) });
  const set = (change: Record<string, unknown>) => onChange(parseReviewSearch({ ...search, ...change }));
  const [chosenForm = ''] = search.form ?? [];
  const [chosenSource = ''] = search.source ?? [];
  const formName = useSurveyName(chosenForm, counts);
  const forms = counts.byForm.map(({ form, name, count }) => ({
    value: form ? String(form.id) : 'none',
    label: withCount(form ? (name ?? String(form.id)) : t('review.noSurvey'), count),
  }));
  const sources = counts.bySource.map(({ source, count }) => ({
    value: source,
    label: withCount(t(`review.sourceName.${source}`), count),
  }));
  const ages = counts.byAge
    .filter(({ min_hours }) => min_hours > 0)
    .map(({ min_hours }) => ({
      value: String(min_hours),
      label: withCount(
        t(`review.waitedName.${min_hours === 1 ? 'hour' : min_hours === 24 ? 'day' : 'week'}`),
        counts.byAge.filter((it) => it.min_hours >= min_hours).reduce((sum, it) => sum + it.count, 0),
      ),
    }));
  /** A choice of the URL of which nothing waits any more stays visible. */
  const withChosen = (choices: { value: string; label: string }[], chosen: string, name: string) =>
    chosen === '' || choices.some(({ value }) => value === chosen)
      ? choices
      : [...choices, { value: chosen, label: withCount(name, 0) }];
  return (
    <div className={classes['filters']}>
      <NativeSelect
        label={t('review.assignee')}
        data={[
          { value: '', label: withCount(t('review.meOrNobody'), counts.total) },
          { value: 'me', label: withCount(t('review.myReports'), counts.assigned) },
        ]}
        value={search.assignee?.[0] ?? ''}
        onChange={(event) => set({ assignee: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('review.survey')}
        data={[{ value: '', label: t('review.allSurveys') }, ...withChosen(forms, chosenForm, formName)]}
        value={chosenForm}
        onChange={(event) => set({ form: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('review.source')}
        data={[
          { value: '', label: t('review.allSources') },
          ...withChosen(
            sources,
            chosenSource,
            isPostSource(chosenSource) ? t(`review.sourceName.${chosenSource}`) : '',
          ),
        ]}
        value={chosenSource}
        onChange={(event) => set({ source: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('review.verification')}
        data={[
          { value: '', label: t('review.anyVerification') },
          ...verificationStatuses.map((value) => ({ value, label: t(`verification.status.${value}`) })),
        ]}
        value={search.verification?.[0] ?? ''}
        onChange={(event) => set({ verification: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('review.waited')}
        data={[{ value: '', label: t('review.anyTime') }, ...ages]}
        value={search.waited === undefined ? '' : String(search.waited)}
        onChange={(event) => set({ waited: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('review.order')}
        data={[
          { value: 'oldest', label: t('review.oldestFirst') },
          { value: 'newest', label: t('review.newestFirst') },
          { value: 'urgent', label: t('review.urgentFirst') },
        ]}
        value={search.first ?? 'oldest'}
        onChange={(event) => set({ first: event.currentTarget.value })}
      />
    </div>
  );
}
