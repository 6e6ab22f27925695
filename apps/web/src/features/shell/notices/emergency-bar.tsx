/** A bar for administrators while everything public is hidden, so that it is not forgotten. */
import '../../../ui/i18n/emergency-labels.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { readEmergency } from '@waypost/contract/emergency/emergency';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { useLoadedTranslations } from '../../../ui/i18n/i18n.ts';
import { TextLink } from '../../../ui/navigation/text-link.tsx';
import { NoticeBar } from './notice-bar.tsx';

/** Renders the bar; nothing while the deployment is private by its settings. */
export default function EmergencyBar() {
  useLoadedTranslations();
  const { t } = useTranslation();
  const { data } = useQuery(buildEndpointQuery(readEmergency, {}));
  return (
    <NoticeBar icon={IconAlertTriangle} isShown={data?.hidden === true}>
      <span>
        {t('emergency.bar.text')}{' '}
        <TextLink to="/settings/emergency" inherit>
          {t('emergency.bar.link')}
        </TextLink>
      </span>
    </NoticeBar>
  );
}
