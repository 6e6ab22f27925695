/** What waits for review, by survey, source and age; each choice narrows what the reviewer gets. */
import { NativeSelect } from '@mantine/core';
import { verificationStatuses } from '@waypost/contract/posts/post-verification';
import type { ReviewSummary } from '@waypost/contract/review/review-summary';
import { useTranslation } from 'react-i18next';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import classes from './review-page.module.css';
import { parseReviewSearch, type ReviewSearch } from './review-search.ts';

interface Props {
  summary: ReviewSummary;
  search: ReviewSearch;
  onChange: (search: ReviewSearch) => void;
}

/** Selects with the number of waiting posts of each choice. keys: review.sourceName.* review.waitedName.* verification.status.* */
export function WaitingFilters({ summary, search, onChange }: Props) {
  const { t, i18n } = useTranslation();
  const format = new Intl.NumberFormat(resolveFormatLocale(i18n.language));
  const withCount = (name: string, count: number) =>
    t('review.choice', { name, count: format.format(count) });
  const set = (change: Record<string, unknown>) => onChange(parseReviewSearch({ ...search, ...change }));
  const [chosenForm = ''] = search.form ?? [];
  const [chosenSource = ''] = search.source ?? [];
  const forms = summary.by_form.map(({ form, name, count }) => ({
    value: form ? String(form.id) : 'none',
    label: withCount(form ? (name ?? String(form.id)) : t('review.noSurvey'), count),
  }));
  const sources = summary.by_source.map(({ source, count }) => ({
    value: source,
    label: withCount(t(`review.sourceName.${source}`), count),
  }));
  const ages = summary.by_age
    .filter(({ min_hours }) => min_hours > 0)
    .map(({ min_hours }) => ({
      value: String(min_hours),
      label: withCount(
        t(`review.waitedName.${min_hours === 1 ? 'hour' : min_hours === 24 ? 'day' : 'week'}`),
        summary.by_age.filter((it) => it.min_hours >= min_hours).reduce((sum, it) => sum + it.count, 0),
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
          { value: '', label: withCount(t('review.meOrNobody'), summary.total) },
          { value: 'me', label: withCount(t('review.myReports'), summary.assigned) },
        ]}
        value={search.assignee?.[0] ?? ''}
        onChange={(event) => set({ assignee: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('review.survey')}
        data={[
          { value: '', label: t('review.allSurveys') },
          ...withChosen(forms, chosenForm, chosenForm === 'none' ? t('review.noSurvey') : t('review.survey')),
        ]}
        value={chosenForm}
        onChange={(event) => set({ form: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('review.source')}
        data={[
          { value: '', label: t('review.allSources') },
          ...withChosen(sources, chosenSource, chosenSource),
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
