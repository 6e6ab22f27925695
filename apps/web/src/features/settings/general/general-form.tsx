import '@mantine/core/styles/Switch.layer.css';
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { limits } from '@waypost/contract/common/limits';
import { visitorHoldPolicies } from '@waypost/contract/settings/settings';
import { changeLanguage } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../../api/session.ts';
import { FeatureNotice } from '../../../blocks/feature-notice/feature-notice.tsx';
import { useFeature } from '../../../blocks/feature-notice/features.ts';
import { LogoField } from '../../../blocks/logo-field/logo-field.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import classes from '../../../ui/form/form-column.module.css';
import { FormSection } from '../../../ui/form/form-section.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { UnsavedChangesGuard } from '../../../ui/form/unsaved-changes-guard.tsx';
import { getLanguageName, preferredLanguage, toLanguageTag } from '../../../ui/i18n/i18n.ts';
import { setAppName } from '../../../ui/layout/screen-title.tsx';
import { getLanguageOptions, hasTranslation } from './language-options.ts';
import { MapDefaults } from './map-defaults.tsx';
import { PrecisionFields } from './precision-fields.tsx';
import { type StoredSettings, useGeneralForm } from './use-general-form.ts';

export function GeneralForm({ stored }: { stored: StoredSettings }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const account = useAccount();
  const { form, problems, onSubmit, canSave, hasChanges } = useGeneralForm(stored, (saved) => {
    setAppName(saved.name);
    void changeLanguage(preferredLanguage(account?.language ?? saved.language));
    notify('success', t('general.done'));
  });
  const { logo, image_header: logoAddress, language } = form.values;
  return (
    <form noValidate className={classes['form']} onSubmit={onSubmit}>
      <FormSection title={t('general.about')}>
        <TextInput
          {...form.getInputProps('name')}
          size="md"
          label={t('general.name')}
          withAsterisk
          required
          maxLength={limits.siteName.max}
          autoComplete="off"
          dir="auto"
        />
        <Textarea
          {...form.getInputProps('description')}
          size="md"
          label={t('field.description')}
          description={t('general.descriptionHint')}
          maxLength={limits.siteDescription}
          autosize
          minRows={2}
          maxRows={8}
          dir="auto"
        />
        <LogoField
          logo={logo}
          storedUrl={logoAddress}
          error={typeof form.errors['logo'] === 'string' ? form.errors['logo'] : null}
          onChange={(file) => form.setFieldValue('logo', file)}
          onRemoveStored={() => form.setFieldValue('image_header', '')}
        />
        <TextInput
          {...form.getInputProps('email')}
          size="md"
          type="email"
          label={t('general.email')}
          description={t('general.emailHint')}
          maxLength={limits.email}
          autoComplete="off"
          dir="ltr"
        />
        <NativeSelect
          {...form.getInputProps('language')}
          size="md"
          label={t('general.language')}
          description={
            hasTranslation(language)
              ? t('general.languageHint')
              : t('general.languageUnspoken', { language: getLanguageName(toLanguageTag(language)) })
          }
          data={getLanguageOptions(stored.site.language)}
        />
      </FormSection>
      <FormSection title={t('general.access')}>
        <PrivateField field={form.getInputProps('private', { type: 'checkbox' })} />
        <NativeSelect
          {...form.getInputProps('hold_visitors')}
          size="md"
          label={t('general.hold.label')}
          description={t('general.hold.hint')}
          data={visitorHoldPolicies.map((value) => ({ value, label: t(`general.hold.${value}`) }))}
        />
      </FormSection>
      <FormSection title={t('general.map')} lead={t('general.mapLead')}>
        <MapDefaults form={form} />
      </FormSection>
      <FormSection title={t('general.precisionTitle')} lead={t('general.precisionLead')}>
        <PrecisionFields form={form} />
      </FormSection>
      <SaveBar
        saveLabel={t('action.save')}
        canSave={canSave}
        isBusy={form.submitting}
        statusText={form.isDirty() ? t('form.unsaved') : undefined}
        problems={problems}
        onCancel={() => void navigate({ to: '/settings' })}
      />
      <UnsavedChangesGuard hasChanges={hasChanges} />
    </form>
  );
}

/** A notice instead of the switch where the plan has no private deployments: the setting has no effect there. */
function PrivateField({ field }: { field: object }) {
  const { t } = useTranslation();
  const isOnPlan = useFeature('private');
  if (!isOnPlan) return <FeatureNotice feature="private" />;
  return <Switch {...field} size="md" label={t('general.private')} description={t('general.privateHint')} />;
}
