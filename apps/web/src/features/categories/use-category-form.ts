/** What the form of a category holds, when it is right, and how it is sent. */
import { useQueryClient } from '@tanstack/react-query';
import {
  type Category,
  CategoryForm,
  createCategory,
  updateCategory,
} from '@waypost/contract/categories/categories';
import { ruleError } from '@waypost/contract/common/field-errors';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { useEditorForm } from '../../blocks/settings/use-editor-form.ts';

export type CategoryValues = {
  tag: string;
  description: string;
  slug: string;
  parent_id: number | null;
  audience: 'everyone' | 'roles';
  roles: string[];
  color: string;
  icon: string;
};

const initialValues = (category: Category | undefined): CategoryValues => {
  const roles = category?.role ?? [];
  return {
    tag: category?.tag ?? '',
    description: category?.description ?? '',
    slug: category?.slug ?? '',
    parent_id: category?.parent?.id ?? null,
    audience: roles.length > 0 ? 'roles' : 'everyone',
    roles,
    color: category?.color ?? '',
    icon: category?.icon ?? 'tag',
  };
};

/** Roles are asked for at the top level only. */
const CategoryFormSchema = CategoryForm.refine(
  ({ audience, roles, parent_id }) => parent_id !== null || audience === 'everyone' || roles.length > 0,
  { path: ['roles'], error: ruleError('required') },
);

function saveCategory(category: Category | undefined, values: CategoryValues): Promise<Category> {
  const { audience, roles, slug, parent_id, ...rest } = values;
  // A child is for the roles of its parent: the server sees to that.
  const role = parent_id === null ? { role: audience === 'roles' ? roles : null } : {};
  const body = { ...rest, ...role, parent_id };
  if (!category) return call(createCategory, { body: { ...body, slug } }, { quiet: true });
  // The slug follows the name until it is given one of its own (spec 3 §3).
  const wanted = slug === category.slug ? rest.tag : slug;
  const named = slug === category.slug && rest.tag === category.tag ? {} : { slug: wanted || rest.tag };
  return call(updateCategory, { params: { id: category.id }, body: { ...body, ...named } }, { quiet: true });
}

/** @param category undefined for a new one */
export function useCategoryForm(category: Category | undefined, onSaved: (saved: Category) => void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return useEditorForm<CategoryValues, Category>({
    initialValues: initialValues(category),
    schemaFor: () => CategoryFormSchema,
    labels: {
      tag: t('field.name'),
      description: t('field.description'),
      slug: t('categories.slug'),
      parent_id: t('category.parent'),
      roles: t('set.form.roles'),
      role: t('set.form.roles'),
      color: t('field.color'),
    },
    fieldAliases: { role: 'roles' },
    save: (values) => saveCategory(category, values),
    onSaved: (saved) => {
      void cache.invalidateQueries({ queryKey: buildResourceKey('tags') });
      onSaved(saved);
    },
  });
}
