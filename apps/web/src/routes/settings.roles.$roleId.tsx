import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../ui/page-message.tsx';
import { checkId } from './-id-param.ts';

export const Route = createFileRoute('/settings/roles/$roleId')({
  beforeLoad: checkId((params: { roleId: string }) => params.roleId),
  component: NotBuilt,
});
