import { createFileRoute } from '@tanstack/react-router';
import { RolePage } from '../../../features/roles/role-page.tsx';
import { checkId } from '../../-id-param.ts';

export const Route = createFileRoute('/settings/roles/$roleId')({
  beforeLoad: checkId((params: { roleId: string }) => params.roleId),
  component: Screen,
});

function Screen() {
  const { roleId } = Route.useParams();
  return <RolePage key={roleId} id={Number(roleId)} />;
}
