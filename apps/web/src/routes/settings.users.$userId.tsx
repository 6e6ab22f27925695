import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../ui/page-message.tsx';
import { checkId } from './-id-param.ts';

export const Route = createFileRoute('/settings/users/$userId')({
  beforeLoad: checkId((params: { userId: string }) => params.userId),
  component: NotBuilt,
});
