import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorProps } from './anchor-props.ts';

/** A menu item that leads somewhere: a real link with a typed address. */
export const MenuLink = createLink((props: AnchorProps<MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
));
