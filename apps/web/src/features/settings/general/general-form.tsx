/** The general settings, in sections. */
import { useNavigate } from '@tanstack/react-router';
import { changeLanguage } from 'i18next';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../../api/session.ts';
import { notify } from '../../../ui/feedback/toast.tsx';
import classes from '../../../ui/form/form-column.module.css';
import { FormSection } from '../../../ui/form/form-section.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { UnsavedChangesGuard } from '../../../ui/form/unsaved-changes-guard.tsx';
import { preferredLanguage } from '../../../ui/i18n/i18n.ts';
import { setAppName } from '../../../ui/layout/screen-title.tsx';
import { DefaultViewFields } from './default-view-fields.tsx';
import { GeneralFields } from './general-fields.tsx';
import { type GeneralField, type StoredSettings, useGeneralForm } from './use-general-form.ts';

interface Props {
  stored: StoredSettings;
  /** The field that is in sight and has the focus at first. */
  focusedField: GeneralField | undefined;
}

/** Edits the groups `site` and `map`. */
export function GeneralForm({ stored, focusedField }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const account = useAccount();
  const { form, labels, problems, onSubmit, canSave, saveStatus, hasChanges } = useGeneralForm(
    stored,
    (saved) => {
      setAppName(saved.name);
      void changeLanguage(preferredLanguage(account?.language ?? saved.language));
      notify('success', t('general.done'));
    },
  );
  const focusField = useEffectEvent(() => {
    const input = focusedField && form.getInputNode(focusedField);
    input?.focus({ preventScroll: true });
    input?.scrollIntoView({ block: 'center' });
  });
  useEffect(() => focusField(), []);
  const fields = { form, labels, stored };
  return (
    <form noValidate className={classes['form']} onSubmit={onSubmit}>
      <FormSection title={t('general.about')}>
        <GeneralFields section="about" {...fields} />
      </FormSection>
      <FormSection title={t('general.access')}>
        <GeneralFields section="access" {...fields} />
      </FormSection>
      <FormSection title={t('general.map')} lead={t('general.mapLead')}>
        <DefaultViewFields form={form} labels={labels} />
        <GeneralFields section="map" {...fields} />
      </FormSection>
      <FormSection title={t('general.precisionTitle')} lead={t('general.precisionLead')}>
        <GeneralFields section="precision" {...fields} />
      </FormSection>
      <SaveBar
        saveLabel={t('action.save')}
        canSave={canSave}
        isBusy={form.submitting}
        statusText={saveStatus}
        problems={problems}
        onCancel={() => void navigate({ to: '/settings' })}
      />
      <UnsavedChangesGuard hasChanges={hasChanges} />
    </form>
  );
}
