/** The form of a category: name, parent, audience, colour and icon. */
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/ColorInput.layer.css';
import '@mantine/core/styles/ColorPicker.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { ColorInput, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type Category, readCategory, updateCategory } from '@waypost/contract/categories/categories';
import { limits } from '@waypost/contract/common/limits';
import { colorPresets } from '@waypost/contract/common/scalars';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { VisibilityField } from '../../blocks/sets/visibility-field.tsx';
import { useUndo } from '../../blocks/undo/use-undo.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import classes from '../../ui/form/form-column.module.css';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SaveBar } from '../../ui/form/save-bar.tsx';
import { UnsavedChangesGuard } from '../../ui/form/unsaved-changes-guard.tsx';
import { IconField } from './icon-field.tsx';
import { useCategories } from './use-categories.ts';
import { toUndoBody, useCategoryForm } from './use-category-form.ts';

/** Creates or edits a category. */
export function CategoryForm({ category }: { category?: Category }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const back = () => void navigate({ to: '/settings/categories' });
  const { mutateAsync: restore } = useCall(updateCategory);
  const undo = useUndo();
  const undoSave = (before: Category, saved: Category) => {
    const params = { id: saved.id };
    return undo({
      isUnchanged: async () => {
        const current = await call(readCategory, { params });
        return JSON.stringify(toUndoBody(current)) === JSON.stringify(toUndoBody(saved));
      },
      restore: () => restore({ params, body: toUndoBody(before) }),
    });
  };
  const { form, problems, onSubmit, canSave, saveStatus, hasChanges } = useCategoryForm(category, (saved) => {
    notify(
      'success',
      t('categories.done', { name: saved.tag }),
      category && {
        label: t('action.undo'),
        onClick: () => void undoSave(category, saved),
      },
    );
    back();
  });
  const { parent_id: parentId, icon, color, audience, roles } = form.values;
  const all = useCategories().data?.results ?? [];
  const parents = all
    .filter((it) => it.parent === undefined && it.id !== category?.id)
    .toSorted((a, b) => a.priority - b.priority || a.id - b.id);
  const parent = parents.find((it) => it.id === parentId);
  const hasChildren = category !== undefined && category.children.length > 0;
  const { value: _, onChange: __, ...parentField } = form.getInputProps('parent_id');
  return (
    <form noValidate className={classes['form']} onSubmit={onSubmit}>
      <FormSection title={t('categories.name')}>
        <TextInput
          {...form.getInputProps('tag')}
          size="md"
          label={t('field.name')}
          withAsterisk
          required
          maxLength={limits.categoryName.max}
          autoComplete="off"
          dir="auto"
        />
        <Textarea
          {...form.getInputProps('description')}
          size="md"
          label={t('field.description')}
          description={t('categories.descriptionHint', { max: limits.description })}
          maxLength={limits.description}
          autosize
          minRows={2}
          dir="auto"
        />
        <NativeSelect
          {...parentField}
          size="md"
          label={t('category.parent')}
          description={hasChildren ? t('categories.parentHint') : undefined}
          disabled={hasChildren}
          value={parentId === null ? '' : String(parentId)}
          onChange={({ currentTarget: { value } }) =>
            form.setFieldValue('parent_id', value === '' ? null : Number(value))
          }
          data={[
            { value: '', label: t('category.noParent') },
            ...parents.map((it) => ({ value: String(it.id), label: it.tag })),
          ]}
        />
        <TextInput
          {...form.getInputProps('slug')}
          size="md"
          label={t('categories.slug')}
          description={t('categories.slugHint')}
          maxLength={limits.categoryName.max}
          autoComplete="off"
          dir="auto"
        />
      </FormSection>
      <FormSection title={t('categories.access')}>
        {parentId === null ? (
          <VisibilityField
            visibility={audience}
            roles={roles}
            onVisibilityChange={(value) => form.setFieldValue('audience', value)}
            onRolesChange={(value) => form.setFieldValue('roles', value)}
            error={form.errors['roles']}
            rolesHint={t('categories.rolesHint')}
          />
        ) : (
          <p className={classes['text']}>
            {parent?.role && parent.role.length > 0
              ? t('categories.inherited', { name: parent.tag })
              : t('categories.inheritedOpen', { name: parent?.tag ?? '' })}
          </p>
        )}
      </FormSection>
      <FormSection title={t('categories.look')}>
        <ColorInput
          {...form.getInputProps('color')}
          size="md"
          label={t('field.color')}
          description={t('categories.colorHint')}
          swatches={[...colorPresets]}
          swatchesPerRow={4}
          format="hex"
          withEyeDropper={false}
        />
        <IconField value={icon} color={color} onChange={(value) => form.setFieldValue('icon', value)} />
      </FormSection>
      <SaveBar
        saveLabel={t(category ? 'action.save' : 'categories.create.save')}
        canSave={canSave}
        isBusy={form.submitting}
        statusText={saveStatus}
        problems={problems}
        onCancel={back}
      />
      <UnsavedChangesGuard hasChanges={hasChanges} />
    </form>
  );
}
