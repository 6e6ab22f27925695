import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/display/icon.tsx';
import classes from './offline-bar.module.css';
import { useServerUnavailable } from './use-server-unavailable.ts';

/** Bar that is shown while the device is offline or the server cannot be reached. */
export function OfflineBar() {
  const { t } = useTranslation();
  const { online } = useNetwork();
  const isOut = useServerUnavailable();
  const isShown = !online || isOut;
  return (
    <output className={classes['bar']} data-shown={isShown || undefined}>
      {isShown && (
        <>
          <Icon icon={IconWifiOff} size={18} />
          {t(online ? 'state.serverUnavailable' : 'state.offline')}
        </>
      )}
    </output>
  );
}
