/** Who can see a post, as one choice: its status and the roles it is published to (spec 2 §4). Pure. */
import type { PostStatus } from '@waypost/contract/post-filters';

export type Audience = 'draft' | 'everyone' | 'roles' | 'archived';

export interface Visibility {
  audience: Audience;
  /** Names of roles; counts for `roles` alone. */
  roles: readonly string[];
}

export const visibilityOf = (post: { status: PostStatus; published_to: readonly string[] }): Visibility => ({
  audience: post.status === 'published' ? (post.published_to.length > 0 ? 'roles' : 'everyone') : post.status,
  roles: post.published_to,
});

/** As it is sent. Nobody chosen means everybody on the wire, which is not what an empty choice of roles means: see `isComplete`. */
export const sentVisibility = ({
  audience,
  roles,
}: Visibility): { status: PostStatus; published_to: string[] } => ({
  status: audience === 'draft' || audience === 'archived' ? audience : 'published',
  published_to: audience === 'roles' ? [...roles] : [],
});

/** "People with certain roles" without a role would publish to everyone. */
export const isComplete = ({ audience, roles }: Visibility): boolean =>
  audience !== 'roles' || roles.length > 0;

export const sameVisibility = (a: Visibility, b: Visibility): boolean =>
  JSON.stringify(sentVisibility(a)) === JSON.stringify(sentVisibility(b));
