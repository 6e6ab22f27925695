import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { FirstRunForm, saveConfig } from '@waypost/contract/settings/settings';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useConfig } from '../../api/config.ts';
import { formatErrorMessage, formatFieldErrors } from '../../api/error-text.ts';
import { uploadMedia } from '../../api/upload.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { LogoField } from '../../blocks/logo-field/logo-field.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { setAppName } from '../../ui/layout/screen-title.tsx';

/** Name, logo and description; saving or skipping ends the first run (spec 1 §4). */
export function CustomiseStep({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { site } = useConfig();
  const [logo, setLogo] = useState<File | null>(null);
  const [logoFault, setLogoFault] = useState<string | null>(null);
  const [isSkipping, setSkipping] = useState(false);
  // Sent once, however often saving is tried.
  const sent = useRef<{ file: File; address: string } | null>(null);

  async function logoAddress(): Promise<string | null> {
    if (logo === null) return null;
    if (sent.current?.file !== logo) {
      const media = await uploadMedia({ blob: logo, name: logo.name, caption: null }).catch(
        (error: unknown) => {
          setLogoFault(formatFieldErrors(error)['file'] ?? formatErrorMessage(error));
          throw error;
        },
      );
      sent.current = media.original_file_url ? { file: logo, address: media.original_file_url } : null;
    }
    return sent.current?.address ?? null;
  }

  async function save(settings: object): Promise<void> {
    const body = { ...settings, first_login: false };
    await call(saveConfig, { params: { group: 'site' }, body }, { quiet: true });
    onDone();
  }

  const { field, submit, problem, isBusy } = useContractForm({
    schema: FirstRunForm,
    initialValues: { name: site.name, description: site.description },
    labels: { name: t('firstRun.name'), description: t('firstRun.description') },
    errorTexts: { 'name.required': t('firstRun.nameRequired') },
    async submitValues(values) {
      const image_header = await logoAddress();
      await save({ ...values, ...(image_header === null ? {} : { image_header }) });
      setAppName(values.name);
    },
  });

  async function skip() {
    setSkipping(true);
    try {
      await save({});
    } catch (error) {
      notify('error', formatErrorMessage(error));
      setSkipping(false);
    }
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Text>{t('firstRun.text')}</Text>
        <ProblemAlert text={logoFault === null ? problem : null} />
        <TextInput {...field('name')} data-autofocus size="md" autoComplete="off" dir="auto" required />
        <Textarea {...field('description')} size="md" autosize minRows={2} maxRows={6} dir="auto" />
        <LogoField
          logo={logo}
          error={logoFault}
          onChange={(file) => {
            setLogo(file);
            setLogoFault(null);
          }}
        />
        <Group justify="flex-end">
          <Button variant="default" size="md" loading={isSkipping} onClick={() => void skip()}>
            {t('firstRun.skip')}
          </Button>
          <Button type="submit" size="md" loading={isBusy}>
            {t('firstRun.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
