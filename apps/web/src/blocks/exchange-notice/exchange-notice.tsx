import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { pageSettings } from '../../api/page-settings.ts';

/** Says that no data exchange is set up, and how to set one up. Nothing where one is. */
export function ExchangeNotice() {
  const { t } = useTranslation();
  // A page that another server delivers does not say.
  if (pageSettings.hasExchange !== false) return null;
  return (
    <Alert color="blue" variant="light" role="note">
      {t('hxl.noExchange')}
    </Alert>
  );
}
