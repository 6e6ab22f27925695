import { Button } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/display/icon.tsx';

/** The button that opens the dialog for covering parts of a picture. */
export function CoverButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button variant="default" size="md" leftSection={<Icon icon={IconEyeOff} size={18} />} onClick={onClick}>
      {t('post.photo.cover')}
    </Button>
  );
}
