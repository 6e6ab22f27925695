import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { pageSettings } from '../../api/page-settings.ts';

/** Says that no data exchange is set up, and how to set one up. Nothing where one is. */
export function ExchangeNotice() {
  const { t } = useTranslation();
  if (pageSettings.hasExchange) return null;
  return (
    <Alert color="blue" variant="light" role="note">
      {t('hxl.noExchange')}
    </Alert>
  );
}
