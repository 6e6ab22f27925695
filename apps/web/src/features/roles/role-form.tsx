/** The form of a role: its name, description and permissions. */
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { limits } from '@waypost/contract/common/limits';
import { builtInRoles, type Permission } from '@waypost/contract/common/permissions';
import {
  createRole,
  listPermissions,
  type Role,
  RoleForm as Schema,
  updateRole,
} from '@waypost/contract/users/roles';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useCall } from '../../api/use-call.ts';
import { isPermission, permissionKeys } from '../../blocks/roles/permission-labels.ts';
import { getRoleDescription, getRoleDisplayName } from '../../blocks/roles/use-roles.ts';
import { useEditorForm } from '../../blocks/settings/use-editor-form.ts';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import classes from '../../ui/form/form-column.module.css';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SaveBar } from '../../ui/form/save-bar.tsx';
import { UnsavedChangesGuard } from '../../ui/form/unsaved-changes-guard.tsx';

type RoleValues = {
  display_name: string;
  description: string;
  permissions: string[];
};

const initialValues = (role: Role | undefined, t: TFunction): RoleValues => ({
  display_name: role ? getRoleDisplayName(role, t) : '',
  description: role ? getRoleDescription(role, t) : '',
  permissions: role?.permissions ?? [],
});

interface Props {
  /** Undefined for a new role. */
  role?: Role;
  canEdit?: boolean;
}

function useRoleForm(role: Role | undefined, onSaved: (saved: Role) => void) {
  const { t } = useTranslation();
  const create = useCall(createRole);
  const update = useCall(updateRole);
  const shown = initialValues(role, t);
  return useEditorForm<RoleValues, Role>({
    initialValues: shown,
    schemaFor: () => Schema,
    labels: { display_name: t('field.name'), name: t('field.name'), description: t('field.description') },
    // The server derives `name` from `display_name`: errors of both are shown at the same field.
    fieldAliases: { name: 'display_name' },
    save: ({ permissions, ...texts }) => {
      const body = { ...texts, permissions: permissions as Permission[] };
      if (!role) return create.mutateAsync({ body });
      // A translated text that is left as it is stays translated.
      if (texts.display_name === shown.display_name) body.display_name = role.display_name ?? role.name;
      if (texts.description === shown.description) body.description = role.description ?? '';
      return update.mutateAsync({ params: { id: role.id }, body });
    },
    onSaved,
  });
}

/** Creates or edits a role. */
export function RoleForm({ role, canEdit = true }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const back = () => void navigate({ to: '/settings/roles' });
  const { form, problems, onSubmit, canSave, saveStatus, hasChanges } = useRoleForm(role, (saved) => {
    notify('success', t('role.done', { name: getRoleDisplayName(saved, t) }));
    back();
  });
  const isAdmin = role?.name === builtInRoles.admin;
  return (
    <form noValidate className={classes['form']} onSubmit={onSubmit}>
      <FormSection title={t('role.words')} {...(isAdmin ? { lead: t('role.admin') } : {})}>
        <TextInput
          {...form.getInputProps('display_name')}
          size="md"
          label={t('field.name')}
          withAsterisk
          required
          disabled={!canEdit}
          maxLength={limits.roleName.max}
          autoComplete="off"
          dir="auto"
        />
        <Textarea
          {...form.getInputProps('description')}
          size="md"
          label={t('field.description')}
          description={t('role.description')}
          disabled={!canEdit}
          maxLength={limits.description}
          autosize
          minRows={2}
          dir="auto"
        />
      </FormSection>
      <FormSection title={t('role.permissions')} lead={t('role.permissionsLead')}>
        <PermissionChoices
          isAdmin={isAdmin}
          canEdit={canEdit}
          stored={role?.permissions ?? []}
          value={form.values.permissions}
          onChange={(permissions) => form.setFieldValue('permissions', permissions)}
        />
      </FormSection>
      {canEdit && (
        <SaveBar
          saveLabel={t(role ? 'role.edit.save' : 'role.create.save')}
          canSave={canSave}
          isBusy={form.submitting}
          statusText={saveStatus}
          problems={problems}
          onCancel={back}
        />
      )}
      <UnsavedChangesGuard hasChanges={hasChanges} />
    </form>
  );
}

interface PermissionsProps {
  isAdmin: boolean;
  canEdit: boolean;
  /** Permissions of the role before the change, which may have one that is no longer offered. */
  stored: readonly string[];
  value: string[];
  onChange: (permissions: string[]) => void;
}

/** All permissions. The administrators' role has every one, whatever is stored. */
function PermissionChoices({ isAdmin, canEdit, stored, value, onChange }: PermissionsProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(buildEndpointQuery(listPermissions, {}));
  if (error && !data)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={3} height={40} />;
  const names = [...new Set([...data.results.map(({ name }) => name), ...(isAdmin ? [] : stored)])];
  return (
    <Checkbox.Group aria-label={t('role.permissions')} value={isAdmin ? names : value} onChange={onChange}>
      <Stack gap="sm">
        {names.map((name) => (
          <Checkbox
            key={name}
            value={name}
            disabled={isAdmin || !canEdit}
            label={isPermission(name) ? t(`permission.${permissionKeys[name]}.title`) : name}
            description={isPermission(name) ? t(`permission.${permissionKeys[name]}.text`) : undefined}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
