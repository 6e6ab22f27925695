/**
 * The dialog that creates or edits a collection or saved search (spec 2 §2, "Collections", "Saved searches").
 * keys: collection.form.* savedSearch.form.*
 */
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Button, Checkbox, Group, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { CollectionInput } from '@waypost/contract/collections/collections';
import { limits } from '@waypost/contract/common/limits';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasPermission } from '../../api/session.ts';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import type { SetKind } from '../post-search/post-mode.ts';
import { useEditorForm } from '../settings/use-editor-form.ts';
import { type AnySet, invalidateSets, useSaveSet } from './set-endpoints.ts';
import classes from './set-list.module.css';
import { VisibilityField } from './visibility-field.tsx';

const choiceClassNames = { body: classes['choice'] ?? '' };

interface Props {
  kind: SetKind;
  /** The set to edit; absent for a new one. */
  set?: AnySet | undefined;
  /** New filters of a saved search. */
  filter?: object | undefined;
  /** Default view of a new set: the one in which it is created. */
  view?: 'map' | 'data';
  /** Shown above the fields. */
  lead?: ReactNode;
  onSaved: (saved: AnySet) => void;
  onClose: () => void;
}

const buildInitialValues = (set: AnySet | undefined, view: 'map' | 'data') => ({
  name: set?.name ?? '',
  description: set?.description ?? '',
  visibility: (set?.role?.length ?? 0) > 0 ? ('roles' as const) : ('everyone' as const),
  role: set?.role ?? [],
  featured: set?.featured ?? false,
  // Any other view of the API is shown as a map (spec 2 §2, "Routes").
  view: set ? (set.view === 'data' || set.view === 'list' ? ('data' as const) : ('map' as const)) : view,
});
type Values = {
  name: string;
  description: string;
  visibility: 'everyone' | 'roles';
  role: string[];
  featured: boolean;
  view: 'map' | 'data';
};

/** The form for name, description, visibility and view. */
export default function SetDialog({ kind, set, filter, view = 'map', lead, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const { create, update } = useSaveSet(kind);
  const canFeature = useHasPermission('Manage Posts', 'Manage Collections and Saved Searches');
  const keyPrefix = kind === 'collection' ? 'collection.form' : 'savedSearch.form';
  const mode = set ? (filter ? 'update' : 'edit') : 'create';
  const { form, problems, onSubmit, canSave } = useEditorForm<Values, AnySet>({
    initialValues: buildInitialValues(set, view),
    schemaFor: () => CollectionInput.pick({ name: true, description: true }),
    labels: { name: t('field.name'), description: t('field.description'), role: t('set.form.audience') },
    save: ({ visibility, featured, ...values }) => {
      const body = {
        ...values,
        role: visibility === 'roles' ? values.role : [],
        ...(canFeature ? { featured } : {}),
      };
      return set ? update(set.id, body, filter) : create(body, filter ?? {});
    },
    onSaved: (saved) => {
      void invalidateSets(kind);
      onClose();
      onSaved(saved);
    },
  });
  const needsRole = form.values.visibility === 'roles' && form.values.role.length === 0;
  return (
    <FormDialog title={t(`${keyPrefix}.${mode}.title` as 'collection.form.create.title')} onClose={onClose}>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md">
          {lead}
          <TextInput
            {...form.getInputProps('name')}
            data-autofocus
            size="md"
            label={t('field.name')}
            withAsterisk
            required
            maxLength={limits.collectionName.max}
            autoComplete="off"
            dir="auto"
          />
          <Textarea
            {...form.getInputProps('description')}
            size="md"
            label={t('field.description')}
            maxLength={limits.longDescription}
            autosize
            minRows={2}
            maxRows={6}
            dir="auto"
          />
          <VisibilityField
            visibility={form.values.visibility}
            roles={form.values.role}
            onVisibilityChange={(visibility) => form.setFieldValue('visibility', visibility)}
            onRolesChange={(role) => form.setFieldValue('role', role)}
            error={form.errors['role']}
          />
          <Radio.Group {...form.getInputProps('view')} size="md" label={t('set.form.view')}>
            <Group gap="lg">
              <Radio classNames={choiceClassNames} value="map" label={t('nav.map')} />
              <Radio classNames={choiceClassNames} value="data" label={t('nav.list')} />
            </Group>
          </Radio.Group>
          {canFeature && (
            <Checkbox
              {...form.getInputProps('featured', { type: 'checkbox' })}
              size="md"
              classNames={choiceClassNames}
              label={t('set.featured')}
              description={t(`${keyPrefix}.featured` as 'collection.form.featured')}
            />
          )}
          <ProblemAlert text={problems[0] ?? null} />
          <DialogActions>
            <Button variant="default" size="md" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button
              type="submit"
              size="md"
              loading={form.submitting}
              // New filters alone are a change.
              disabled={needsRole || !(canSave || (filter && form.values.name.trim() !== ''))}
            >
              {t(`${keyPrefix}.${mode}.save` as 'collection.form.create.save')}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </FormDialog>
  );
}
