import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../navigation/button-link.tsx';
import classes from './page-message.module.css';
import { ScreenTitle } from './screen-title.tsx';

/** A whole screen that says one thing and shows the way back. */
export function PageMessage({
  title,
  children,
  action,
  hasMapLink: toMap = true,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Whether the map is a way back. */
  hasMapLink?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Stack className={classes['page']} gap="md">
      <ScreenTitle title={title} />
      {children && <Text c="dimmed">{children}</Text>}
      <Group>
        {toMap && (
          <ButtonLink to="/views/map" variant="default">
            {t('nav.backToMap')}
          </ButtonLink>
        )}
        {action}
      </Group>
    </Stack>
  );
}

export function NotFound() {
  const { t } = useTranslation();
  return <PageMessage title={t('error.notFound.title')}>{t('error.notFound.text')}</PageMessage>;
}

/** An address that is announced but has no screen yet: said honestly, never blank. */
export function NotImplemented() {
  const { t } = useTranslation();
  return <PageMessage title={t('error.notBuilt.title')}>{t('error.notBuilt.text')}</PageMessage>;
}
