/** Nothing chosen yet: one big button, and a place to drop a file. */
import { Button, FileButton } from '@mantine/core';
import { IconCamera, IconPhoto } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './photo.module.css';

interface Props {
  label: string;
  isBusy: boolean;
  onPick: (file: File) => void;
}

/** A phone or tablet: its camera is at hand, which a mouse's seldom is. */
const hasCamera = (): boolean => window.matchMedia('(pointer: coarse)').matches;

export function PhotoPicker({ label, isBusy, onPick: onChoose }: Props) {
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  const [isPhone] = useState(hasCamera);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = [...event.dataTransfer.files].find((it) => it.type.startsWith('image/'));
    if (file) onChoose(file);
  };
  return (
    <div
      className={classes['dropZone']}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {isPhone && (
        <FileButton accept="image/*" capture="environment" onChange={(file) => file && onChoose(file)}>
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
      <FileButton accept="image/*" onChange={(file) => file && onChoose(file)}>
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
