import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../survey-form.module.css';

/** Marks a required field: a star on screen, a word for screen readers. */
export function RequiredMark() {
  const { t } = useTranslation();
  return (
    <>
      <span aria-hidden className={classes['star']}>
        {' *'}
      </span>
      <VisuallyHidden> {t('surveyForm.required')}</VisuallyHidden>
    </>
  );
}
