import { Stack, Text, Textarea } from '@mantine/core';
import { PersonalDataReasonForm } from '@waypost/contract/review/personal-data';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { SaveActions } from '../../ui/dialog/save-actions.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { useContractForm } from '../contract-form/use-contract-form.ts';

interface Props {
  title: string;
  /** Of the button. */
  action: string;
  /** @throws ApiError, which is shown in the dialog */
  onLook: (body: { reason: string }) => Promise<void>;
  onClose: () => void;
}

/** Asks why somebody looks at what is withheld: who sent a report, or the original of a covered picture. */
export function ReasonDialog({ title, action, onLook, onClose }: Props) {
  const { t } = useTranslation();
  const { field, submit, problem, isBusy } = useContractForm({
    schema: PersonalDataReasonForm,
    initialValues: { reason: '' },
    labels: { reason: t('reporter.reason.label') },
    submitValues: async (values) => {
      await onLook(values);
      onClose();
    },
  });
  return (
    <FormDialog title={title} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <Text>{t('reporter.reason.lead')}</Text>
          <ProblemAlert text={problem} />
          <Textarea {...field('reason')} autosize minRows={2} dir="auto" data-autofocus />
          <SaveActions label={action} onCancel={onClose} isBusy={isBusy} />
        </Stack>
      </form>
    </FormDialog>
  );
}
