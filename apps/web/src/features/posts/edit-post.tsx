import { NotBuilt } from '../../ui/page-message.tsx';

export function EditPost(_props: { postId: number }) {
  return <NotBuilt />;
}
