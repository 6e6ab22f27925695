/** Name, description and logo of the deployment. */
import { Button, Textarea, TextInput } from '@mantine/core';
import { FirstRunForm, saveConfig } from '@waypost/contract/settings/settings';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshConfig, useConfig } from '../../../api/config.ts';
import { formatErrorMessage, formatFieldErrors } from '../../../api/error-text.ts';
import { uploadMedia } from '../../../api/upload-media.ts';
import { useCall } from '../../../api/use-call.ts';
import { useContractForm } from '../../../blocks/contract-form/use-contract-form.ts';
import { LogoField } from '../../../blocks/logo-field/logo-field.tsx';
import { ProblemAlert } from '../../../ui/feedback/problem-alert.tsx';
import { setAppName } from '../../../ui/layout/screen-title.tsx';
import classes from '../setup-page.module.css';
import { notifySaved, type SavedStepProps } from './notify-saved.ts';

/** The form. */
export function NameStep({ onSaved, onUndone }: SavedStepProps) {
  const { t } = useTranslation();
  const { site } = useConfig();
  const [logo, setLogo] = useState<File | null>(null);
  const [logoError, setLogoError] = useState<string | null>(null);
  // Uploaded once, also when saving is repeated.
  const uploaded = useRef<{ file: File; address: string } | null>(null);
  const save = useCall(saveConfig, { invalidates: [] });
  const params = { group: 'site' };

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

  async function store(body: Record<string, unknown> & { name: string }): Promise<void> {
    await save.mutateAsync({ params, body });
    setAppName(body.name);
    await refreshConfig();
  }

  const { field, submit, problem, isBusy } = useContractForm({
    schema: FirstRunForm,
    initialValues: { name: site.name, description: site.description },
    labels: { name: t('firstRun.name'), description: t('firstRun.description') },
    errorTexts: { 'name.required': t('firstRun.nameRequired') },
    async submitValues(values) {
      const image_header = await getLogoUrl();
      const before = {
        name: site.name,
        description: site.description,
        image_header: site.image_header ?? '',
      };
      await store({ ...values, ...(image_header === null ? {} : { image_header }) });
      await onSaved();
      notifySaved(t, async () => {
        await store(before);
        await onUndone();
      });
    },
  });

  return (
    <form noValidate onSubmit={submit} className={classes['form']}>
      <ProblemAlert text={logoError === null ? problem : null} />
      <TextInput {...field('name')} size="md" autoComplete="off" dir="auto" required />
      <Textarea {...field('description')} size="md" autosize minRows={2} maxRows={6} dir="auto" />
      <LogoField
        logo={logo}
        storedUrl={site.image_header ?? ''}
        error={logoError}
        onChange={(file) => {
          setLogo(file);
          setLogoError(null);
        }}
      />
      <div className={classes['actions']}>
        <Button type="submit" size="md" loading={isBusy}>
          {t('action.save')}
        </Button>
      </div>
    </form>
  );
}
