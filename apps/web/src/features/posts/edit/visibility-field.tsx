import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Checkbox, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listRoles } from '@waypost/contract/users/roles';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { getRoleDisplayName } from '../../../blocks/roles/use-roles.ts';
import classes from './edit-post.module.css';
import type { Visibility, VisibilityKind } from './visibility.ts';

interface Props {
  value: Visibility;
  onChange: (value: Visibility) => void;
  /** An archived post may stay archived; no other post can be archived here. */
  isArchived: boolean;
  /** Whether the user belongs to the team. For others the author is called "you". */
  isTeam: boolean;
  error: string | undefined;
}

/** Control for who can see the post (spec 2 §4, "Visibility control"). keys: post.visibility.* */
export function VisibilityField({ value, onChange, isArchived, isTeam, error }: Props) {
  const { t } = useTranslation();
  const name = useId();
  const { data, isError } = useQuery({ ...buildEndpointQuery(listRoles, {}), retry: false });
  const choices: VisibilityKind[] = [
    'draft',
    'everyone',
    'roles',
    ...(isArchived ? (['archived'] as const) : []),
  ];
  const texts: Record<VisibilityKind, string> = {
    draft: t(isTeam ? 'post.visibility.draft' : 'post.visibility.draftOwn'),
    everyone: t('post.visibility.everyone'),
    roles: t('post.visibility.roles'),
    archived: t('post.visibility.archived'),
  };
  const knownRoles = (data?.results ?? []).map((role) => ({
    name: role.name,
    label: getRoleDisplayName(role, t),
  }));
  // Roles selected before stay visible even when the list of roles cannot be read.
  const unknownRoles = value.roles.filter((role) => !knownRoles.some((entry) => entry.name === role));
  const roles = [
    ...knownRoles,
    ...unknownRoles.map((role) => ({
      name: role,
      label: getRoleDisplayName({ name: role, display_name: null }, t),
    })),
  ];
  const toggle = (role: string) => {
    const otherRoles = value.roles.filter((name) => name !== role);
    onChange({
      ...value,
      roles: otherRoles.length === value.roles.length ? [...otherRoles, role] : otherRoles,
    });
  };
  return (
    <fieldset className={classes['field']} aria-describedby={error ? `${name}-error` : undefined}>
      <legend>{t('post.visibility.title')}</legend>
      {choices.map((audience) => (
        <Radio
          key={audience}
          size="md"
          name={name}
          classNames={{ body: classes['choice'] ?? '' }}
          label={texts[audience]}
          description={audience === 'draft' ? t('post.status.draft') : undefined}
          checked={value.kind === audience}
          onChange={() => onChange({ ...value, kind: audience })}
        />
      ))}
      {value.kind === 'roles' && (
        <div className={classes['roles']}>
          {isError && <p className={classes['hint']}>{t('post.visibility.rolesUnknown')}</p>}
          {roles.map((role) => (
            <Checkbox
              key={role.name}
              size="md"
              classNames={{ body: classes['choice'] ?? '' }}
              label={<span dir="auto">{role.label}</span>}
              checked={value.roles.includes(role.name)}
              onChange={() => toggle(role.name)}
            />
          ))}
        </div>
      )}
      {error && (
        <p id={`${name}-error`} role="alert" className={classes['error']}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
