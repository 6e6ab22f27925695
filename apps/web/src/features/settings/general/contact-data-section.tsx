/**
 * What is kept about one number or address: how much it is, all of it as a file for whom it is about, and erasing it. keys:
 * contactData.found.*
 */
import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { limits } from '@waypost/contract/common/limits';
import {
  type ContactDataCounts,
  eraseContactData,
  exportContactData,
  findContactData,
} from '@waypost/contract/privacy/contact-data';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { saveBlobAsFile } from '../../../api/download.ts';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { ErrorState } from '../../../ui/feedback/screen-states.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { FormSection } from '../../../ui/form/form-section.tsx';

/** Of what can be erased; accounts are deleted among the users. */
const erasableKinds = ['contacts', 'messages', 'posts', 'surveys', 'imports'] as const;

interface FoundContactData {
  contact: string;
  counts: ContactDataCounts;
}

export function ContactDataSection() {
  const { t } = useTranslation();
  const [contact, setContact] = useState('');
  const [found, setFound] = useState<FoundContactData | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  async function attempt(work: () => Promise<void>) {
    setBusy(true);
    setProblems([]);
    await work().catch((error: unknown) => setProblems(formatErrorMessages(error)));
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
      saveBlobAsFile(file, 'contact-data.json');
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
      {problems.length > 0 && <ErrorState messages={problems} />}
      <output>
        {found && (
          <FoundData {...found} onSave={() => void save(found.contact)} onErased={() => setFound(null)} />
        )}
      </output>
    </FormSection>
  );
}

interface FoundDataProps extends FoundContactData {
  onSave: () => void;
  onErased: () => void;
}

function FoundData({ contact, counts, onSave, onErased }: FoundDataProps) {
  const { t } = useTranslation();
  const [isConfirming, setConfirming] = useState(false);
  const [withPosts, setWithPosts] = useState(false);
  const isNothing = erasableKinds.every((kind) => counts[kind] === 0);
  async function erase() {
    await call(eraseContactData, { body: { contact, posts: withPosts } }, { quiet: true });
    setConfirming(false);
    notify('success', t('contactData.erased'));
    onErased();
  }
  return (
    <>
      {isNothing ? (
        <Text>{t('contactData.nothing')}</Text>
      ) : (
        <ul style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
          {erasableKinds.map((kind) => (
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
          <Button size="md" variant="outline" color="red" onClick={() => setConfirming(true)}>
            {t('contactData.erase')}
          </Button>
        </Group>
      )}
      {isConfirming && (
        <ConfirmDialog
          title={t('contactData.question')}
          confirmLabel={t('contactData.erase')}
          onConfirm={erase}
          formatErrors={formatErrorMessages}
          onClose={() => setConfirming(false)}
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
