import type { Post } from '@waypost/contract/posts/posts';
import { useConfig } from '../../../api/config.ts';
import { useLazyDialog } from '../../../ui/dialog/lazy-dialog.tsx';
import { useFullSurvey } from '../use-full-survey.ts';
import { listPublicTexts } from './public-texts.ts';

const loadPublishDialog = () => import('./publish-dialog.tsx');
const loadSearch = () => import('@waypost/survey-logic/personal-data/find-personal-data');

/**
 * Asks once before a report is published whose public texts may identify somebody.
 * @param publish publishes without a question
 * @returns `publish`, which asks where there is something to ask, and the dialog to render
 */
export function usePublishQuestion(post: Post, publish: () => void) {
  const { site } = useConfig();
  const { data: survey } = useFullSurvey(post.form?.id ?? null, post.status);
  const question = useLazyDialog(loadPublishDialog);
  const ask = async () => {
    const country = site.country ?? undefined;
    const texts = listPublicTexts(post, survey).map(({ text }) => ({ text }));
    // Without the rules, for example offline, the report can be published all the same.
    const search = await loadSearch().catch(() => null);
    const isFound = texts.some(({ text }) => search && search.findPersonalData(text, { country }).length > 0);
    if (isFound) question.open({ texts, onPublish: publish });
    else publish();
  };
  return { publish: () => void ask(), dialog: question.dialog };
}
