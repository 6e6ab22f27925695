/** The roles that people can have (spec 3 §2, "Roles"). */
import { IconChevronRight, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Role } from '@waypost/contract/roles';
import { useTranslation } from 'react-i18next';
import { problemTexts } from '../../api/fault-text.ts';
import { FeatureNotice } from '../../blocks/feature-notice/feature-notice.tsx';
import { useFeature } from '../../blocks/feature-notice/features.ts';
import { nameOfRole, useRoles } from '../../blocks/roles/use-roles.ts';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState, ErrorState, LoadingList } from '../../ui/states.tsx';
import { permissionsText } from './permission-words.ts';
import classes from './roles-page.module.css';

export function RolesPage() {
  const { t } = useTranslation();
  const hasCustomRoles = useFeature('roles');
  const { data, error, refetch } = useRoles();
  const add = (
    <ButtonLink to="/settings/roles/create" size="md" leftSection={<Icon of={IconPlus} size={18} />}>
      {t('role.list.add')}
    </ButtonLink>
  );
  return (
    <SettingsPage lead={t('role.list.lead')} actions={hasCustomRoles && add}>
      {!hasCustomRoles && <FeatureNotice feature="roles" />}
      {data && data.results.length > 0 && (
        <ul className={classes['roles']} aria-label={t('settings.entry.roles.title')}>
          {data.results.map((role) => (
            <RoleRow key={role.id} role={role} />
          ))}
        </ul>
      )}
      {data?.results.length === 0 && (
        <EmptyState title={t('role.list.none.title')}>{t('role.list.none.text')}</EmptyState>
      )}
      {error && !data && <ErrorState texts={problemTexts(error)} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingList rows={4} height={72} />}
    </SettingsPage>
  );
}

function RoleRow({ role }: { role: Role }) {
  const { t } = useTranslation();
  return (
    <li>
      <Link to="/settings/roles/$roleId" params={{ roleId: String(role.id) }} className={classes['role']}>
        <span className={classes['words']}>
          <strong>
            <bdi>{nameOfRole(role)}</bdi>
          </strong>
          {role.protected && <span className={classes['mark']}>{t('role.list.builtIn')}</span>}
          {role.description && (
            <span className={classes['text']}>
              <bdi>{role.description}</bdi>
            </span>
          )}
          <span className={classes['text']}>{permissionsText(role, t)}</span>
        </span>
        <Icon of={IconChevronRight} size={18} />
      </Link>
    </li>
  );
}
