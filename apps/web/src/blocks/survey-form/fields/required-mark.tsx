import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../survey-form.module.css';

/** A star for the eye, the word for the ear. */
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
