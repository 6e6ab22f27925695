import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../navigation/button-link.tsx';
import classes from './page-message.module.css';
import { ScreenTitle } from './screen-title.tsx';

/** A full page with a message and a way back. */
export function PageMessage({
  title,
  children,
  action,
  hasMapLink = true,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Whether to show the link to the map. */
  hasMapLink?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Stack className={classes['page']} gap="md">
      <ScreenTitle title={title} />
      {children && <Text c="dimmed">{children}</Text>}
      <Group>
        {hasMapLink && (
          <ButtonLink to="/views/map" variant="default">
            {t('nav.backToMap')}
          </ButtonLink>
        )}
        {action}
      </Group>
    </Stack>
  );
}

/** The page for unknown URLs. */
export function NotFound() {
  const { t } = useTranslation();
  return <PageMessage title={t('error.notFound.title')}>{t('error.notFound.text')}</PageMessage>;
}
