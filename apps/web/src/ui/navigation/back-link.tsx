/** The link back from a screen, above its title. */
import { Button, type ButtonProps } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import { Icon } from '../display/icon.tsx';
import type { AnchorProps } from './anchor-props.ts';
import classes from './back-link.module.css';

export const BackLink = createLink((props: AnchorProps<ButtonProps>) => (
  <Button
    component="a"
    variant="subtle"
    color="gray"
    size="sm"
    leftSection={
      <span className={classes['arrow']}>
        <Icon icon={IconArrowLeft} />
      </span>
    }
    {...props}
  />
));
