import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/display/icon.tsx';
import classes from './notice-bar.module.css';

interface Props {
  icon: TablerIcon;
  isShown: boolean;
  children: ReactNode;
}

/** A bar above every screen. It is always in the page, so that screen readers announce what appears in it. */
export function NoticeBar({ icon, isShown, children }: Props) {
  return (
    <output className={classes['bar']} data-shown={isShown || undefined}>
      {isShown && (
        <>
          <Icon icon={icon} size={18} />
          {children}
        </>
      )}
    </output>
  );
}
