/** Says before a report is sent who will see it, its author and its location. */
import { IconCalendar, IconClock, IconEye, IconMapPin, IconUser, type TablerIcon } from '@tabler/icons-react';
import type { Survey } from '@waypost/contract/surveys/surveys';
import { findPublicFrom } from '@waypost/survey-logic/publication-delay';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../api/session.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { useCurrentMinute } from '../../ui/display/relative-time.tsx';
import { useSiteTimeFormat } from '../site-time/use-site-time-format.ts';
import './public-view-labels.ts';
import classes from './post-visibility-note.module.css';
import { type PlaceRules, usePlaceLines } from './use-place-lines.ts';

type VisibilityRules = PlaceRules &
  Pick<Survey, 'require_approval' | 'hide_author' | 'hide_time' | 'publication_delay_hours'>;

/** What others see of places and times, and when, as far as the survey hides it. */
function usePlaceAndTimeLines(survey: VisibilityRules): [TablerIcon, string][] {
  const { t } = useTranslation();
  const formatSiteTime = useSiteTimeFormat();
  const publicFrom = findPublicFrom(survey, useCurrentMinute());
  const lines = usePlaceLines(survey).map((line): [TablerIcon, string] => [IconMapPin, line]);
  if (survey.hide_time) lines.push([IconCalendar, t('publicView.sees.time')]);
  if (publicFrom)
    lines.push([IconClock, t('publicView.later', { date: formatSiteTime(publicFrom.toISOString()) })]);
  return lines;
}

interface Props {
  survey: VisibilityRules;
  /** The reporter is asked whether the report may be published, and has not agreed so far. */
  needsConsent?: boolean;
}

/** Explains the visibility rules of a survey. */
export function PostVisibilityNote({ survey, needsConsent = false }: Props) {
  const { t } = useTranslation();
  const account = useAccount();
  const name = account?.realname ?? account?.email ?? '';
  const placeAndTimeLines = usePlaceAndTimeLines(survey);
  const readers = survey.require_approval ? 'teamFirst' : 'everyone';
  const lines: [TablerIcon, string][] = [
    [IconEye, t(`publicView.sees.${needsConsent ? 'ifAgreed' : readers}`)],
    [
      IconUser,
      account === null
        ? t('publicView.sees.nobody')
        : t(survey.hide_author ? 'publicView.sees.nameForTeam' : 'publicView.sees.nameForAll', { name }),
    ],
    ...placeAndTimeLines,
  ];
  return (
    <ul className={classes['notes']} aria-label={t('publicView.sees.title')}>
      {lines.map(([icon, text]) => (
        <li key={text}>
          <Icon icon={icon} size={18} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
