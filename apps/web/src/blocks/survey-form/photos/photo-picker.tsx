/** Chooses a picture: by a button, from the camera, or by drag and drop. */
import { Button, FileButton } from '@mantine/core';
import { IconCamera, IconPhoto } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './photo.module.css';
import { acceptPictures, isHeic } from './picture-files.ts';

interface Props {
  label: string;
  isBusy: boolean;
  onPick: (file: File) => void;
}

/** Touch devices usually have a camera at hand. */
const hasCamera = (): boolean => window.matchMedia('(pointer: coarse)').matches;

/** The buttons and the drop zone. */
export function PhotoPicker({ label, isBusy, onPick }: Props) {
  const { t } = useTranslation();
  const [isDraggedOver, setDraggedOver] = useState(false);
  const [showsCamera] = useState(hasCamera);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDraggedOver(false);
    const file = [...event.dataTransfer.files].find((it) => it.type.startsWith('image/') || isHeic(it));
    if (file) onPick(file);
  };
  return (
    <div
      className={classes['dropZone']}
      data-over={isDraggedOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setDraggedOver(true);
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={drop}
    >
      {showsCamera && (
        <FileButton accept="image/*" capture="environment" onChange={(file) => file && onPick(file)}>
          {(props) => (
            <Button
              {...props}
              size="md"
              loading={isBusy}
              aria-label={t('surveyForm.photo.takeFor', { label })}
              leftSection={<IconCamera size={20} stroke={1.75} aria-hidden />}
            >
              {t('surveyForm.photo.take')}
            </Button>
          )}
        </FileButton>
      )}
      <FileButton accept={acceptPictures()} onChange={(file) => file && onPick(file)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="md"
            loading={isBusy}
            aria-label={t('surveyForm.photo.chooseFor', { label })}
            leftSection={<IconPhoto size={20} stroke={1.75} aria-hidden />}
          >
            {t('surveyForm.photo.choose')}
          </Button>
        )}
      </FileButton>
      <p className={classes['note']}>{t('surveyForm.photo.note')}</p>
    </div>
  );
}
