import { createFileRoute } from '@tanstack/react-router';
import { CategoryPage } from '../../../features/categories/category-page.tsx';
import { checkId } from '../../-id-param.ts';

export const Route = createFileRoute('/settings/categories/$categoryId')({
  beforeLoad: checkId((params: { categoryId: string }) => params.categoryId),
  component: Screen,
});

function Screen() {
  const { categoryId } = Route.useParams();
  return <CategoryPage key={categoryId} id={Number(categoryId)} />;
}
