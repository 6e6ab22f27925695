import { Alert, Button, Group, Paper, SegmentedControl, Stack, Switch } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type Contact, createContact, listContacts } from '@waypost/contract/contacts/contacts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { buildEndpointKey } from '../../api/query-keys.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { focusOnMount } from '../../ui/browser/focus-on-mount.ts';
import { DisabledReason } from '../../ui/disabled-reason.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { ContactField, isImpossible } from './contact-field.tsx';
import { buildContactSchema, getContactErrorTexts, getContactLabels } from './contact-form.ts';

type ContactType = 'email' | 'phone';

interface Props {
  /** Those that are there, which are not added twice. */
  contacts: readonly Contact[];
  /** Types that codes can be sent to; undefined from servers that confirm nothing. */
  confirmable: readonly Contact['type'][] | undefined;
  /** Told the contact that was added, or was there already. */
  onAdded: (contact: Contact) => void;
  onCancel: () => void;
}

export function NewContact({ contacts, confirmable, onAdded, onCancel }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [type, setType] = useState<ContactType>('email');
  const reasonId = useId();
  const canConfirm = confirmable === undefined || confirmable.includes(type);
  const { form, field, check, submit, problem, isBusy, isValid, disabledReason } = useContractForm({
    schema: buildContactSchema(type, null),
    initialValues: { contact: '', can_notify: true },
    labels: getContactLabels(type),
    errorTexts: getContactErrorTexts(type),
    async submitValues(values) {
      const made = await call(createContact, { body: { type, ...values } }, { quiet: true });
      const isOld = contacts.some((it) => it.id === made.id);
      const added = made.confirmed === false && canConfirm ? 'contacts.savedUnconfirmed' : 'contacts.saved';
      notify(isOld ? 'info' : 'success', t(isOld ? 'contacts.there' : added));
      // Before the list is fetched: its new entry is drawn open.
      onAdded(made);
      await cache.invalidateQueries({ queryKey: buildEndpointKey(listContacts) });
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
          <ContactField {...field('contact')} value={form.values.contact} type={type} ref={focusOnMount} />
          {!canConfirm && (
            <Alert color="yellow" variant="light" icon={<Icon icon={IconAlertTriangle} />}>
              {t('problem.confirmation.no-gateway')}
            </Alert>
          )}
          <Switch {...check('can_notify')} size="md" />
          <Group justify="flex-end">
            <Button variant="default" size="md" onClick={onCancel}>
              {t('action.cancel')}
            </Button>
            <Button
              type="submit"
              size="md"
              loading={isBusy}
              disabled={!isValid()}
              aria-describedby={reasonId}
            >
              {t('contacts.addThis')}
            </Button>
            <DisabledReason
              id={reasonId}
              text={isImpossible(type, form.values.contact) ? null : disabledReason()}
            />
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
