import { Accordion, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Accordion.layer.css';
import '@mantine/core/styles/Badge.layer.css';
import { useQuery } from '@tanstack/react-query';
import { type Contact, listContacts } from '@waypost/contract/contacts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemTexts } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { useAccount } from '../../api/session.ts';
import { EmptyState, ErrorState, LoadingList } from '../../ui/states.tsx';
import { EditContact } from './edit-contact.tsx';
import { NewContact } from './new-contact.tsx';

/** Where somebody is reached: addresses and numbers, each opened to be changed (spec 2, "account"). */
export function ContactsTab() {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(read(listContacts, { query: { user: 'me' } }, { quiet: true }));
  if (error) return <ErrorState texts={problemTexts(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingList rows={2} height={52} />;
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
        <Accordion variant="contained">
          {data.results.map((contact) => (
            <ContactItem key={contact.id} contact={contact} />
          ))}
        </Accordion>
      )}
      {isAdding ? (
        <NewContact contacts={data.results} onDone={() => setAdding(false)} />
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

function ContactItem({ contact }: { contact: Contact }) {
  const { t } = useTranslation();
  const account = useAccount();
  const isLogin = contact.type === 'email' && contact.contact === account?.email;
  return (
    <Accordion.Item value={String(contact.id)}>
      <Accordion.Control>
        <Group gap="xs">
          <Text span dir="ltr">
            {contact.contact}
          </Text>
          {isLogin && <Badge variant="outline">{t('contacts.login')}</Badge>}
          <Text span size="sm" c="dimmed">
            {t(contact.can_notify ? 'contacts.notified' : 'contacts.notNotified')}
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <EditContact key={contact.updated} contact={contact} />
      </Accordion.Panel>
    </Accordion.Item>
  );
}
