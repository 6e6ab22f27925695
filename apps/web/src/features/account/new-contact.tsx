import { Button, Group, Paper, SegmentedControl, Stack, Switch, TextInput } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useQueryClient } from '@tanstack/react-query';
import { type Contact, createContact, listContacts } from '@waypost/contract/contacts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { forEndpoint } from '../../api/query-keys.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { notify } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { takeFocus } from '../../ui/take-focus.ts';
import { contactForm, contactInput, contactLabels, contactTexts } from './contact-rules.ts';

type Type = 'email' | 'phone';

/** @param contacts those that are there, which are not added twice */
export function NewContact({ contacts, onDone }: { contacts: readonly Contact[]; onDone: () => void }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [type, setType] = useState<Type>('email');
  const { form, field, check, submit, problem, isBusy, isValid } = useContractForm({
    schema: contactForm(type, null),
    initial: { contact: '', can_notify: true },
    labels: contactLabels(type),
    texts: contactTexts(type, true),
    async send(values) {
      const made = await call(createContact, { body: { type, ...values } }, { quiet: true });
      const isOld = contacts.some((it) => it.id === made.id);
      const added = made.confirmed === false ? 'contacts.savedUnconfirmed' : 'contacts.saved';
      notify(isOld ? 'info' : 'success', t(isOld ? 'contacts.there' : added));
      await cache.invalidateQueries({ queryKey: forEndpoint(listContacts) });
      onDone();
    },
  });
  return (
    <Paper withBorder p="md">
      <form noValidate onSubmit={submit} aria-label={t('contacts.add')}>
        <Stack>
          <ProblemAlert text={problem} />
          <SegmentedControl
            aria-label={t('contacts.type')}
            size="md"
            value={type}
            onChange={(next) => {
              setType(next === 'phone' ? 'phone' : 'email');
              form.clearErrors();
            }}
            data={[
              { value: 'email', label: t('contacts.byEmail') },
              { value: 'phone', label: t('contacts.byPhone') },
            ]}
          />
          <TextInput {...field('contact')} {...contactInput(type)} ref={takeFocus} size="md" dir="ltr" />
          <Switch {...check('can_notify')} size="md" />
          <Group justify="flex-end">
            <Button variant="default" size="md" onClick={onDone}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" size="md" loading={isBusy} disabled={!isValid()}>
              {t('contacts.addThis')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
