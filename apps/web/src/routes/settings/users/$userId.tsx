import { createFileRoute } from '@tanstack/react-router';
import { UserPage } from '../../../features/users/user-page.tsx';
import { checkId } from '../../-id-param.ts';

export const Route = createFileRoute('/settings/users/$userId')({
  beforeLoad: checkId((params: { userId: string }) => params.userId),
  component: Screen,
});

function Screen() {
  const { userId } = Route.useParams();
  return <UserPage key={userId} id={Number(userId)} />;
}
