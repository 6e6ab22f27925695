import { splitPostText } from '@waypost/survey-logic/post-display';
import type { TFunction } from 'i18next';

/** The name of a post on screen: its title, else the first words of its text, else that it has no title. */
export const formatPostTitle = (
  post: { title: string | null; content?: string | null },
  t: TFunction,
): string => splitPostText(post).title ?? t('post.untitled');
