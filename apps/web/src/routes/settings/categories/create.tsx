import { createFileRoute } from '@tanstack/react-router';
import { NewCategoryPage } from '../../../features/categories/category-page.tsx';

export const Route = createFileRoute('/settings/categories/create')({
  component: NewCategoryPage,
});
