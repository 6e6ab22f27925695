import { Menu } from '@mantine/core';
import { IconChevronDown, type TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Icon } from '../display/icon.tsx';
import classes from './menu-section.module.css';

interface Props {
  label: string;
  /** The current choice, shown beside the label. */
  value: ReactNode;
  icon: TablerIcon;
  /** Menu items, shown when the section is open. */
  children: ReactNode;
}

/** A menu item that shows and hides the items below it, so that long lists do not push the rest out of the screen. */
export function MenuSection({ label, value, icon, children }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Menu.Item
        closeMenuOnClick={false}
        aria-expanded={isOpen}
        aria-controls={id}
        leftSection={<Icon icon={icon} size={18} />}
        rightSection={
          <span className={classes['chevron']} data-open={isOpen || undefined}>
            <Icon icon={IconChevronDown} size={16} />
          </span>
        }
        onClick={() => setOpen(!isOpen)}
      >
        <span className={classes['label']}>
          {label} <span className={classes['value']}>{value}</span>
        </span>
      </Menu.Item>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </>
  );
}
