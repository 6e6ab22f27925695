/** Panel beside the map with the same posts as a list, so that the map is never the only access to them. */
import type { ListHeaderSlots } from './list-header.tsx';
import { PostList } from './post-list.tsx';

export const PostMapPanel = (extras: ListHeaderSlots) => <PostList {...extras} />;
