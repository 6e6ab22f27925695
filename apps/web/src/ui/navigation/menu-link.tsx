import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorProps } from './anchor-props.ts';

/** A menu item that is a link, with a typed URL. */
export const MenuLink = createLink((props: AnchorProps<MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
));
