import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage } from '../features/profile/profile-page.tsx';
import { checkId } from './-id-param.ts';

export const Route = createFileRoute('/users/$userId')({
  beforeLoad: checkId((params: { userId: string }) => params.userId),
  component: Screen,
});

function Screen() {
  const { userId } = Route.useParams();
  return <ProfilePage key={userId} id={Number(userId)} />;
}
