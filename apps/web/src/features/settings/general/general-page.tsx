import { useQuery } from '@tanstack/react-query';
import { MapSettings, readConfig, Site } from '@waypost/contract/settings/settings';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { useAccount } from '../../../api/session.ts';
import { QueryBoundary } from '../../../blocks/settings/query-boundary.tsx';
import { SettingsPage } from '../../../blocks/settings/settings-page.tsx';
import { ApiKeysSection } from './api-keys-section.tsx';
import { ContactDataSection } from './contact-data-section.tsx';
import { GeneralForm } from './general-form.tsx';
import { PersonalDataSection } from './personal-data-section.tsx';
import { RetentionSection } from './retention-section.tsx';

/** A background fetch must not replace what is being typed. */
const fetchOnce = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };

function useGroup(group: 'site' | 'map') {
  return useQuery({
    ...buildEndpointQuery(readConfig, { params: { group } }),
    ...fetchOnce,
  });
}

interface Props {
  /** The field that is in sight and has the focus at first. */
  focusedField?: 'basemap' | undefined;
}

/** Name, logo, language, access, map and API keys (spec 3 §2, "General settings"). */
export function GeneralPage({ focusedField }: Props) {
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
      <QueryBoundary query={query} notFound={missing}>
        {(stored) => (
          <>
            <GeneralForm stored={stored} focusedField={focusedField} />
            <RetentionSection />
            {account?.role === 'admin' && (
              <>
                <PersonalDataSection />
                <ContactDataSection />
                <ApiKeysSection />
              </>
            )}
          </>
        )}
      </QueryBoundary>
    </SettingsPage>
  );
}
