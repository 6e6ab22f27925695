/** Visibility of a post as one choice: its status and the roles it is published to (spec 2 §4). Pure. */
import type { PostStatus } from '@waypost/contract/browse/post-filters';

/** The choices of the visibility control. */
export type VisibilityKind = 'draft' | 'everyone' | 'roles' | 'archived';

/** Who can see a post. */
export interface Visibility {
  kind: VisibilityKind;
  /** Names of roles; used only when the kind is `roles`. */
  roles: readonly string[];
}

/** Visibility of a post by its status and roles. */
export const getVisibility = (post: { status: PostStatus; published_to: readonly string[] }): Visibility => ({
  kind: post.status === 'published' ? (post.published_to.length > 0 ? 'roles' : 'everyone') : post.status,
  roles: post.published_to,
});

/**
 * The fields to send. No roles means everyone in API v3, which an empty choice of roles does not mean: see
 * `isVisibilityComplete`.
 */
export const toVisibilityInput = ({
  kind,
  roles,
}: Visibility): { status: PostStatus; published_to: string[] } => ({
  status: kind === 'draft' || kind === 'archived' ? kind : 'published',
  published_to: kind === 'roles' ? [...roles] : [],
});

/** "People with certain roles" without a role would publish to everyone. */
export const isVisibilityComplete = ({ kind, roles }: Visibility): boolean =>
  kind !== 'roles' || roles.length > 0;

/** Whether two choices mean the same; roles count only for the kind `roles`. */
export const isSameVisibility = (a: Visibility, b: Visibility): boolean =>
  JSON.stringify(toVisibilityInput(a)) === JSON.stringify(toVisibilityInput(b));
