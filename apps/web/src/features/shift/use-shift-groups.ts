/** The groups of the shift view with their names on screen. keys: post.filter.source.* */
import type { ReviewShift } from '@waypost/contract/review/shift';
import { useTranslation } from 'react-i18next';
import { formatLanguageName, toLanguageTag } from '../../ui/i18n/i18n.ts';
import { formatWaitingTime } from './format-waiting-time.ts';

/** Numbers of waiting posts, or of decisions. */
export interface ShiftGroup {
  title: string;
  rows: readonly { name: string; count: number }[];
  /** Shown in place of the rows when there are none. */
  emptyText: string;
}

/** Posts by language, the largest number first: `en` and `en_US` are the same language. */
function countByLanguage(locales: ReviewShift['by_locale']): { language: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { locale, count } of locales) {
    const [language = locale] = toLanguageTag(locale).split('-');
    counts.set(language, (counts.get(language) ?? 0) + count);
  }
  return [...counts].map(([language, count]) => ({ language, count })).toSorted((a, b) => b.count - a.count);
}

/** @returns a function that lists the groups */
export function useShiftGroups(): (shift: ReviewShift) => ShiftGroup[] {
  const { t, i18n } = useTranslation();
  const duration = (hours: number) => formatWaitingTime(hours * 60, i18n.language);
  const nameAge = (minHours: number, maxHours: number | null) => {
    if (maxHours === null) return t('shift.age.over', { time: duration(minHours) });
    return minHours === 0
      ? t('shift.age.upTo', { time: duration(maxHours) })
      : t('shift.age.between', { from: duration(minHours), to: duration(maxHours) });
  };
  return ({ by_form, by_source, by_age, by_locale, decisions }) => [
    {
      title: t('shift.bySurvey'),
      emptyText: t('shift.nothing'),
      rows: by_form.map(({ form, name, count }) => ({
        name: form ? (name ?? `#${form.id}`) : t('shift.noSurvey'),
        count,
      })),
    },
    {
      title: t('shift.bySource'),
      emptyText: t('shift.nothing'),
      rows: by_source.map(({ source, count }) => ({ name: t(`post.filter.source.${source}`), count })),
    },
    {
      title: t('shift.byAge'),
      emptyText: t('shift.nothing'),
      rows: by_age.map(({ min_hours, max_hours, count }) => ({ name: nameAge(min_hours, max_hours), count })),
    },
    {
      title: t('shift.byLanguage'),
      emptyText: t('shift.nothing'),
      rows: countByLanguage(by_locale).map(({ language, count }) => ({
        name: formatLanguageName(language, i18n.language),
        count,
      })),
    },
    ...(decisions
      ? [
          {
            title: t('shift.byPerson'),
            emptyText: t('shift.nobodyDecided'),
            rows: decisions.map(({ user, count }) => ({ name: user.realname || `#${user.id}`, count })),
          },
        ]
      : []),
  ];
}
