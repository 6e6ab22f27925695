import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../ui/page-message.tsx';
import { checkId } from './-id-param.ts';

export const Route = createFileRoute('/settings/categories/$categoryId')({
  beforeLoad: checkId((params: { categoryId: string }) => params.categoryId),
  component: NotBuilt,
});
