/** A chosen picture with its caption and actions. */
import { Button, FileButton, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { InlineConfirmButton } from '../../../ui/dialog/inline-confirm-button.tsx';
import { usePictureRef } from '../../../ui/display/use-picture-ref.ts';
import classes from './photo.module.css';

interface Props {
  /** URL, or the file itself before the upload. */
  picture: string | Blob | undefined;
  /** Label of the field. */
  label: string;
  note: string | undefined;
  /** Undefined when the field has no captions. */
  caption: string | undefined;
  onCaptionChange: (caption: string) => void;
  onCaptionDone?: () => void;
  onReplace: (file: File) => void;
  onRemove: () => void;
  /** A button before the others. */
  extraAction?: ReactNode;
}

/** Shows the picture with buttons that replace or remove it. */
export function PhotoCard({
  picture,
  label,
  note,
  caption,
  onCaptionChange,
  onCaptionDone,
  onReplace,
  onRemove,
  extraAction,
}: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes['card']}>
      <img
        ref={usePictureRef(picture)}
        className={classes['preview']}
        alt={caption || t('surveyForm.photo.preview', { label })}
      />
      <div className={classes['details']}>
        {note && <output className={classes['note']}>{note}</output>}
        {caption !== undefined && (
          <TextInput
            size="md"
            dir="auto"
            maxLength={255}
            label={t('surveyForm.photo.caption')}
            value={caption}
            onChange={(event) => onCaptionChange(event.currentTarget.value)}
            {...(onCaptionDone ? { onBlur: onCaptionDone } : {})}
          />
        )}
        <div className={classes['actions']}>
          {extraAction}
          <FileButton accept="image/*" onChange={(file) => file && onReplace(file)}>
            {(props) => (
              <Button {...props} variant="default" size="md">
                {t('surveyForm.photo.replace')}
              </Button>
            )}
          </FileButton>
          <InlineConfirmButton
            variant="subtle"
            color="gray"
            size="md"
            question={t('surveyForm.photo.removeAsk')}
            confirmLabel={t('surveyForm.photo.remove')}
            cancelLabel={t('surveyForm.photo.keep')}
            onConfirm={onRemove}
          >
            {t('surveyForm.photo.remove')}
          </InlineConfirmButton>
        </div>
      </div>
    </div>
  );
}
