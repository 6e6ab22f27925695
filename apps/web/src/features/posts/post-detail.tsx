import { NotBuilt } from '../../ui/page-message.tsx';

export function PostDetail(_props: { postId: number }) {
  return <NotBuilt />;
}
