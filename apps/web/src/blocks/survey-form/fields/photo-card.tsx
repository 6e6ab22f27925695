/** A chosen picture with what can be done to it. */
import { Button, FileButton, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './photo.module.css';

interface Props {
  address: string | undefined;
  /** The field's name. */
  label: string;
  note: string | undefined;
  /** Undefined when the field asks for none. */
  caption: string | undefined;
  onCaption: (caption: string) => void;
  onCaptionDone?: () => void;
  onReplace: (file: File) => void;
  onRemove: () => void;
}

export function PhotoCard({ address, label, note, caption, onCaption, onCaptionDone, onReplace, onRemove }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles['card']}>
      {address ? (
        <img className={styles['preview']} src={address} alt={caption || t('survey_form.photo.preview', { label })} />
      ) : (
        <div className={styles['preview']} />
      )}
      <div className={styles['about']}>
        {note && (
          <p className={styles['note']} role="status">
            {note}
          </p>
        )}
        {caption !== undefined && (
          <TextInput
            size="md"
            dir="auto"
            maxLength={255}
            label={t('survey_form.photo.caption')}
            value={caption}
            onChange={(event) => onCaption(event.currentTarget.value)}
            {...(onCaptionDone ? { onBlur: onCaptionDone } : {})}
          />
        )}
        <div className={styles['actions']}>
          <FileButton accept="image/*" onChange={(file) => file && onReplace(file)}>
            {(props) => (
              <Button {...props} variant="default" size="md">
                {t('survey_form.photo.replace')}
              </Button>
            )}
          </FileButton>
          <Button variant="subtle" color="gray" size="md" onClick={onRemove}>
            {t('survey_form.photo.remove')}
          </Button>
        </div>
      </div>
    </div>
  );
}
