/** Says which answers everyone sees once a report is published, and which only the team. keys: survey.public.* */
import { IconClock, IconEye, IconLock, IconMapPin, type TablerIcon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/display/icon.tsx';
import { type AnswerVisibility, groupByVisibility } from '../draft/answer-visibility.ts';
import type { SurveyDraft } from '../draft/survey-draft.ts';
import classes from './survey-editor.module.css';

const rows: readonly [AnswerVisibility, TablerIcon][] = [
  ['everyone', IconEye],
  ['rounded', IconMapPin],
  ['day', IconClock],
  ['team', IconLock],
];

/** Lists the fields by who sees their answers. */
export function PublicAnswers({
  survey,
}: {
  survey: Pick<SurveyDraft, 'tasks' | 'hide_location' | 'hide_time' | 'place_mask'>;
}) {
  const { t } = useTranslation();
  const groups = groupByVisibility(survey);
  return (
    <section className={classes['section']} aria-labelledby="survey-public">
      <h2 id="survey-public" className={classes['taskTitle']}>
        {t('survey.public.title')}
      </h2>
      <ul className={classes['publicRows']}>
        {rows.map(
          ([visibility, icon]) =>
            groups[visibility].length > 0 && (
              <li key={visibility}>
                <Icon icon={icon} size={18} />
                <span>
                  <strong>{t(`survey.public.${visibility}`)}</strong>{' '}
                  {groups[visibility].map((label, index) => (
                    // Labels can be the same.
                    // oxlint-disable-next-line react/no-array-index-key
                    <span key={`${index}-${label}`}>
                      {index > 0 && ' · '}
                      <bdi>{label}</bdi>
                    </span>
                  ))}
                </span>
              </li>
            ),
        )}
      </ul>
      <p className={classes['about']}>{t('survey.public.hint')}</p>
    </section>
  );
}
