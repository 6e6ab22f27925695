/** Says that nothing can send the survey, as soon as that is clear, and leads to where it can be changed without losing the input. */
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { checkPhoneNumbers } from '@waypost/contract/targeted-surveys/targeted-surveys';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../../api/notify-error.ts';
import { useCall } from '../../../api/use-call.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { ButtonLink } from '../../../ui/navigation/button-link.tsx';
import { applyNumberCheck, type RecipientInput } from './recipient-input.ts';
import classes from './targeted.module.css';

interface Props {
  /** Its numbers have been checked. */
  recipientInput: RecipientInput;
  onChange: (recipientInput: RecipientInput) => void;
}

/** The alert, with a link that opens beside the wizard and a button that looks again. */
export function MissingSourceAlert({ recipientInput, onChange }: Props) {
  const { t } = useTranslation();
  const { validNumbers, country, duplicateCount } = recipientInput;
  const check = useCall(checkPhoneNumbers, {
    onSuccess: (checked) => onChange(applyNumberCheck(recipientInput, checked, duplicateCount)),
    onError: notifyError,
    invalidates: [],
  });
  return (
    <Alert variant="light" color="red" icon={<Icon icon={IconAlertTriangle} />}>
      <p>{t('targeted.publish.noSource')}</p>
      <div className={classes['alertActions']}>
        <ButtonLink to="/settings/datasources" target="_blank" variant="default">
          {t('setup.step.phone.open')}
        </ButtonLink>
        <Button
          variant="default"
          loading={check.isPending}
          onClick={() => check.mutate({ body: { contacts: validNumbers.join(','), country_code: country } })}
        >
          {t('targeted.publish.lookAgain')}
        </Button>
      </div>
    </Alert>
  );
}
