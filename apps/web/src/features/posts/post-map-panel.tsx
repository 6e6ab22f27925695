import { NotBuilt } from '../../ui/page-message.tsx';

export function PostMapPanel() {
  return <NotBuilt />;
}
