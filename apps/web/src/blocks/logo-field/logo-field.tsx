import { Button, FileButton, Group, Input } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/display/icon.tsx';
import classes from './logo-field.module.css';

interface LogoFieldProps {
  /** What was chosen, not sent yet. */
  logo: File | null;
  /** Address of the one that the site has; empty without one. */
  storedUrl?: string;
  /** Why the server did not take it. */
  error: string | null;
  onChange: (logo: File | null) => void;
  /** Takes the stored one away. */
  onRemoveStored?: () => void;
}

/** A picture for the head of every screen, shown as it will be before it is sent. */
export function LogoField({
  logo,
  storedUrl: stored = '',
  error: fault,
  onChange,
  onRemoveStored,
}: LogoFieldProps) {
  const { t } = useTranslation();
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || logo === null) return undefined;
      const address = URL.createObjectURL(logo);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [logo],
  );
  return (
    <Input.Wrapper
      label={t('firstRun.logo')}
      labelElement="div"
      description={t('firstRun.logoHint')}
      error={fault}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      size="md"
    >
      <Group gap="xs" mb={4}>
        {logo ? (
          <img ref={show} className={classes['preview']} alt={t('firstRun.logoPreview')} />
        ) : (
          stored !== '' && <img src={stored} className={classes['preview']} alt={t('firstRun.logoPreview')} />
        )}
        <FileButton
          accept="image/png,image/jpeg,image/gif,image/webp"
          onChange={(file) => file && onChange(file)}
        >
          {(props) => (
            <Button {...props} variant="default" size="md" leftSection={<Icon icon={IconPhoto} size={20} />}>
              {t(logo || stored !== '' ? 'firstRun.logoReplace' : 'firstRun.logoChoose')}
            </Button>
          )}
        </FileButton>
        {(logo || stored !== '') && (
          <Button
            variant="subtle"
            color="gray"
            size="md"
            onClick={() => (logo ? onChange(null) : onRemoveStored?.())}
          >
            {t('firstRun.logoRemove')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
