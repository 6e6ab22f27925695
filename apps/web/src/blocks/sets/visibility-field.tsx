/** Who can see something: everyone, or people with certain roles. */
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Group, Radio, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { getRoleDisplayName, useRoles } from '../roles/use-roles.ts';
import classes from './set-list.module.css';

const choiceClassNames = { body: classes['choice'] ?? '' };

interface Props {
  visibility: 'everyone' | 'roles';
  roles: readonly string[];
  onVisibilityChange: (visibility: 'everyone' | 'roles') => void;
  onRolesChange: (roles: string[]) => void;
  error: ReactNode;
  /** Who can see it in any case; the default names those who manage collections. */
  rolesHint?: string;
}

/** Radio buttons, and checkboxes for the roles. */
export function VisibilityField({
  visibility,
  roles,
  onVisibilityChange,
  onRolesChange,
  error,
  rolesHint,
}: Props) {
  const { t } = useTranslation();
  const { data, isError } = useRoles();
  const existingRoles = (data?.results ?? []).map((it) => ({
    name: it.name,
    label: getRoleDisplayName(it, t),
  }));
  // Selected roles stay visible even if the list of roles cannot be read.
  const otherNames = roles.filter((role) => !existingRoles.some((it) => it.name === role));
  const choices = [...existingRoles, ...otherNames.map((role) => ({ name: role, label: role }))];
  return (
    <div>
      <Radio.Group
        size="md"
        label={t('set.form.audience')}
        error={error}
        value={visibility}
        onChange={(value) => onVisibilityChange(value === 'roles' ? 'roles' : 'everyone')}
      >
        <Group gap="lg">
          <Radio classNames={choiceClassNames} value="everyone" label={t('set.form.everyone')} />
          <Radio classNames={choiceClassNames} value="roles" label={t('set.form.roles')} />
        </Group>
      </Radio.Group>
      {visibility === 'roles' && (
        <Checkbox.Group
          mt="sm"
          aria-label={t('set.form.roles')}
          value={[...roles]}
          onChange={onRolesChange}
          description={rolesHint ?? t('set.form.rolesHint')}
        >
          <Stack gap={0}>
            {isError && (
              <Text size="sm" c="dimmed">
                {t('post.visibility.rolesUnknown')}
              </Text>
            )}
            {choices.map((role) => (
              <Checkbox
                size="md"
                classNames={choiceClassNames}
                key={role.name}
                value={role.name}
                label={<span dir="auto">{role.label}</span>}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </div>
  );
}
