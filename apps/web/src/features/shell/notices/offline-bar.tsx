import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NoticeBar } from './notice-bar.tsx';
import { useServerUnavailable } from './use-server-unavailable.ts';

/** Bar that is shown while the device is offline or the server cannot be reached. */
export function OfflineBar() {
  const { t } = useTranslation();
  const { online } = useNetwork();
  const isOut = useServerUnavailable();
  return (
    <NoticeBar icon={IconWifiOff} isShown={!online || isOut}>
      {t(online ? 'state.serverUnavailable' : 'state.offline')}
    </NoticeBar>
  );
}
