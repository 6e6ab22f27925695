/** Notice that the plan has no room for another survey, with a link to the plans (spec 3 §8). */
import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PlansLink } from '../../blocks/feature-notice/plans-link.tsx';
import { Icon } from '../../ui/display/icon.tsx';

/** @param limit `true`: no limit */
export const isSurveyLimitReached = (limit: number | true, count: number): boolean =>
  limit !== true && count >= limit;

/** Shows the limit of the plan. */
export function SurveyLimitNotice({ limit }: { limit: number }) {
  const { t } = useTranslation();
  return (
    <Alert
      color="yellow"
      variant="light"
      title={t('limit.survey_limit_reached')}
      icon={<Icon icon={IconAlertTriangle} />}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('survey.list.full', { count: limit })}</Text>
        <PlansLink label={t('limit.upgrade')} size="sm" variant="default" />
      </Stack>
    </Alert>
  );
}
