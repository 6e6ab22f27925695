import { Button, Group, Stack, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Contact, deleteContact, listContacts, updateContact } from '@waypost/contract/contacts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { problemText } from '../../api/fault-text.ts';
import { forEndpoint } from '../../api/query-keys.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { AskFirst } from '../../ui/ask-first.tsx';
import { DisabledReason } from '../../ui/disabled-reason.tsx';
import { notify } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { ContactField, isImpossible } from './contact-field.tsx';
import { contactForm, contactLabels, contactTexts } from './contact-rules.ts';

export function EditContact({ contact }: { contact: Contact }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const refetch = () => cache.invalidateQueries({ queryKey: forEndpoint(listContacts) });
  const { id, type, allowed_privileges: may } = contact;
  const { form, field, check, submit, problem, isBusy, isValid, disabledReason } = useContractForm({
    schema: contactForm(type, contact),
    initial: { contact: contact.contact, can_notify: contact.can_notify },
    labels: contactLabels(type),
    texts: contactTexts(type),
    async send(body) {
      await call(updateContact, { params: { id }, body }, { quiet: true });
      notify('success', t('contacts.saved'));
      await refetch();
    },
  });
  const reasonId = useId();
  const ofForm = isImpossible(type, form.values.contact) ? null : disabledReason();
  const ofUpdate = form.isDirty() ? ofForm : t('contacts.unchanged');
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
        <ProblemAlert text={remove.error ? problemText(remove.error) : problem} />
        <ContactField {...field('contact')} value={form.values.contact} type={type} isNew={false} />
        <Switch {...check('can_notify')} size="md" />
        <Group align="flex-end">
          {may.includes('delete') && (
            <AskFirst
              variant="default"
              size="md"
              question={t('contacts.removeQuestion', { contact: contact.contact })}
              confirm={t('contacts.remove')}
              keep={t('action.cancel')}
              onConfirm={() => remove.mutate()}
            >
              {t('contacts.remove')}
            </AskFirst>
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
