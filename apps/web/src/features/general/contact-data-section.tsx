/**
 * What is kept about one number or address: how much it is, all of it as a file for whom it is about, and erasing it. keys:
 * contactData.found.*
 */
import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import {
  type ContactDataCounts,
  eraseContactData,
  exportContactData,
  findContactData,
} from '@waypost/contract/contact-data';
import { limits } from '@waypost/contract/limits';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { keepFile } from '../../api/download.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormSection } from '../../ui/form-section.tsx';
import { notify } from '../../ui/notice.tsx';
import { ErrorState } from '../../ui/states.tsx';

/** Of what can be erased; accounts are deleted among the users. */
const kinds = ['contacts', 'messages', 'posts', 'surveys', 'imports'] as const;

interface Found {
  contact: string;
  counts: ContactDataCounts;
}

export function ContactDataSection() {
  const { t } = useTranslation();
  const [contact, setContact] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  async function attempt(work: () => Promise<void>) {
    setBusy(true);
    setProblems([]);
    await work().catch((error: unknown) => setProblems(problemTexts(error)));
    setBusy(false);
  }
  const lookUp = (event: FormEvent) => {
    event.preventDefault();
    const asked = contact.trim();
    if (asked === '') return;
    void attempt(async () => {
      const counts = await call(findContactData, { body: { contact: asked } }, { quiet: true });
      setFound({ contact: asked, counts });
    });
  };
  const save = (of: string) =>
    attempt(async () => {
      const data = await call(exportContactData, { body: { contact: of } }, { quiet: true });
      const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
      keepFile(file, 'contact-data.json');
    });
  return (
    <FormSection title={t('contactData.title')} lead={t('contactData.lead')}>
      <form onSubmit={lookUp}>
        <Group align="flex-end" gap="sm">
          <TextInput
            size="md"
            flex="1 1 14rem"
            maw="24rem"
            dir="auto"
            autoComplete="off"
            maxLength={limits.contact}
            label={t('contactData.contact')}
            value={contact}
            onChange={(event) => {
              setContact(event.currentTarget.value);
              setFound(null);
            }}
          />
          <Button type="submit" size="md" variant="default" loading={isBusy} disabled={contact.trim() === ''}>
            {t('contactData.look')}
          </Button>
        </Group>
      </form>
      {problems.length > 0 && <ErrorState texts={problems} />}
      <output>
        {found && <Kept {...found} onSave={() => void save(found.contact)} onErased={() => setFound(null)} />}
      </output>
    </FormSection>
  );
}

interface KeptProps extends Found {
  onSave: () => void;
  onErased: () => void;
}

function Kept({ contact, counts, onSave, onErased }: KeptProps) {
  const { t } = useTranslation();
  const [asks, setAsks] = useState(false);
  const [withPosts, setWithPosts] = useState(false);
  const isNothing = kinds.every((kind) => counts[kind] === 0);
  async function erase() {
    await call(eraseContactData, { body: { contact, posts: withPosts } }, { quiet: true });
    setAsks(false);
    notify('success', t('contactData.erased'));
    onErased();
  }
  return (
    <>
      {isNothing ? (
        <Text>{t('contactData.nothing')}</Text>
      ) : (
        <ul style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
          {kinds.map((kind) => (
            <li key={kind}>{t(`contactData.found.${kind}`, { number: counts[kind] })}</li>
          ))}
        </ul>
      )}
      {counts.accounts > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('contactData.account')}
        </Text>
      )}
      {!isNothing && (
        <Group mt="md" gap="sm">
          <Button size="md" variant="default" onClick={onSave}>
            {t('contactData.download')}
          </Button>
          <Button size="md" variant="outline" color="red" onClick={() => setAsks(true)}>
            {t('contactData.erase')}
          </Button>
        </Group>
      )}
      {asks && (
        <ConfirmDialog
          title={t('contactData.question')}
          action={t('contactData.erase')}
          onConfirm={erase}
          textsOf={problemTexts}
          onClose={() => setAsks(false)}
        >
          <Text mb="sm">{t('contactData.confirm')}</Text>
          <Text mb="md">{t('contactData.files')}</Text>
          <Checkbox
            size="md"
            label={t('contactData.posts', { number: counts.posts })}
            checked={withPosts}
            onChange={(event) => setWithPosts(event.currentTarget.checked)}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
