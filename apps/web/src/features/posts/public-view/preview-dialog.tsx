/** What the public will see of a report that is not sent yet. */
import { useQuery } from '@tanstack/react-query';
import { previewPost } from '@waypost/contract/posts/public-view';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { type Answers, toPostInput } from '../../../blocks/survey-form/answers/form-answers.ts';
import { isNewPhoto } from '../../../blocks/survey-form/photos/new-photo.ts';
import { createRandomId } from '../../../ui/browser/random-id.ts';
import type { FullSurvey } from '../use-full-survey.ts';
import { PublicViewModal } from './public-view-modal.tsx';

interface Props {
  survey: FullSurvey;
  answers: Answers;
  /** The reporter does not agree to publishing. */
  isPublishingRefused: boolean;
  onClose: () => void;
}

/** Pictures of answers that visitors see. They are not uploaded yet. */
const findPublicPhotos = ({ attributes }: FullSurvey, { values }: Answers): Blob[] =>
  attributes
    .filter((attribute) => !attribute.response_private)
    .flatMap(({ key }) => values[key] ?? [])
    .filter(isNewPhoto)
    .map(({ blob }) => blob);

/** Asks the server, which stores nothing, and shows its answer. */
export default function PreviewDialog({ survey, answers, isPublishingRefused, onClose }: Props) {
  const [key] = useState(createRandomId);
  const query = useQuery({
    queryKey: ['post-preview', key],
    queryFn: ({ signal }) => {
      const { title, content, values } = toPostInput(survey, answers);
      const body = { form: { id: survey.survey.id }, title: title || '…', content, values };
      return call(previewPost, { body }, { signal });
    },
    gcTime: 0,
  });
  return (
    <PublicViewModal
      query={query}
      photos={findPublicPhotos(survey, answers)}
      refusedBy={isPublishingRefused ? 'you' : undefined}
      onClose={onClose}
    />
  );
}
