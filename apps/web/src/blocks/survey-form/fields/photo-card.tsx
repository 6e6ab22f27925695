/** A chosen picture with what can be done to it. */
import { Button, FileButton, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './photo.module.css';

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

export function PhotoCard({
  address,
  label,
  note,
  caption,
  onCaption,
  onCaptionDone,
  onReplace,
  onRemove,
}: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes['card']}>
      {address ? (
        <img
          className={classes['preview']}
          src={address}
          alt={caption || t('surveyForm.photo.preview', { label })}
        />
      ) : (
        <div className={classes['preview']} />
      )}
      <div className={classes['about']}>
        {note && <output className={classes['note']}>{note}</output>}
        {caption !== undefined && (
          <TextInput
            size="md"
            dir="auto"
            maxLength={255}
            label={t('surveyForm.photo.caption')}
            value={caption}
            onChange={(event) => onCaption(event.currentTarget.value)}
            {...(onCaptionDone ? { onBlur: onCaptionDone } : {})}
          />
        )}
        <div className={classes['actions']}>
          <FileButton accept="image/*" onChange={(file) => file && onReplace(file)}>
            {(props) => (
              <Button {...props} variant="default" size="md">
                {t('surveyForm.photo.replace')}
              </Button>
            )}
          </FileButton>
          <Button variant="subtle" color="gray" size="md" onClick={onRemove}>
            {t('surveyForm.photo.remove')}
          </Button>
        </div>
      </div>
    </div>
  );
}
