import { createFileRoute } from '@tanstack/react-router';
import { NotImplemented } from '../ui/layout/page-message.tsx';
import { checkId } from './-id-param.ts';

export const Route = createFileRoute('/users/$userId')({
  beforeLoad: checkId((params: { userId: string }) => params.userId),
  component: NotImplemented,
});
