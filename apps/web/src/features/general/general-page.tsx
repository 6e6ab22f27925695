/** Name, logo, language, who gets in, the map, and keys for other programs (spec 3 §2, "General settings"). */
import { useQuery } from '@tanstack/react-query';
import { MapSettings, readConfig, Site } from '@waypost/contract/settings';
import { useTranslation } from 'react-i18next';
import { read } from '../../api/query-client.ts';
import { useAccount } from '../../api/session.ts';
import { Loaded } from '../../blocks/settings/loaded.tsx';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { ApiKeysSection } from './api-keys-section.tsx';
import { ContactDataSection } from './contact-data-section.tsx';
import { GeneralForm } from './general-form.tsx';
import { RetentionSection } from './retention-section.tsx';

/** What is being typed must not be replaced by a fetch in the background. */
const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };

function useGroup(group: 'site' | 'map') {
  return useQuery({ ...read(readConfig, { params: { group } }, { quiet: true }), ...once });
}

export function GeneralPage() {
  const { t } = useTranslation();
  const account = useAccount();
  const [site, map] = [useGroup('site'), useGroup('map')];
  const query = {
    data: site.data && map.data && { site: Site.parse(site.data), map: MapSettings.parse(map.data) },
    error: site.error ?? map.error,
    refetch: () => Promise.all([site.refetch(), map.refetch()]),
  };
  const missing = { title: t('general.missing'), text: '' };
  return (
    <SettingsPage lead={t('general.lead')}>
      <Loaded query={query} missing={missing}>
        {(stored) => <GeneralForm stored={stored} />}
      </Loaded>
      <RetentionSection />
      {account?.role === 'admin' && (
        <>
          <ContactDataSection />
          <ApiKeysSection />
        </>
      )}
    </SettingsPage>
  );
}
