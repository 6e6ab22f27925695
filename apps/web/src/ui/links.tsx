/** Buttons and menu items that lead somewhere: real links with typed addresses, drawn by the component library. */
import { Button, type ButtonProps, Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type AnchorProps<Own> = Own &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Own> & { ref?: Ref<HTMLAnchorElement> };

export const ButtonLink = createLink((props: AnchorProps<ButtonProps>) => (
  <Button component="a" {...props} />
));

export const MenuLink = createLink((props: AnchorProps<MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
));
