import { Alert } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/display/icon.tsx';
import '../history/history-labels.ts';

/** Tells the team that personal data was removed from a report, and so what they look for in vain. */
export default function AnonymizedNotice() {
  const { t } = useTranslation();
  return (
    <Alert
      variant="light"
      color="gray"
      title={t('post.history.anonymizedTitle')}
      icon={<Icon icon={IconUserOff} />}
    >
      {t('post.history.anonymizedText')}
    </Alert>
  );
}
