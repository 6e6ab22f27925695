/** Making a role, and changing one (spec 3 §2, "Roles"). */
import { useQuery } from '@tanstack/react-query';
import { readRole } from '@waypost/contract/roles';
import { useTranslation } from 'react-i18next';
import { read } from '../../api/query-client.ts';
import { FeatureNotice } from '../../blocks/feature-notice/feature-notice.tsx';
import { useFeature } from '../../blocks/feature-notice/features.ts';
import { nameOfRole } from '../../blocks/roles/use-roles.ts';
import { Loaded } from '../../blocks/settings/loaded.tsx';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { DeleteRole } from './delete-role.tsx';
import { RoleForm } from './role-form.tsx';

export function NewRolePage() {
  const { t } = useTranslation();
  const hasCustomRoles = useFeature('roles');
  return (
    <SettingsPage title={t('role.create.title')}>
      {hasCustomRoles ? <RoleForm /> : <FeatureNotice feature="roles" />}
    </SettingsPage>
  );
}

export function RolePage({ id }: { id: number }) {
  const { t } = useTranslation();
  const hasCustomRoles = useFeature('roles');
  const query = useQuery({
    ...read(readRole, { params: { id } }, { quiet: true }),
    // What is being typed must not be replaced by a fetch in the background.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const missing = { title: t('role.missing.title'), text: t('role.missing.text') };
  return (
    <SettingsPage title={query.data ? nameOfRole(query.data) : t('role.edit.title')}>
      {!hasCustomRoles && <FeatureNotice feature="roles" />}
      <Loaded query={query} missing={missing}>
        {(role) => (
          <>
            <RoleForm role={role} mayChange={hasCustomRoles && role.allowed_privileges.includes('update')} />
            {hasCustomRoles && <DeleteRole role={role} />}
          </>
        )}
      </Loaded>
    </SettingsPage>
  );
}
