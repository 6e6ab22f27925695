import type { Post } from '@waypost/contract/posts/posts';

/**
 * Whether the user has to choose a survey for the post before anything else: a post can be saved, and so published, only with a
 * survey (spec 2 §5).
 */
export const needsSurvey = ({ form, allowed_privileges }: Post): boolean =>
  form === null && allowed_privileges.includes('update');
