/** Making a role, and changing one (spec 3 §2, "Roles"). */
import { useQuery } from '@tanstack/react-query';
import { readRole } from '@waypost/contract/users/roles';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { FeatureNotice } from '../../blocks/feature-notice/feature-notice.tsx';
import { useFeature } from '../../blocks/feature-notice/features.ts';
import { getRoleDisplayName } from '../../blocks/roles/use-roles.ts';
import { QueryBoundary } from '../../blocks/settings/query-boundary.tsx';
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
    ...buildEndpointQuery(readRole, { params: { id } }),
    // What is being typed must not be replaced by a fetch in the background.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const missing = { title: t('role.missing.title'), text: t('role.missing.text') };
  return (
    <SettingsPage title={query.data ? getRoleDisplayName(query.data, t) : t('role.edit.title')}>
      {!hasCustomRoles && <FeatureNotice feature="roles" />}
      <QueryBoundary query={query} notFound={missing}>
        {(role) => (
          <>
            <RoleForm role={role} canEdit={hasCustomRoles && role.allowed_privileges.includes('update')} />
            {hasCustomRoles && <DeleteRole role={role} />}
          </>
        )}
      </QueryBoundary>
    </SettingsPage>
  );
}
