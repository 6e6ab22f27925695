/**
 * The stored data about one phone number or email address: counts, a file for the person concerned, and erasing it.
 * keys: contactData.found.*
 */
import '@mantine/core/styles/Checkbox.layer.css';
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
import { saveBlobAsFile } from '../../../api/download.ts';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { useCall } from '../../../api/use-call.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { ErrorState } from '../../../ui/feedback/screen-states.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { FormSection } from '../../../ui/form/form-section.tsx';

/** The kinds of data that can be erased here; accounts are deleted on the page of the users. */
const erasableKinds = ['contacts', 'messages', 'posts', 'surveys', 'imports'] as const;

interface FoundContactData {
  contact: string;
  counts: ContactDataCounts;
}

/** The section of the general settings. */
export function ContactDataSection() {
  const { t } = useTranslation();
  const [contact, setContact] = useState('');
  const [found, setFound] = useState<FoundContactData | null>(null);
  const lookUp = useCall(findContactData, {
    onSuccess: (counts, { body }) => setFound({ contact: body?.contact ?? contact, counts }),
    invalidates: [],
  });
  const save = useCall(exportContactData, {
    onSuccess(data) {
      const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
      saveBlobAsFile(file, 'contact-data.json');
    },
    invalidates: [],
  });
  const failure = lookUp.error ?? save.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (contact.trim() === '') return;
    save.reset();
    lookUp.mutate({ body: { contact: contact.trim() } });
  };
  return (
    <FormSection title={t('contactData.title')} lead={t('contactData.lead')}>
      <form onSubmit={submit}>
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
          <Button
            type="submit"
            size="md"
            variant="default"
            loading={lookUp.isPending}
            disabled={contact.trim() === ''}
          >
            {t('contactData.look')}
          </Button>
        </Group>
      </form>
      {failure && <ErrorState messages={formatErrorMessages(failure)} />}
      <output>
        {found && (
          <FoundData
            {...found}
            isSaving={save.isPending}
            onSave={() => {
              lookUp.reset();
              save.mutate({ body: { contact: found.contact } });
            }}
            onErased={() => setFound(null)}
          />
        )}
      </output>
    </FormSection>
  );
}

interface FoundDataProps extends FoundContactData {
  isSaving: boolean;
  onSave: () => void;
  onErased: () => void;
}

function FoundData({ contact, counts, isSaving, onSave, onErased }: FoundDataProps) {
  const { t } = useTranslation();
  const [isConfirming, setConfirming] = useState(false);
  const [withPosts, setWithPosts] = useState(false);
  const isNothing = erasableKinds.every((kind) => counts[kind] === 0);
  const erase = useCall(eraseContactData, {
    onSuccess() {
      setConfirming(false);
      notify('success', t('contactData.erased'));
      onErased();
    },
  });
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
          <Button size="md" variant="default" loading={isSaving} onClick={onSave}>
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
          onConfirm={() => erase.mutateAsync({ body: { contact, posts: withPosts } })}
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
