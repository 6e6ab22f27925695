/** The errors of a form beside its submit button: each message names its field and leads to it. */
import { useTranslation } from 'react-i18next';
import type { SurveyFieldError } from './answers/field-errors.ts';
import classes from './error-summary.module.css';

interface Props {
  errors: readonly SurveyFieldError[];
  onSelect: (error: SurveyFieldError) => void;
}

/** Renders one message per field and incomplete task (spec 2 §4); above several answers, their number. */
export function ErrorSummary({ errors, onSelect }: Props) {
  const { t } = useTranslation();
  const first = errors.filter(
    (it, index) => errors.findIndex(({ target }) => target === it.target) === index,
  );
  const isTask = ({ target }: SurveyFieldError) => target.startsWith('task.');
  const answers = first.filter((it) => !isTask(it));
  return (
    <>
      {answers.length > 1 && t('post.form.faults', { count: answers.length })}
      <ul className={classes['list']}>
        {[...answers, ...first.filter(isTask)].map((error) => (
          <li key={error.target}>
            <button type="button" className={classes['message']} onClick={() => onSelect(error)}>
              {error.text}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
