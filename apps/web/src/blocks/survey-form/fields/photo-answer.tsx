/** One picture: chosen, made smaller, with a caption. It is sent together with the report. */
import { useState } from 'react';
import { FieldGroup } from '../field-group.tsx';
import type { AnswerProps } from '../field-props.ts';
import { isNewPhoto } from '../new-photo.ts';
import { faultPhoto } from '../photo-limits.ts';
import { shrinkPhoto } from '../shrink-photo.ts';
import classes from '../survey-form.module.css';
import { ChoosePhoto } from './choose-photo.tsx';
import { NewPhotoCard } from './new-photo-card.tsx';
import { StoredPhotoCard } from './stored-photo-card.tsx';

const storedId = (answer: unknown): number | null => {
  const bare = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : answer;
  const id = typeof bare === 'string' || typeof bare === 'number' ? Number(bare) : Number.NaN;
  return Number.isInteger(id) && id > 0 ? id : null;
};

export function PhotoAnswer({ attribute, answer, onAnswer, head, name, error }: AnswerProps) {
  const [isPreparing, setPreparing] = useState(false);
  const [refused, setRefused] = useState<string | undefined>();
  const label = name ?? attribute.label;
  const hasCaption = !Array.isArray(attribute.config) && attribute.config['hasCaption'] === true;

  const prepare = async (file: File) => {
    setPreparing(true);
    const photo = await shrinkPhoto(file);
    setPreparing(false);
    const fault = faultPhoto(photo);
    setRefused(fault);
    if (fault === undefined) onAnswer(isNewPhoto(answer) ? { ...photo, caption: answer.caption } : photo);
  };
  const choose = (file: File) => void prepare(file);
  const remove = () => {
    setRefused(undefined);
    onAnswer('');
  };
  const id = storedId(answer);
  const told = refused ?? error;
  const slot = isNewPhoto(answer) ? (
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
    <ChoosePhoto label={label} isBusy={isPreparing} onChoose={choose} />
  );
  if (!head) {
    return (
      <>
        {slot}
        {told && <p className={classes['error']}>{told}</p>}
      </>
    );
  }
  return (
    <FieldGroup of={attribute} error={told}>
      {slot}
    </FieldGroup>
  );
}
