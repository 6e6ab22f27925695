/** What the public will see of a report that is not sent yet. */
import './public-view-labels.ts';
import { useQuery } from '@tanstack/react-query';
import { previewPost } from '@waypost/contract/posts/public-view';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { type Answers, toPostInput } from '../../../blocks/survey-form/answers/form-answers.ts';
import { isNewPhoto } from '../../../blocks/survey-form/photos/new-photo.ts';
import { createRandomId } from '../../../ui/browser/random-id.ts';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import type { FullSurvey } from '../use-full-survey.ts';
import { PublicView } from './public-view.tsx';

interface Props {
  survey: FullSurvey;
  answers: Answers;
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
export default function PreviewDialog({ survey, answers, onClose }: Props) {
  const { t } = useTranslation();
  const [key] = useState(createRandomId);
  const { data, error, refetch } = useQuery({
    queryKey: ['post-preview', key],
    queryFn: ({ signal }) => {
      const { title, content, values } = toPostInput(survey, answers);
      const body = { form: { id: survey.survey.id }, title: title || '…', content, values };
      return call(previewPost, { body }, { signal });
    },
    gcTime: 0,
  });
  return (
    <Modal opened onClose={onClose} title={t('publicView.title')} size="lg">
      {data && <PublicView view={data} photos={findPublicPhotos(survey, answers)} />}
      {!data && error && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={3} height={72} />}
    </Modal>
  );
}
