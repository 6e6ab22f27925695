/** A picture that is not uploaded yet. */
import { useTranslation } from 'react-i18next';
import { formatBytes } from './format-bytes.ts';
import type { NewPhoto } from './new-photo.ts';
import { PhotoCard } from './photo-card.tsx';

interface Props {
  photo: NewPhoto;
  label: string;
  hasCaption: boolean;
  onChange: (photo: NewPhoto) => void;
  onReplace: (file: File) => void;
  onRemove: () => void;
}

/** Shows the picture and its size before and after resizing. */
export function NewPhotoCard({ photo, label, hasCaption, onChange, onReplace, onRemove }: Props) {
  const { t } = useTranslation();
  const sizes = { from: formatBytes(photo.chosenBytes), to: formatBytes(photo.blob.size) };
  return (
    <PhotoCard
      picture={photo.blob}
      label={label}
      note={
        photo.blob.size < photo.chosenBytes
          ? t('surveyForm.photo.madeSmaller', sizes)
          : t('surveyForm.photo.size', sizes)
      }
      caption={hasCaption ? photo.caption : undefined}
      onCaptionChange={(caption) => onChange({ ...photo, caption })}
      onReplace={onReplace}
      onRemove={onRemove}
    />
  );
}
