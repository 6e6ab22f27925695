/** The field for one picture, resized and with a caption. It is uploaded when the report is submitted. */
import { useState } from 'react';
import { isNewPhoto } from '../photos/new-photo.ts';
import { NewPhotoCard } from '../photos/new-photo-card.tsx';
import { PhotoPicker } from '../photos/photo-picker.tsx';
import { trackPreparation } from '../photos/photo-preparation.ts';
import { shrinkPhoto } from '../photos/shrink-photo.ts';
import { StoredPhotoCard } from '../photos/stored-photo-card.tsx';
import { validatePhoto } from '../photos/validate-photo.ts';
import { AnswerFrame } from './field-group.tsx';
import type { AnswerProps } from './field-props.tsx';

const readStoredPhotoId = (answer: unknown): number | null => {
  const value = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : answer;
  const id = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isInteger(id) && id > 0 ? id : null;
};

/** Shows a picker, a new picture, or a stored one. */
export function PhotoAnswer({ attribute, answer, onAnswer, name, error }: AnswerProps) {
  const [isPreparing, setPreparing] = useState(false);
  const [errorText, setErrorText] = useState<string | undefined>();
  const label = name ?? attribute.label;
  const hasCaption = !Array.isArray(attribute.config) && attribute.config['hasCaption'] === true;

  const prepare = async (file: File) => {
    setPreparing(true);
    const photo = await shrinkPhoto(file);
    setPreparing(false);
    const photoError = validatePhoto(photo);
    setErrorText(photoError);
    if (photoError === undefined)
      onAnswer(isNewPhoto(answer) ? { ...photo, caption: answer.caption } : photo);
    return photoError === undefined;
  };
  const choose = (file: File) => trackPreparation(prepare(file));
  const remove = () => {
    setErrorText(undefined);
    onAnswer('');
  };
  const id = readStoredPhotoId(answer);
  const content = isNewPhoto(answer) ? (
    <NewPhotoCard
      photo={answer}
      label={label}
      hasCaption={hasCaption}
      onChange={onAnswer}
      onReplace={choose}
      onRemove={remove}
    />
  ) : id !== null ? (
    <StoredPhotoCard id={id} label={label} hasCaption={hasCaption} onReplace={choose} onRemove={remove} />
  ) : (
    <PhotoPicker label={label} isBusy={isPreparing} onPick={choose} />
  );
  return (
    <AnswerFrame attribute={attribute} name={name} error={errorText ?? error}>
      {content}
    </AnswerFrame>
  );
}
