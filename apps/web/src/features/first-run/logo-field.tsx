import { Button, FileButton, Group, Input } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import classes from './logo-field.module.css';

interface LogoFieldProps {
  logo: File | null;
  /** Why the server did not take it. */
  fault: string | null;
  onChange: (logo: File | null) => void;
}

/** A picture for the head of every screen, shown as it will be before it is sent. */
export function LogoField({ logo, fault, onChange }: LogoFieldProps) {
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
      <Group gap="xs">
        {logo && <img ref={show} className={classes['preview']} alt={t('firstRun.logoPreview')} />}
        <FileButton
          accept="image/png,image/jpeg,image/gif,image/webp"
          onChange={(file) => file && onChange(file)}
        >
          {(props) => (
            <Button {...props} variant="default" size="md" leftSection={<Icon of={IconPhoto} size={20} />}>
              {t(logo ? 'firstRun.logoReplace' : 'firstRun.logoChoose')}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button variant="subtle" color="gray" size="md" onClick={() => onChange(null)}>
            {t('firstRun.logoRemove')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
