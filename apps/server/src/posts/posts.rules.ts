/** Who may do what to posts, and who is shown what of them (wire 3, rulings 13, 43 and 45). */
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import type { Privilege } from '@waypost/contract/common/permissions';
import type { ValidationRule } from '@waypost/contract/common/problems';
import type { Viewer } from '../kernel/security/viewer.ts';
import { maySubmitTo, type SurveyAccess } from '../surveys/surveys.public.ts';

/** What of a post decides who may read and change it. */
export interface PostAccess {
  /** Absent for a post that is not stored yet. */
  id?: number;
  /** As it is, not as it is shown. */
  user_id: number | null;
  status: PostStatus;
  /** Role names; empty means everyone. */
  published_to: readonly string[];
}

/** What Manage Posts may do with any post. */
export const allPrivileges: readonly Privilege[] = [
  'read',
  'create',
  'update',
  'delete',
  'search',
  'change_status',
  'read_full',
];

export const canManagePosts = (viewer: Viewer): boolean => viewer.can('Manage Posts');

/** Visitors own nothing, not even what they sent. */
export const isAuthor = (viewer: Viewer, post: { user_id: number | null }): boolean =>
  viewer.id !== null && viewer.id === post.user_id;

/** Whether author, times, places and private answers are shown as they are (ruling 45). */
export const canSeeUnmasked = (viewer: Viewer, post: { user_id: number | null }): boolean =>
  canManagePosts(viewer) || isAuthor(viewer, post);

/** What came in after the posts that a trial shows is shown to nobody: not to its author, and not to the team. */
const isBeyondTrial = (viewer: Viewer, { id }: PostAccess): boolean =>
  viewer.lastVisiblePostId !== null && id !== undefined && id > viewer.lastVisiblePostId;

/** The same decision as `isVisibleTo` in `posts.sql.ts`, for one post at hand. */
export function canReadPost(viewer: Viewer, post: PostAccess): boolean {
  if (isBeyondTrial(viewer, post)) return false;
  if (canSeeUnmasked(viewer, post)) return true;
  const roles = post.published_to;
  const isForViewer = roles.length === 0 || (viewer.role !== null && roles.includes(viewer.role));
  return post.status === 'published' && isForViewer;
}

/**
 * What the viewer may do with a post.
 * @param survey undefined for an unstructured post: only Manage Posts makes and changes those (ruling 13)
 */
export function postPrivileges(
  viewer: Viewer,
  post: PostAccess,
  survey: SurveyAccess | undefined,
): Privilege[] {
  if (isBeyondTrial(viewer, post)) return [];
  if (canManagePosts(viewer)) return [...allPrivileges];
  const isOpen = survey !== undefined && maySubmitTo(viewer, survey);
  const mayEdit = isAuthor(viewer, post) && viewer.can('Edit their own posts');
  const decided: [Privilege, boolean][] = [
    ['read', canReadPost(viewer, post)],
    ['create', isOpen && viewer.id === post.user_id],
    ['update', isOpen && mayEdit],
    ['delete', mayEdit],
    ['search', true],
  ];
  return decided.filter(([, may]) => may).map(([privilege]) => privilege);
}

/**
 * Why the viewer may not give a post this status; undefined when they may (wire 2.1, "Status rules").
 * @param before undefined for a new post
 */
export function checkStatusChange(
  viewer: Viewer,
  survey: { require_approval: boolean } | undefined,
  before: PostStatus | undefined,
  after: PostStatus,
): ValidationRule | undefined {
  if (canManagePosts(viewer) || after === before) return undefined;
  if (before === 'published') return 'postCanOnlyBeUnpublishedByAdmin';
  if (survey?.require_approval ?? true)
    return after === 'draft' ? undefined : 'postNeedsApprovalBeforePublishing';
  const isFine = after === 'published' || (before === undefined && after === 'draft');
  return isFine ? undefined : 'postCanOnlyBeUnpublishedByAdmin';
}
