/** Notes below a field's name: instructions, and whether only the team can read the answer. */

import { IconLock } from '@tabler/icons-react';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { useTranslation } from 'react-i18next';
import classes from '../survey-form.module.css';

type AttributeNotes = Pick<Attribute, 'instructions' | 'response_private'>;

/** Whether an attribute has notes. */
export const hasNotes = ({ instructions, response_private }: AttributeNotes): boolean =>
  Boolean(instructions) || response_private;

/** The notes of an attribute. */
export function FieldNotes({
  attribute: { instructions, response_private },
  hint,
}: {
  attribute: AttributeNotes;
  /** About the control. */
  hint?: string | undefined;
}) {
  const { t } = useTranslation();
  return (
    <>
      {instructions && (
        <span dir="auto" className={classes['note']}>
          {instructions}
        </span>
      )}
      {hint && <span className={classes['note']}>{hint}</span>}
      {response_private && (
        <span className={classes['private']}>
          <IconLock size={16} stroke={1.75} aria-hidden />
          {t('surveyForm.private')}
        </span>
      )}
    </>
  );
}
