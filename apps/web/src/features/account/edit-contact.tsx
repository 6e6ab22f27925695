import { Button, Group, Stack, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import {
  type Contact,
  deleteContact,
  listContacts,
  updateContact,
} from '@waypost/contract/contacts/contacts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage } from '../../api/error-text.ts';
import { buildEndpointKey } from '../../api/query-keys.ts';
import { useCall } from '../../api/use-call.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { InlineConfirmButton } from '../../ui/dialog/inline-confirm-button.tsx';
import { DisabledReason } from '../../ui/disabled-reason.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { ContactField } from './contact-field.tsx';
import { buildContactSchema, getContactErrorTexts, getContactLabels } from './contact-form.ts';

/** The form of a contact, with a button that removes it. */
export function EditContact({ contact }: { contact: Contact }) {
  const { t } = useTranslation();
  const { id, type, allowed_privileges: privileges } = contact;
  const invalidates = [buildEndpointKey(listContacts)];
  const update = useCall(updateContact, {
    onSuccess: () => notify('success', t('contacts.saved')),
    invalidates,
  });
  const remove = useCall(deleteContact, {
    onSuccess: () => notify('success', t('contacts.removed')),
    invalidates,
  });
  const { form, field, check, submit, problem, isBusy } = useContractForm({
    schema: buildContactSchema(type, contact),
    initialValues: { contact: contact.contact, can_notify: contact.can_notify },
    labels: getContactLabels(type),
    errorTexts: getContactErrorTexts(type),
    async submitValues(body) {
      await update.mutateAsync({ params: { id }, body });
    },
  });
  const reasonId = useId();
  const canEdit = privileges.includes('update');
  const unsavableReason = canEdit ? t('form.unchanged') : t('contacts.notYours');
  const canSave = canEdit && form.isDirty();
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <ProblemAlert text={remove.error ? formatErrorMessage(remove.error) : problem} />
        <ContactField {...field('contact')} value={form.values.contact} type={type} />
        <Switch {...check('can_notify')} size="md" />
        <Group align="flex-end">
          {privileges.includes('delete') && (
            <InlineConfirmButton
              variant="default"
              size="md"
              question={t('contacts.removeQuestion', { contact: contact.contact })}
              confirmLabel={t('contacts.remove')}
              cancelLabel={t('action.cancel')}
              onConfirm={() => remove.mutate({ params: { id } })}
            >
              {t('contacts.remove')}
            </InlineConfirmButton>
          )}
          <Button
            type="submit"
            ms="auto"
            aria-describedby={reasonId}
            size="md"
            loading={isBusy}
            disabled={!canSave}
          >
            {t('action.save')}
          </Button>
          <DisabledReason id={reasonId} text={canSave ? null : unsavableReason} />
        </Group>
      </Stack>
    </form>
  );
}
