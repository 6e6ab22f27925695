/** Settings of the review: rules of urgency, and what suggestions are learned from. */
import { useTranslation } from 'react-i18next';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { SuggestionsSection } from './suggestions-section.tsx';
import { UrgencySection } from './urgency-section.tsx';

/** The page. */
export function ReviewSettingsPage() {
  const { t } = useTranslation();
  return (
    <SettingsPage lead={t('reviewSettings.lead')}>
      <UrgencySection />
      <SuggestionsSection />
    </SettingsPage>
  );
}
