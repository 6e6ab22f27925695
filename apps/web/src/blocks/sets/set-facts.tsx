/** Facts about a collection or saved search: description, visibility, author. */

import { IconStar, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../api/session.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { getRoleDisplayName, useRoles } from '../roles/use-roles.ts';
import type { AnySet } from './set-endpoints.ts';
import classes from './set-list.module.css';

/** Who can see it, in a sentence. */
export function useVisibilityText({ role }: Pick<AnySet, 'role'>): string {
  const { t, i18n } = useTranslation();
  const { data } = useRoles((role?.length ?? 0) > 0);
  if (!role || role.length === 0) return t('set.audience.everyone');
  const names = role.map((name) =>
    getRoleDisplayName(data?.results.find((it) => it.name === name) ?? { name, display_name: null }, t),
  );
  const list = new Intl.ListFormat(resolveFormatLocale(i18n.language), { type: 'conjunction' }).format(names);
  return t('set.audience.only', { roles: list });
}

/** The facts below the name in a list. */
export function SetFacts({ set }: { set: AnySet }) {
  const { t } = useTranslation();
  const visibilityText = useVisibilityText(set);
  const account = useAccount();
  // The author of one's own sets is not shown.
  const author = set.user?.id === account?.id ? null : set.user?.realname;
  const isRestricted = (set.role?.length ?? 0) > 0;
  if (!set.featured && !isRestricted && !author) return null;
  return (
    <p className={classes['facts']}>
      {set.featured && (
        <span className={classes['fact']}>
          <Icon icon={IconStar} size={14} />
          {t('set.featured')}
        </span>
      )}
      {isRestricted && (
        <span className={classes['fact']} dir="auto">
          <Icon icon={IconUsers} size={14} />
          {visibilityText}
        </span>
      )}
      {author && (
        <span className={classes['fact']} dir="auto">
          {t('set.by', { name: author })}
        </span>
      )}
    </p>
  );
}

/** The description; nothing without one. */
export function SetDescription({ set }: { set: AnySet }) {
  return (
    set.description && (
      <p className={classes['description']} dir="auto">
        {set.description}
      </p>
    )
  );
}
