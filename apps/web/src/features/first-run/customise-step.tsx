import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { FirstRunForm, saveConfig } from '@waypost/contract/settings/settings';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { formatErrorMessage, formatFieldErrors } from '../../api/error-text.ts';
import { uploadMedia } from '../../api/upload.ts';
import { useCall } from '../../api/use-call.ts';
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
  const [logoError, setLogoError] = useState<string | null>(null);
  // Uploaded once, also when saving is repeated.
  const uploaded = useRef<{ file: File; address: string } | null>(null);

  async function getLogoUrl(): Promise<string | null> {
    if (logo === null) return null;
    if (uploaded.current?.file !== logo) {
      const media = await uploadMedia({ blob: logo, name: logo.name, caption: null }).catch(
        (error: unknown) => {
          setLogoError(formatFieldErrors(error)['file'] ?? formatErrorMessage(error));
          throw error;
        },
      );
      uploaded.current = media.original_file_url ? { file: logo, address: media.original_file_url } : null;
    }
    return uploaded.current?.address ?? null;
  }

  const options = { onSuccess: onDone, invalidates: [] };
  const save = useCall(saveConfig, options);
  const skip = useCall(saveConfig, {
    ...options,
    onError: (error) => notify('error', formatErrorMessage(error)),
  });
  const params = { group: 'site' };

  const { field, submit, problem, isBusy } = useContractForm({
    schema: FirstRunForm,
    initialValues: { name: site.name, description: site.description },
    labels: { name: t('firstRun.name'), description: t('firstRun.description') },
    errorTexts: { 'name.required': t('firstRun.nameRequired') },
    async submitValues(values) {
      const image_header = await getLogoUrl();
      const logoSetting = image_header === null ? {} : { image_header };
      await save.mutateAsync({ params, body: { ...values, ...logoSetting, first_login: false } });
      setAppName(values.name);
    },
  });

  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Text>{t('firstRun.text')}</Text>
        <ProblemAlert text={logoError === null ? problem : null} />
        <TextInput {...field('name')} data-autofocus size="md" autoComplete="off" dir="auto" required />
        <Textarea {...field('description')} size="md" autosize minRows={2} maxRows={6} dir="auto" />
        <LogoField
          logo={logo}
          error={logoError}
          onChange={(file) => {
            setLogo(file);
            setLogoError(null);
          }}
        />
        <Group justify="flex-end">
          <Button
            variant="default"
            size="md"
            loading={skip.isPending}
            onClick={() => skip.mutate({ params, body: { first_login: false } })}
          >
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
