import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/display/icon.tsx';
import classes from './offline-bar.module.css';
import { useServerUnavailable } from './use-server-unavailable.ts';

/** Says that there is no line, or no server behind it, and what that means; nothing when there are both. */
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
          {t(online ? 'state.out' : 'state.offline')}
        </>
      )}
    </output>
  );
}
