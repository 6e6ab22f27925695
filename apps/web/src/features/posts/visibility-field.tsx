/** Who can see the post: for those who may change its status. keys: post.visibility.* */
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Checkbox, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listRoles } from '@waypost/contract/roles';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../api/query-client.ts';
import type { Audience, Visibility } from './visibility.ts';
import classes from './visibility-field.module.css';

interface Props {
  value: Visibility;
  onChange: (value: Visibility) => void;
  /** An archived post may stay so; nothing else is put away from here. */
  isArchived: boolean;
  error: string | undefined;
}

export function VisibilityField({ value, onChange, isArchived, error }: Props) {
  const { t } = useTranslation();
  const name = useId();
  const { data: roles } = useQuery(read(listRoles, {}, { quiet: true }));
  const choices: Audience[] = ['draft', 'everyone', 'roles', ...(isArchived ? (['archived'] as const) : [])];
  const toggle = (role: string) => {
    const others = value.roles.filter((it) => it !== role);
    onChange({ ...value, roles: others.length === value.roles.length ? [...others, role] : others });
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
          label={t(`post.visibility.${audience}`)}
          checked={value.audience === audience}
          onChange={() => onChange({ ...value, audience })}
        />
      ))}
      {value.audience === 'roles' && (
        <div className={classes['roles']}>
          {(roles?.results ?? []).map((role) => (
            <Checkbox
              key={role.id}
              size="md"
              classNames={{ body: classes['choice'] ?? '' }}
              label={<span dir="auto">{role.display_name ?? role.name}</span>}
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
