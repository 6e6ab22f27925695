import { Accordion, Alert, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Accordion.layer.css';
import '@mantine/core/styles/Badge.layer.css';
import { useQuery } from '@tanstack/react-query';
import {
  type Contact,
  confirmContact,
  listContacts,
  sendContactCode,
} from '@waypost/contract/contacts/contacts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { buildEndpointKey } from '../../api/query-keys.ts';
import { useAccount } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { ConfirmCode } from './confirm-code.tsx';
import { EditContact } from './edit-contact.tsx';
import { NewContact } from './new-contact.tsx';

/** The contacts of the user; each can be opened to change it (spec 2 §2, "Account"). */
export function ContactsTab() {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  /** The open item of the accordion: the id of a contact. */
  const [opened, setOpened] = useState<string | null>(null);
  /** Id of the contact that was added last; its next step gets the focus. */
  const [added, setAdded] = useState<number | null>(null);
  const { data, error, refetch } = useQuery(buildEndpointQuery(listContacts, { query: { user: 'me' } }));
  if (error) return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={2} height={52} />;
  return (
    <Stack>
      <div>
        <Title order={3} size="h5">
          {t('contacts.title')}
        </Title>
        <Text c="dimmed">{t('contacts.text')}</Text>
      </div>
      {data.results.length === 0 && !isAdding && (
        <EmptyState title={t('contacts.none.title')}>{t('contacts.none.text')}</EmptyState>
      )}
      {data.results.length > 0 && (
        <Accordion variant="contained" value={opened} onChange={setOpened}>
          {data.results.map((contact) => (
            <ContactItem
              key={contact.id}
              contact={contact}
              confirmable={data.confirmable}
              isAdded={contact.id === added}
            />
          ))}
        </Accordion>
      )}
      {isAdding ? (
        <NewContact
          contacts={data.results}
          confirmable={data.confirmable}
          onCancel={() => setAdding(false)}
          onAdded={({ id }) => {
            setAdding(false);
            setOpened(String(id));
            setAdded(id);
          }}
        />
      ) : (
        <Group>
          <Button variant="default" size="md" onClick={() => setAdding(true)}>
            {t('contacts.add')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface ItemProps {
  contact: Contact;
  /** Types that codes can be sent to; undefined from servers without confirmation. */
  confirmable: readonly Contact['type'][] | undefined;
}

function ContactItem({ contact, confirmable, isAdded }: ItemProps & { isAdded: boolean }) {
  const { t } = useTranslation();
  const item = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isAdded) return undefined;
    // After the panel was opened, and the form that had the focus was removed.
    const timer = setTimeout(() => {
      const next = item.current?.querySelector<HTMLElement>('[data-next-step]');
      (next ?? item.current?.querySelector('button'))?.focus({ preventScroll: true });
      item.current?.scrollIntoView({ block: 'nearest' });
    }, 50);
    return () => clearTimeout(timer);
  }, [isAdded]);
  const account = useAccount();
  const isLogin = contact.type === 'email' && contact.contact === account?.email;
  return (
    <Accordion.Item ref={item} value={String(contact.id)}>
      <Accordion.Control>
        <Group gap="xs">
          <Text span dir="ltr">
            {contact.contact}
          </Text>
          {isLogin && <Badge variant="outline">{t('contacts.login')}</Badge>}
          {contact.confirmed === false && (
            <Badge variant="light" color="yellow" autoContrast>
              {t('confirmation.unconfirmed')}
            </Badge>
          )}
          <Text span size="sm" c="dimmed">
            {t(
              contact.can_notify && contact.confirmed !== false
                ? 'contacts.notified'
                : 'contacts.notNotified',
            )}
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack>
          {contact.confirmed === false && <ContactConfirmation contact={contact} confirmable={confirmable} />}
          <EditContact key={contact.updated} contact={contact} />
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

/** Confirms a contact, or says why this is not possible. */
function ContactConfirmation({ contact, confirmable }: ItemProps) {
  const { t } = useTranslation();
  const { id, type } = contact;
  const send = useCall(sendContactCode, { invalidates: [] });
  const confirm = useCall(confirmContact, {
    onSuccess: () => notify('success', t('confirmation.done', { address: contact.contact })),
    invalidates: [buildEndpointKey(listContacts)],
  });
  if (type === 'twitter' || !confirmable?.includes(type))
    return (
      <Alert color="yellow" variant="light">
        {t(type === 'phone' ? 'problem.confirmation.no-gateway' : 'problem.confirmation.unsupported')}
      </Alert>
    );
  return (
    <ConfirmCode
      address={contact.contact}
      type={type}
      send={() => send.mutateAsync({ params: { id } })}
      confirm={(code) => confirm.mutateAsync({ params: { id }, body: { code } })}
    />
  );
}
