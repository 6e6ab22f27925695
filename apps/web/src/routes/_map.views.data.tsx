import { createFileRoute } from '@tanstack/react-router';
import { PostList } from '../features/posts/post-list.tsx';

export const Route = createFileRoute('/_map/views/data')({
  staticData: { layout: { desk: 'wide', phone: 'full' } },
  component: PostList,
});
