/** A chosen picture with its caption and actions. */
import { Button, FileButton, TextInput } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { InlineConfirmButton } from '../../../ui/dialog/inline-confirm-button.tsx';
import { usePictureRef } from '../../../ui/display/use-picture-ref.ts';
import classes from './photo.module.css';
import { acceptPictures } from './picture-files.ts';

interface Props {
  /** URL, or the file itself before the upload. */
  picture: string | Blob | undefined;
  /** Stands for a chosen picture that the browser cannot show. */
  fileName?: string;
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
  fileName,
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
  const [failed, setFailed] = useState<string | Blob | undefined>();
  const pictureRef = usePictureRef(picture);
  const hasNoPreview = fileName !== undefined && picture !== undefined && failed === picture;
  return (
    <div className={classes['card']}>
      {hasNoPreview ? (
        <div className={classes['preview']} data-empty>
          <IconPhoto size={28} stroke={1.5} aria-hidden />
          <span className={classes['fileName']} dir="auto">
            {fileName}
          </span>
        </div>
      ) : (
        <img
          ref={pictureRef}
          className={classes['preview']}
          alt={caption || t('surveyForm.photo.preview', { label })}
          onError={() => setFailed(picture)}
        />
      )}
      <div className={classes['details']}>
        {hasNoPreview && <p className={classes['note']}>{t('surveyForm.photo.noPreview')}</p>}
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
          {!hasNoPreview && extraAction}
          <FileButton accept={acceptPictures()} onChange={(file) => file && onReplace(file)}>
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
