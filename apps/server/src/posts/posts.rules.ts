/** What a viewer may do with a post, and which of its data are masked (API v3 §3; rulings 13, 43 and 45). */
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import type { Privilege } from '@waypost/contract/common/permissions';
import type { ValidationRule } from '@waypost/contract/common/problems';
import type { Viewer } from '../kernel/security/viewer.ts';
import { canSubmitTo, type SurveyAccess } from '../surveys/surveys.public.ts';

/** The fields of a post that decide who may read and change it. */
export interface PostAccess {
  /** Absent for a post that is not stored yet. */
  id?: number;
  /** The author as stored, also when the author is hidden from the viewer. */
  user_id: number | null;
  status: PostStatus;
  /** Role names; empty means everyone. */
  published_to: readonly string[];
  /** When a published post becomes public. Absent or null: it does not wait. */
  public_from?: Date | null;
}

/** What a viewer with Manage Posts may do with any post. */
export const allPrivileges: readonly Privilege[] = [
  'read',
  'create',
  'update',
  'delete',
  'search',
  'change_status',
  'read_full',
];

/** Whether the viewer has the permission Manage Posts. */
export const canManagePosts = (viewer: Viewer): boolean => viewer.can('Manage Posts');

/** Whether the viewer wrote the post. Never true for visitors without an account, except for those who have its receipt. */
export const isAuthor = (viewer: Viewer, post: Pick<PostAccess, 'id' | 'user_id'>): boolean =>
  viewer.receiptPostId === null
    ? viewer.id !== null && viewer.id === post.user_id
    : viewer.receiptPostId === post.id;

/** Whether the viewer sees times, places and private answers unmasked (API v3 §9, ruling 45). */
export const canSeeUnmasked = (viewer: Viewer, post: Pick<PostAccess, 'id' | 'user_id'>): boolean =>
  canManagePosts(viewer) || isAuthor(viewer, post);

/** Whether the viewer sees the author of a post whose survey hides it, and its contact (docs/decisions/0073). */
export const canSeeHiddenAuthor = (viewer: Viewer, post: Pick<PostAccess, 'id' | 'user_id'>): boolean =>
  viewer.seesPersonalData || isAuthor(viewer, post);

/** Posts beyond the limit of a trial are visible to nobody, neither to their author nor to the team. */
const isBeyondTrial = (viewer: Viewer, { id }: PostAccess): boolean =>
  viewer.lastVisiblePostId !== null && id !== undefined && id > viewer.lastVisiblePostId;

/** A merged post as it was before, and will be after splitting; other posts as they are. */
export const withOwnStatus = <T extends { status: PostStatus; status_before_merge: PostStatus | null }>(
  post: T,
): T => ({ ...post, status: post.status_before_merge ?? post.status });

/** Whether the viewer may read a post. The same decision as `isVisibleTo` in `posts.sql.ts`. */
export function canReadPost(viewer: Viewer, post: PostAccess): boolean {
  if (isBeyondTrial(viewer, post)) return false;
  if (canSeeUnmasked(viewer, post)) return true;
  const roles = post.published_to;
  const isForViewer = roles.length === 0 || (viewer.role !== null && roles.includes(viewer.role));
  return post.status === 'published' && isForViewer && (post.public_from ?? null) === null;
}

/**
 * What the viewer may do with a post.
 * @param survey undefined for a post without a survey, which only Manage Posts may create and change (API v3 §9, ruling 13)
 */
export function postPrivileges(
  viewer: Viewer,
  post: PostAccess,
  survey: SurveyAccess | undefined,
): Privilege[] {
  if (isBeyondTrial(viewer, post)) return [];
  if (canManagePosts(viewer)) return [...allPrivileges];
  const isOpen = survey !== undefined && canSubmitTo(viewer, survey);
  const mayEdit = isAuthor(viewer, post) && viewer.mayEditOwnPosts;
  const privileges: [Privilege, boolean][] = [
    ['read', canReadPost(viewer, post)],
    ['create', isOpen && viewer.id === post.user_id],
    ['update', isOpen && mayEdit],
    ['delete', mayEdit],
    ['search', true],
  ];
  return privileges.filter(([, isAllowed]) => isAllowed).map(([privilege]) => privilege);
}

/**
 * The rule by which the viewer may not give a post this status; undefined when they may (API v3 §2.1, "Status rules").
 * @param before undefined for a new post
 */
export function checkStatusChange(
  viewer: Viewer,
  survey: { require_approval: boolean } | undefined,
  before: PostStatus | undefined,
  after: PostStatus,
): ValidationRule | undefined {
  if (canManagePosts(viewer) || after === before) return undefined;
  // Whoever has the receipt corrects a published post, which is reviewed again (docs/decisions/0068).
  if (viewer.receiptPostId !== null && after === 'draft') return undefined;
  if (before === 'published') return 'postCanOnlyBeUnpublishedByAdmin';
  if (survey?.require_approval ?? true)
    return after === 'draft' ? undefined : 'postNeedsApprovalBeforePublishing';
  const isAllowed = after === 'published' || (before === undefined && after === 'draft');
  return isAllowed ? undefined : 'postCanOnlyBeUnpublishedByAdmin';
}
