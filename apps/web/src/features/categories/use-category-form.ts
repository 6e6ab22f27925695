/** Form state of a category: values, validation and saving. */
import {
  type Category,
  CategoryForm,
  createCategory,
  updateCategory,
} from '@waypost/contract/categories/categories';
import { ruleError } from '@waypost/contract/common/field-errors';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
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

/** Only top-level categories have roles. */
const CategoryFormSchema = CategoryForm.refine(
  ({ audience, roles, parent_id }) => parent_id !== null || audience === 'everyone' || roles.length > 0,
  { path: ['roles'], error: ruleError('required') },
);

/** The members that creating and updating have in common. */
const toCategoryBody = (values: CategoryValues) => {
  const { tag, description, color, icon, audience, roles, parent_id } = values;
  return {
    tag,
    description,
    color,
    icon,
    // The server gives a child the roles of its parent.
    ...(parent_id === null ? { role: audience === 'roles' ? roles : null } : {}),
    parent_id,
  };
};

/** Sets a category back to what it was. */
export const toUndoBody = (category: Category) => ({
  ...toCategoryBody(initialValues(category)),
  slug: category.slug,
});

/** The slug of an edited category, if it changes: it follows the name until the user changes it (spec 3 §3). */
function toSlugChange(category: Category, { slug, tag }: CategoryValues): { slug?: string } {
  if (slug !== category.slug) return { slug: slug || tag };
  return tag === category.tag ? {} : { slug: tag };
}

/** @param category undefined for a new one */
export function useCategoryForm(category: Category | undefined, onSaved: (saved: Category) => void) {
  const { t } = useTranslation();
  const create = useCall(createCategory);
  const update = useCall(updateCategory);
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
    save: (values) => {
      const body = toCategoryBody(values);
      if (!category) return create.mutateAsync({ body: { ...body, slug: values.slug } });
      return update.mutateAsync({
        params: { id: category.id },
        body: { ...body, ...toSlugChange(category, values) },
      });
    },
    onSaved,
  });
}
