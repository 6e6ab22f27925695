import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, NativeSelect, Popover, Stack } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { getRoleDisplayName, useRoles } from '../../blocks/roles/use-roles.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import classes from './user-filters.module.css';
import { getPage, pageSizes, type UserSearch } from './user-search.ts';

interface Props {
  filters: UserSearch;
  onChange: (change: UserSearch) => void;
}

/** Filters above the list of users: search text, roles and page size. */
export function UserFilters({ filters: search, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <search className={classes['filters']}>
      <SearchField
        className={classes['search'] ?? ''}
        label={t('user.list.search')}
        value={search.q ?? ''}
        onSearch={(q) => onChange({ q: q || undefined })}
      />
      <RoleFilter chosen={search.role ?? []} onChange={(role) => onChange({ role })} />
      <NativeSelect
        aria-label={t('user.list.size')}
        value={getPage(search).size}
        onChange={(event) => onChange({ limit: Number(event.currentTarget.value) })}
        data={pageSizes.map((size) => ({
          value: String(size),
          label: t('user.list.sizes', { count: size }),
        }))}
      />
    </search>
  );
}

function RoleFilter({
  chosen,
  onChange,
}: {
  chosen: string[];
  onChange: (roles: string[] | undefined) => void;
}) {
  const { t } = useTranslation();
  const { data } = useRoles();
  const roles = data?.results ?? [];
  const name = roles.find((role) => role.name === chosen[0]);
  const label =
    chosen.length === 0
      ? t('user.list.anyRole')
      : chosen.length === 1 && name
        ? getRoleDisplayName(name, t)
        : t('user.list.roles', { count: chosen.length });
  return (
    <Popover position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="md"
          className={classes['roles'] ?? ''}
          rightSection={<Icon icon={IconChevronDown} size={16} />}
        >
          <span dir="auto" className={classes['label']}>
            {label}
          </span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('user.list.byRole')}>
        <Checkbox.Group
          label={t('user.list.byRole')}
          value={chosen}
          onChange={(roles) => onChange(roles.length > 0 ? roles : undefined)}
        >
          <Stack gap="sm" className={classes['options'] ?? ''}>
            {roles.map((role) => (
              <Checkbox
                key={role.id}
                value={role.name}
                label={<span dir="auto">{getRoleDisplayName(role, t)}</span>}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
}
