import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import classes from './offline-bar.module.css';

/** Says that there is no line, and what that means; nothing when there is one. */
export function OfflineBar() {
  const { t } = useTranslation();
  const { online } = useNetwork();
  return (
    <output className={classes['bar']} data-shown={!online || undefined}>
      {!online && (
        <>
          <Icon of={IconWifiOff} size={18} />
          {t('state.offline')}
        </>
      )}
    </output>
  );
}
