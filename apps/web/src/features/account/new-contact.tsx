import { Alert, Button, Group, Paper, SegmentedControl, Stack, Switch } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type Contact, createContact, listContacts } from '@waypost/contract/contacts/contacts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buildEndpointKey } from '../../api/query-keys.ts';
import { useCall } from '../../api/use-call.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { focusOnMount } from '../../ui/browser/focus-on-mount.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { ContactField } from './contact-field.tsx';
import { buildContactSchema, getContactErrorTexts, getContactLabels } from './contact-form.ts';

type ContactType = 'email' | 'phone';

interface Props {
  /** The existing contacts, which are not added twice. */
  contacts: readonly Contact[];
  /** Types that codes can be sent to; undefined from servers without confirmation. */
  confirmable: readonly Contact['type'][] | undefined;
  /** Called with the contact that was added, or existed already. */
  onAdded: (contact: Contact) => void;
  onCancel: () => void;
}

/** The form for a new contact. */
export function NewContact({ contacts, confirmable, onAdded, onCancel }: Props) {
  const { t } = useTranslation();
  const create = useCall(createContact, {
    onSuccess(saved) {
      const isExisting = contacts.some((it) => it.id === saved.id);
      notify(isExisting ? 'info' : 'success', t(isExisting ? 'contacts.there' : 'contacts.saved'));
      // Before the list is fetched: its new entry is rendered open.
      onAdded(saved);
    },
    invalidates: [buildEndpointKey(listContacts)],
  });
  const [type, setType] = useState<ContactType>('email');
  const canConfirm = confirmable === undefined || confirmable.includes(type);
  const { form, field, check, submit, problem, isBusy } = useContractForm({
    schema: buildContactSchema(type, null),
    initialValues: { contact: '', can_notify: true },
    labels: getContactLabels(type),
    errorTexts: getContactErrorTexts(type),
    async submitValues(values) {
      await create.mutateAsync({ body: { type, ...values } });
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
            <Button type="submit" size="md" loading={isBusy}>
              {t('contacts.addThis')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
