import { Button, FileButton, Group, Input } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/display/icon.tsx';
import { isHeic } from '../survey-form/photos/picture-files.ts';
import classes from './logo-field.module.css';

interface LogoFieldProps {
  /** The chosen file, not uploaded yet. */
  logo: File | null;
  /** URL of the current logo; empty without one. */
  storedUrl?: string;
  /** Why the server rejected the file. */
  error: string | null;
  onChange: (logo: File | null) => void;
  /** Removes the current logo. */
  onRemoveStored?: () => void;
}

/** Chooses the deployment's logo, with a preview before it is uploaded. */
export function LogoField({ logo, storedUrl = '', error: fault, onChange, onRemoveStored }: LogoFieldProps) {
  const { t } = useTranslation();
  const [isUnreadable, setUnreadable] = useState(false);
  const choose = (file: File | null) => {
    setUnreadable(false);
    onChange(file);
  };
  // The server can read HEIC also where the browser cannot.
  const onPreviewError = () => {
    setUnreadable(true);
    if (!logo || !isHeic(logo)) onChange(null);
  };
  const showPreview = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || logo === null) return undefined;
      const objectUrl = URL.createObjectURL(logo);
      image.src = objectUrl;
      return () => URL.revokeObjectURL(objectUrl);
    },
    [logo],
  );
  return (
    <Input.Wrapper
      label={t('firstRun.logo')}
      labelElement="div"
      description={t('firstRun.logoHint')}
      error={isUnreadable && !logo ? t('fault.fileType') : fault}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      size="md"
    >
      <Group gap="xs" mb={4}>
        {logo && isUnreadable && <span dir="auto">{logo.name}</span>}
        {logo
          ? !isUnreadable && (
              <img
                ref={showPreview}
                className={classes['preview']}
                alt={t('firstRun.logoPreview')}
                onError={onPreviewError}
              />
            )
          : storedUrl !== '' && (
              <img src={storedUrl} className={classes['preview']} alt={t('firstRun.logoPreview')} />
            )}
        <FileButton
          accept="image/png,image/jpeg,image/gif,image/webp,image/heic,image/heif,.heic,.heif"
          onChange={(file) => file && choose(file)}
        >
          {(props) => (
            <Button {...props} variant="default" size="md" leftSection={<Icon icon={IconPhoto} size={20} />}>
              {t(logo || storedUrl !== '' ? 'firstRun.logoReplace' : 'firstRun.logoChoose')}
            </Button>
          )}
        </FileButton>
        {(logo || storedUrl !== '') && (
          <Button
            variant="subtle"
            color="gray"
            size="md"
            onClick={() => (logo ? choose(null) : onRemoveStored?.())}
          >
            {t('firstRun.logoRemove')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
