import '../../../ui/i18n/targeted-survey-labels.ts';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFeature } from '../../../blocks/feature-notice/features.ts';
import { SettingsPage } from '../../../blocks/settings/settings-page.tsx';
import { useLoadedTranslations } from '../../../ui/i18n/i18n.ts';
import { SurveyLimitGuard } from '../survey-limit-guard.tsx';
import { newTargetedDraft } from './targeted-draft.ts';
import { TargetedWizard } from './targeted-wizard.tsx';

/** Wizard with four steps for a survey sent to chosen phone numbers (spec 3 §2, "Targeted survey wizard"). */
export function NewTargetedSurveyPage() {
  useLoadedTranslations();
  const { t } = useTranslation();
  const hasTargeted = useFeature('targeted-surveys');
  const [start] = useState(() =>
    newTargetedDraft({
      post: t('survey.default.post'),
      title: t('survey.default.title'),
      description: t('survey.default.description'),
    }),
  );
  if (!hasTargeted) return <Navigate to="/settings/surveys/create" replace />;
  return (
    <SettingsPage title={t('targeted.title')} lead={t('targeted.lead')}>
      <SurveyLimitGuard>
        <TargetedWizard initialDraft={start} savedDraft={start} />
      </SurveyLimitGuard>
    </SettingsPage>
  );
}
