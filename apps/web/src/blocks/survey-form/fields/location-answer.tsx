/** The field for a location, with a map. */
import type { Point } from '@waypost/contract/posts/posts';
import { LocationPicker } from '../../location-picker/location-picker.tsx';
import { useSurveyFormContext } from '../form-context.ts';
import { AnswerFrame } from './field-group.tsx';
import type { AnswerProps } from './field-props.tsx';

const parsePlace = (answer: unknown): Point | null => {
  if (typeof answer !== 'object' || answer === null || !('lat' in answer) || !('lon' in answer)) return null;
  const { lat, lon } = answer;
  return typeof lat === 'number' && typeof lon === 'number' ? { lat, lon } : null;
};

/** Picks a location. */
export function LocationAnswer({ attribute, answer, onAnswer, name, error }: AnswerProps) {
  const { defaultCenter, postId } = useSurveyFormContext();
  return (
    <AnswerFrame attribute={attribute} name={name} error={error}>
      <LocationPicker
        label={name ?? attribute.label}
        value={parsePlace(answer)}
        onChange={(place) => onAnswer(place ?? '')}
        defaultCenter={defaultCenter}
        postId={postId}
      />
    </AnswerFrame>
  );
}
