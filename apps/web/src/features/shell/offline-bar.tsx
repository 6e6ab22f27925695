import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import classes from './offline-bar.module.css';
import { useOut } from './use-out.ts';

/** Says that there is no line, or no server behind it, and what that means; nothing when there are both. */
export function OfflineBar() {
  const { t } = useTranslation();
  const { online } = useNetwork();
  const isOut = useOut();
  const isShown = !online || isOut;
  return (
    <output className={classes['bar']} data-shown={isShown || undefined}>
      {isShown && (
        <>
          <Icon of={IconWifiOff} size={18} />
          {t(online ? 'state.out' : 'state.offline')}
        </>
      )}
    </output>
  );
}
