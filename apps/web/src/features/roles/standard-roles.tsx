/** Roles that new deployments have, offered where they are missing. keys: roleName.* role.initial.* */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { createRole, type Role, standardRoles } from '@waypost/contract/users/roles';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../api/notify-error.ts';
import { useCall } from '../../api/use-call.ts';
import { RolePermissions } from '../../blocks/roles/role-permissions.tsx';
import { getRoleDisplayName } from '../../blocks/roles/use-roles.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import classes from './roles-page.module.css';

/** @param roles those that exist; of the standard ones, the missing ones are offered */
export function StandardRoles({ roles }: { roles: readonly Role[] }) {
  const { t } = useTranslation();
  const create = useCall(createRole, {
    onSuccess: (role) => notify('success', t('role.done', { name: getRoleDisplayName(role, t) })),
    onError: notifyError,
  });
  const missing = standardRoles.filter(({ name }) => !roles.some((role) => role.name === name));
  if (missing.length === 0) return null;
  return (
    <FormSection title={t('role.standard.title')} lead={t('role.standard.lead')}>
      <ul className={classes['standard']}>
        {missing.map((role) => {
          const title = t(`roleName.${role.name}`);
          const description = t(`role.initial.${role.name}`);
          return (
            <li key={role.name} className={classes['standardRole']}>
              <div>
                <strong>{title}</strong>
                <p className={classes['text']}>{description}</p>
                <RolePermissions role={{ ...role, permissions: [...role.permissions] }} />
              </div>
              <Button
                variant="default"
                size="md"
                leftSection={<Icon icon={IconPlus} size={18} />}
                disabled={create.isPending}
                onClick={() =>
                  create.mutate({
                    body: {
                      name: role.name,
                      display_name: role.display_name,
                      description: role.description,
                      permissions: [...role.permissions],
                    },
                  })
                }
              >
                {t('role.standard.add', { name: title })}
              </Button>
            </li>
          );
        })}
      </ul>
    </FormSection>
  );
}
