/** A place on a real map inside the form. */
import type { Point } from '@waypost/contract/posts';
import { LocationPicker } from '../../location-picker/location-picker.tsx';
import { FieldGroup } from '../field-group.tsx';
import type { AnswerProps } from '../field-props.ts';
import { useFormSurroundings } from '../form-surroundings.ts';
import classes from '../survey-form.module.css';

const placeOf = (answer: unknown): Point | null => {
  if (typeof answer !== 'object' || answer === null || !('lat' in answer) || !('lon' in answer)) return null;
  const { lat, lon } = answer;
  return typeof lat === 'number' && typeof lon === 'number' ? { lat, lon } : null;
};

export function LocationAnswer({ attribute, answer, onAnswer, head, name, error }: AnswerProps) {
  const { defaultCenter } = useFormSurroundings();
  const picker = (
    <LocationPicker
      label={name ?? attribute.label}
      value={placeOf(answer)}
      onChange={(place) => onAnswer(place ?? '')}
      defaultCenter={defaultCenter}
    />
  );
  if (!head) {
    return (
      <>
        {picker}
        {error && <p className={classes['error']}>{error}</p>}
      </>
    );
  }
  return (
    <FieldGroup of={attribute} error={error}>
      {picker}
    </FieldGroup>
  );
}
