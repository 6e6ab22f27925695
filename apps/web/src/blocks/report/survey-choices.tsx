/** A list of open surveys to choose from. */
import { type Survey } from '@waypost/contract/surveys/surveys';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { ColorDot } from '../color-dot/color-dot.tsx';
import { stripMarkdown } from '../markdown/strip-markdown.ts';
import classes from './survey-choices.module.css';
import { useOpenSurveys } from './use-open-surveys.ts';

interface Props {
  /** Renders the button or link around a survey's content. */
  renderChoice: (survey: Survey, content: ReactNode, className: string) => ReactElement;
  /** Shown under the description. */
  renderNote?: ((survey: Survey) => ReactNode) | undefined;
}

const keySteps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Focuses the next or previous survey. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = keySteps[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a')];
  const index = choices.findIndex((it) => it === document.activeElement);
  choices[Math.max(0, Math.min(choices.length - 1, index + step))]?.focus();
  event.preventDefault();
}

/** The open surveys with colour, name and description. Arrow keys move between them. */
export function SurveyChoices({ renderChoice, renderNote }: Props) {
  const { t } = useTranslation();
  const { surveys, error, refetch } = useOpenSurveys();
  if (surveys === undefined)
    return error === null ? (
      <ListSkeleton rows={3} height={64} />
    ) : (
      <ErrorState messages={formatErrorMessages(error)} onRetry={refetch} />
    );
  if (surveys.length === 0) return <EmptyState title={t('report.none')}>{t('report.noneText')}</EmptyState>;
  return <SurveyList surveys={surveys} renderChoice={renderChoice} renderNote={renderNote} />;
}

/** The same of given surveys. */
export function SurveyList({ surveys, renderChoice, renderNote }: Props & { surveys: readonly Survey[] }) {
  return (
    // The choices in it have the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul className={classes['choices']} onKeyDown={moveFocus}>
      {surveys.map((survey) => (
        <li key={survey.id}>
          {renderChoice(
            survey,
            <>
              <span className={classes['name']}>
                <ColorDot color={survey.color} />
                <span dir="auto">{survey.name}</span>
              </span>
              {survey.description && (
                <span dir="auto" className={classes['description']}>
                  {stripMarkdown(survey.description)}
                </span>
              )}
              {renderNote?.(survey)}
            </>,
            classes['choice'] ?? '',
          )}
        </li>
      ))}
    </ul>
  );
}
