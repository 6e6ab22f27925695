/** The form of a role: what it is called, and what those who have it may do. */
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { limits } from '@waypost/contract/limits';
import { builtInRoles, type Permission } from '@waypost/contract/privileges';
import {
  createRole,
  listPermissions,
  type Role,
  RoleForm as Schema,
  updateRole,
} from '@waypost/contract/roles';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { forResource } from '../../api/query-keys.ts';
import { nameOfRole } from '../../blocks/roles/use-roles.ts';
import { useEditorForm } from '../../blocks/settings/use-editor-form.ts';
import classes from '../../ui/form-column.module.css';
import { FormSection } from '../../ui/form-section.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { notify } from '../../ui/notice.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { ErrorState, LoadingList } from '../../ui/states.tsx';
import { isKnown, permissionKeys } from './permission-words.ts';

type Values = {
  display_name: string;
  description: string;
  permissions: string[];
};

const start = (role: Role | undefined): Values => ({
  display_name: role ? nameOfRole(role) : '',
  description: role?.description ?? '',
  permissions: role?.permissions ?? [],
});

interface Props {
  /** Undefined for a new one. */
  role?: Role;
  mayChange?: boolean;
}

function useRoleForm(role: Role | undefined, onSaved: (saved: Role) => void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return useEditorForm<Values, Role>({
    start: start(role),
    schemaFor: () => Schema,
    labels: { display_name: t('field.name'), name: t('field.name'), description: t('field.description') },
    // The server makes the name for programs from the one for people; what is wrong with either is wrong here.
    shownAt: { name: 'display_name' },
    send: ({ permissions, ...words }) => {
      const body = { ...words, permissions: permissions as Permission[] };
      return role
        ? call(updateRole, { params: { id: role.id }, body }, { quiet: true })
        : call(createRole, { body }, { quiet: true });
    },
    onSaved: (saved) => {
      void cache.invalidateQueries({ queryKey: forResource('roles') });
      onSaved(saved);
    },
  });
}

export function RoleForm({ role, mayChange = true }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const back = () => void navigate({ to: '/settings/roles' });
  const { form, problems, onSubmit, canSave, hasChanges } = useRoleForm(role, (saved) => {
    notify('success', t('role.done', { name: nameOfRole(saved) }));
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
          disabled={!mayChange}
          maxLength={limits.roleName.max}
          autoComplete="off"
          dir="auto"
        />
        <Textarea
          {...form.getInputProps('description')}
          size="md"
          label={t('field.description')}
          description={t('role.description')}
          disabled={!mayChange}
          maxLength={limits.description}
          autosize
          minRows={2}
          dir="auto"
        />
      </FormSection>
      <FormSection title={t('role.permissions')} lead={t('role.permissionsLead')}>
        <Permissions
          isAdmin={isAdmin}
          mayChange={mayChange}
          value={form.values.permissions}
          onChange={(permissions) => form.setFieldValue('permissions', permissions)}
        />
      </FormSection>
      {mayChange && (
        <SaveBar
          action={t(role ? 'role.edit.save' : 'role.create.save')}
          canSave={canSave}
          isBusy={form.submitting}
          state={role && form.isDirty() ? t('form.unsaved') : undefined}
          problems={problems}
          onCancel={back}
        />
      )}
      <LeaveGuard hasChanges={hasChanges} />
    </form>
  );
}

interface PermissionsProps {
  isAdmin: boolean;
  mayChange: boolean;
  value: string[];
  onChange: (permissions: string[]) => void;
}

/** All that there are; the administrators' role has every one, whatever is stored of it. */
function Permissions({ isAdmin, mayChange, value, onChange }: PermissionsProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(read(listPermissions, {}, { quiet: true }));
  if (error && !data) return <ErrorState texts={problemTexts(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingList rows={3} height={40} />;
  const names = data.results.map(({ name }) => name);
  return (
    <Checkbox.Group aria-label={t('role.permissions')} value={isAdmin ? names : value} onChange={onChange}>
      <Stack gap="sm">
        {names.map((name) => (
          <Checkbox
            key={name}
            value={name}
            disabled={isAdmin || !mayChange}
            label={isKnown(name) ? t(`permission.${permissionKeys[name]}.title`) : name}
            description={isKnown(name) ? t(`permission.${permissionKeys[name]}.text`) : undefined}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
