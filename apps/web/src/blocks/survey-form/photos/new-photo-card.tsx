/** A picture that is not uploaded yet. */
import { useTranslation } from 'react-i18next';
import { useLazyDialog } from '../../../ui/dialog/lazy-dialog.tsx';
import { CoverButton } from '../../photo-cover/cover-button.tsx';
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

const loadCoverDialog = () => import('../../photo-cover/cover-new-photo.tsx');

/** A covered picture is another file: what was uploaded of the previous one is not used. */
const replacePicture = ({ name, caption, chosenBytes }: NewPhoto, blob: Blob): NewPhoto => ({
  blob,
  name: name.replace(/\.[^.]*$/, '.jpg'),
  caption,
  chosenBytes,
});

/** Shows the picture and its size before and after resizing. */
export function NewPhotoCard({ photo, label, hasCaption, onChange, onReplace, onRemove }: Props) {
  const { t } = useTranslation();
  const cover = useLazyDialog(loadCoverDialog);
  const sizes = { from: formatBytes(photo.chosenBytes), to: formatBytes(photo.blob.size) };
  return (
    <>
      <PhotoCard
        picture={photo.blob}
        fileName={photo.name}
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
        extraAction={
          <CoverButton
            onClick={() =>
              cover.open({
                picture: photo.blob,
                onCovered: (blob) => onChange(replacePicture(photo, blob)),
              })
            }
          />
        }
      />
      {cover.dialog}
    </>
  );
}
