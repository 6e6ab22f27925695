/**
 * Shown where a feature is not part of the deployment's plan, with a link to the plans (spec 1 §6, spec 2 §8). A screen is
 * restricted by its route, `staticData: { feature: 'webhooks' }`; within a screen use `useFeature` and `FeatureNotice`.
 * keys: feature.unavailable.*
 */
import { Group, Stack, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/display/icon.tsx';
import { PageMessage } from '../../ui/layout/page-message.tsx';
import classes from './feature-notice.module.css';
import type { FeatureName } from './features.ts';
import { PlansLink } from './plans-link.tsx';

/** Shown instead of a section or control. */
export function FeatureNotice({ feature }: { feature: FeatureName }) {
  const { t } = useTranslation();
  return (
    <Group className={classes['notice']} gap="sm" align="flex-start" wrap="nowrap" role="note">
      <Icon icon={IconLock} />
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t(`feature.unavailable.${feature}`)}</Text>
        <PlansLink label={t('feature.upgrade')} size="sm" variant="default" />
      </Stack>
    </Group>
  );
}

/** Shown instead of a screen. */
export function FeaturePage({ feature }: { feature: FeatureName }) {
  const { t } = useTranslation();
  return (
    <PageMessage
      title={t(`feature.unavailable.${feature}`)}
      hasMapLink={feature !== 'views-map'}
      action={<PlansLink label={t('feature.upgrade')} />}
    >
      {t('feature.text')}
    </PageMessage>
  );
}
