/** What may identify somebody in the texts that visitors see. */
import type { PublicView } from '@waypost/contract/posts/public-view';
import FoundPersonalData from '../../../blocks/personal-data/found-personal-data.tsx';
import { listPublicTexts } from '../../../blocks/personal-data/public-texts.ts';
import type { FullSurvey } from '../use-full-survey.ts';

/** @param survey undefined while it is loading, and without one: then answers are not checked */
export default function PreviewFindings({
  post,
  survey,
}: {
  post: PublicView['post'];
  survey: FullSurvey | undefined;
}) {
  return <FoundPersonalData texts={listPublicTexts(post, survey)} />;
}
