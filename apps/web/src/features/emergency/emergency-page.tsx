/** The measures for an emergency: hiding everything public, and ending all access. */
import '../../ui/i18n/emergency-labels.ts';
import { useQuery } from '@tanstack/react-query';
import { readEmergency } from '@waypost/contract/emergency/emergency';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useAccount } from '../../api/session.ts';
import { QueryBoundary } from '../../blocks/settings/query-boundary.tsx';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { EndAccessSection } from './end-access-section.tsx';
import { HidePublicSection } from './hide-public-section.tsx';

/** The settings page. */
export function EmergencyPage() {
  useLoadedTranslations();
  const { t } = useTranslation();
  // The page is rendered for a moment after all access has ended.
  const enabled = useAccount() !== null;
  const query = useQuery({ ...buildEndpointQuery(readEmergency, {}), enabled, staleTime: 0 });
  const notFound = { title: t('error.notFound.title'), text: t('error.notFound.text') };
  return (
    <SettingsPage lead={t('emergency.lead')}>
      <QueryBoundary query={query} notFound={notFound}>
        {(state) => (
          <>
            <HidePublicSection state={state} />
            {state.allowed_privileges.includes('delete') && <EndAccessSection />}
          </>
        )}
      </QueryBoundary>
    </SettingsPage>
  );
}
