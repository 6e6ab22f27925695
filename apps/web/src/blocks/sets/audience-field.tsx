/** Who can see a collection or saved search: everyone, or those with some roles. */
import { Checkbox, Group, Radio, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOfRole, useRoles } from '../roles/use-roles.ts';
import classes from './set-list.module.css';

const choice = { body: classes['choice'] ?? '' };

interface Props {
  audience: 'everyone' | 'roles';
  roles: readonly string[];
  onAudience: (audience: 'everyone' | 'roles') => void;
  onRoles: (roles: string[]) => void;
  error: ReactNode;
  /** Who sees it in any case, where that is not those who manage collections. */
  rolesHint?: string;
}

export function AudienceField({ audience, roles, onAudience, onRoles, error, rolesHint }: Props) {
  const { t } = useTranslation();
  const { data, isError } = useRoles();
  const known = (data?.results ?? []).map((it) => ({ name: it.name, label: nameOfRole(it) }));
  // Those chosen before stay in sight even when the list cannot be read.
  const others = roles.filter((role) => !known.some((it) => it.name === role));
  const choices = [...known, ...others.map((role) => ({ name: role, label: role }))];
  return (
    <div>
      <Radio.Group
        size="md"
        label={t('set.form.audience')}
        error={error}
        value={audience}
        onChange={(value) => onAudience(value === 'roles' ? 'roles' : 'everyone')}
      >
        <Group gap="lg">
          <Radio classNames={choice} value="everyone" label={t('set.form.everyone')} />
          <Radio classNames={choice} value="roles" label={t('set.form.roles')} />
        </Group>
      </Radio.Group>
      {audience === 'roles' && (
        <Checkbox.Group
          mt="sm"
          aria-label={t('set.form.roles')}
          value={[...roles]}
          onChange={onRoles}
          description={rolesHint ?? t('set.form.rolesHint')}
        >
          <Stack gap={0}>
            {isError && (
              <Text size="sm" c="dimmed">
                {t('set.form.rolesUnknown')}
              </Text>
            )}
            {choices.map((role) => (
              <Checkbox
                size="md"
                classNames={choice}
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
