/** A bar for administrators while everything public is hidden, so that it is not forgotten. */
import '../../../ui/i18n/emergency-labels.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { readEmergency } from '@waypost/contract/emergency/emergency';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { useLoadedTranslations } from '../../../ui/i18n/i18n.ts';
import { TextLink } from '../../../ui/navigation/text-link.tsx';
import classes from './offline-bar.module.css';

/** Renders the bar; nothing while the deployment is private by its settings. */
export default function EmergencyBar() {
  useLoadedTranslations();
  const { t } = useTranslation();
  const { data } = useQuery(buildEndpointQuery(readEmergency, {}));
  return (
    <output className={classes['bar']} data-shown={data?.hidden || undefined}>
      {data?.hidden && (
        <>
          <Icon icon={IconAlertTriangle} size={18} />
          <span>
            {t('emergency.bar.text')}{' '}
            <TextLink to="/settings/emergency" inherit>
              {t('emergency.bar.link')}
            </TextLink>
          </span>
        </>
      )}
    </output>
  );
}
