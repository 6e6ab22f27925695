import { IconChevronRight, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Role } from '@waypost/contract/users/roles';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { FeatureNotice } from '../../blocks/feature-notice/feature-notice.tsx';
import { useFeature } from '../../blocks/feature-notice/features.ts';
import { formatPermissions } from '../../blocks/roles/permission-labels.ts';
import { getRoleDescription, getRoleDisplayName, useRoles } from '../../blocks/roles/use-roles.ts';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import classes from './roles-page.module.css';
import { StandardRoles } from './standard-roles.tsx';

/** The roles that people can have (spec 3 §2, "Roles"). */
export function RolesPage() {
  const { t } = useTranslation();
  const hasCustomRoles = useFeature('roles');
  const { data, error, refetch } = useRoles();
  const add = (
    <ButtonLink to="/settings/roles/create" size="md" leftSection={<Icon icon={IconPlus} size={18} />}>
      {t('role.list.add')}
    </ButtonLink>
  );
  return (
    <SettingsPage isWide lead={t('role.list.lead')} actions={hasCustomRoles && add}>
      {!hasCustomRoles && <FeatureNotice feature="roles" />}
      {data && data.results.length > 0 && (
        <ul className={classes['roles']} aria-label={t('settings.entry.roles.title')}>
          {data.results.map((role) => (
            <RoleRow key={role.id} role={role} />
          ))}
        </ul>
      )}
      {data && hasCustomRoles && <StandardRoles roles={data.results} />}
      {data?.results.length === 0 && (
        <EmptyState title={t('role.list.none.title')}>{t('role.list.none.text')}</EmptyState>
      )}
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={4} height={72} />}
    </SettingsPage>
  );
}

function RoleRow({ role }: { role: Role }) {
  const { t } = useTranslation();
  return (
    <li>
      <Link to="/settings/roles/$roleId" params={{ roleId: String(role.id) }} className={classes['role']}>
        <span className={classes['content']}>
          <strong>
            <bdi>{getRoleDisplayName(role, t)}</bdi>
          </strong>
          {role.protected && <span className={classes['mark']}>{t('role.list.builtIn')}</span>}
          {role.description && (
            <span className={classes['text']}>
              <bdi>{getRoleDescription(role, t)}</bdi>
            </span>
          )}
          <span className={classes['text']}>{formatPermissions(role, t)}</span>
        </span>
        <Icon icon={IconChevronRight} size={18} />
      </Link>
    </li>
  );
}
