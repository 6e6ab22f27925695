import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentPropsWithoutRef } from 'react';
import { Icon } from './icon.tsx';
import classes from './icon-badge.module.css';

/**
 * A state in words with an icon, in one line with a rounded outline. `className` sets the colors; a badge never says something by its
 * color alone. Other properties are those of the element.
 */
export function IconBadge({
  icon,
  className = '',
  children,
  ...span
}: ComponentPropsWithoutRef<'span'> & { icon: TablerIcon }) {
  return (
    <span {...span} className={`${classes['badge']} ${className}`}>
      <Icon icon={icon} size={14} />
      {children}
    </span>
  );
}
