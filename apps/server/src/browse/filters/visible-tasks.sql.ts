/** Which answers of others a viewer may search. */
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { canManagePosts } from '../../posts/posts.public.ts';

/** Condition on `tasks`: the viewer may see answers of others to the attributes of the task. */
export const isVisibleTask = (viewer: Viewer): RawBuilder<boolean> =>
  canManagePosts(viewer) ? sql`true` : sql`(tasks.show_when_published and not tasks.internal_only)`;
