import { NotBuilt } from '../../ui/page-message.tsx';

export function PostList() {
  return <NotBuilt />;
}
