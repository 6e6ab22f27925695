/** Beside the map: the same posts as a list, so that the map is never the only way to them. */
import type { ListExtras } from './list-head.tsx';
import { PostList } from './post-list.tsx';

export const PostMapPanel = (extras: ListExtras) => <PostList {...extras} />;
