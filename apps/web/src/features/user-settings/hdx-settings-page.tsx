import { useQuery } from '@tanstack/react-query';
import { listUserSettings } from '@waypost/contract/user-settings/user-settings';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useAccount } from '../../api/session.ts';
import { ExchangeNotice } from '../../blocks/exchange-notice/exchange-notice.tsx';
import { FeatureNotice } from '../../blocks/feature-notice/feature-notice.tsx';
import { useFeature } from '../../blocks/feature-notice/features.ts';
import { QueryBoundary } from '../../blocks/settings/query-boundary.tsx';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { UserSettingField } from './user-setting-field.tsx';

/** One's own account at the Humanitarian Data Exchange: what uploads are made with (spec 3 §4, "HDX user settings"). */
export function HdxSettingsPage() {
  const { t } = useTranslation();
  const hasSettings = useFeature('user-settings');
  const hasHxl = useFeature('hxl');
  return (
    <SettingsPage lead={t('userSettings.lead')}>
      {hasSettings && hasHxl ? (
        <>
          <ExchangeNotice />
          <Settings />
        </>
      ) : (
        <FeatureNotice feature={hasSettings ? 'hxl' : 'user-settings'} />
      )}
    </SettingsPage>
  );
}

function Settings() {
  const { t } = useTranslation();
  const id = useAccount()?.id ?? 0;
  const query = useQuery({
    ...buildEndpointQuery(listUserSettings, { params: { id } }),
    enabled: id > 0,
  });
  return (
    <QueryBoundary query={query} notFound={{ title: t('userSettings.missing'), text: '' }}>
      {({ results }) => (
        <FormSection title={t('userSettings.hdx')} lead={t('userSettings.hdxLead')}>
          {(['hdx_maintainer_id', 'hdx_api_key'] as const).map((name) => (
            <UserSettingField
              key={name}
              name={name}
              ownerId={id}
              stored={results.find((it) => it.config_key === name)}
            />
          ))}
        </FormSection>
      )}
    </QueryBoundary>
  );
}
