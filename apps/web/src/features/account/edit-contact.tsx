import { Button, Group, Stack, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type Contact,
  deleteContact,
  listContacts,
  updateContact,
} from '@waypost/contract/contacts/contacts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatErrorMessage } from '../../api/error-text.ts';
import { buildEndpointKey } from '../../api/query-keys.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { InlineConfirmButton } from '../../ui/dialog/inline-confirm-button.tsx';
import { DisabledReason } from '../../ui/disabled-reason.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { ContactField, isImpossible } from './contact-field.tsx';
import { buildContactSchema, getContactErrorTexts, getContactLabels } from './contact-form.ts';

export function EditContact({ contact }: { contact: Contact }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const refetch = () => cache.invalidateQueries({ queryKey: buildEndpointKey(listContacts) });
  const { id, type, allowed_privileges: may } = contact;
  const { form, field, check, submit, problem, isBusy, isValid, disabledReason } = useContractForm({
    schema: buildContactSchema(type, contact),
    initialValues: { contact: contact.contact, can_notify: contact.can_notify },
    labels: getContactLabels(type),
    errorTexts: getContactErrorTexts(type),
    async submitValues(body) {
      await call(updateContact, { params: { id }, body }, { quiet: true });
      notify('success', t('contacts.saved'));
      await refetch();
    },
  });
  const reasonId = useId();
  const ofForm = isImpossible(type, form.values.contact) ? null : disabledReason();
  const ofUpdate = form.isDirty() ? ofForm : t('form.unchanged');
  const reason = may.includes('update') ? ofUpdate : t('contacts.notYours');
  const remove = useMutation({
    mutationFn: () => call(deleteContact, { params: { id } }, { quiet: true }),
    onSuccess: async () => {
      notify('success', t('contacts.removed'));
      await refetch();
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <ProblemAlert text={remove.error ? formatErrorMessage(remove.error) : problem} />
        <ContactField {...field('contact')} value={form.values.contact} type={type} />
        <Switch {...check('can_notify')} size="md" />
        <Group align="flex-end">
          {may.includes('delete') && (
            <InlineConfirmButton
              variant="default"
              size="md"
              question={t('contacts.removeQuestion', { contact: contact.contact })}
              confirmLabel={t('contacts.remove')}
              cancelLabel={t('action.cancel')}
              onConfirm={() => remove.mutate()}
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
            disabled={!may.includes('update') || !form.isDirty() || !isValid()}
          >
            {t('action.save')}
          </Button>
          <DisabledReason id={reasonId} text={reason} />
        </Group>
      </Stack>
    </form>
  );
}
