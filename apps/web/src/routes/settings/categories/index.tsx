import { createFileRoute } from '@tanstack/react-router';
import { CategoriesPage } from '../../../features/categories/categories-page.tsx';

export const Route = createFileRoute('/settings/categories/')({
  component: CategoriesPage,
});
