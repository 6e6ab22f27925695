/** A page of the settings area: where it stands, its title, its main action, one column (look, "Layout"). */
import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Crumb, PageHeader } from '../../ui/layout/page-header.tsx';
import { findSettingsEntry } from './settings-entries.ts';
import classes from './settings-page.module.css';

interface Props {
  /** Of the page itself, in a page below one of the table; those of the table have theirs there. */
  title?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** Two columns side by side: what is edited, and how it will look. */
  isWide?: boolean;
  children: ReactNode;
}

export function SettingsPage({ title, lead, actions, isWide = false, children }: Props) {
  const { t } = useTranslation();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const entry = findSettingsEntry(pathname);
  const isBelow = entry !== undefined && pathname !== entry.to;
  const name = entry ? t(`settings.entry.${entry.name}.title`) : t('settings.title');
  const crumbs: Crumb[] = [
    { to: '/settings', label: t('settings.title') },
    ...(entry && isBelow ? [{ to: entry.to, label: name }] : []),
  ];
  return (
    <div className={classes['page']} data-wide={isWide || undefined}>
      <PageHeader crumbs={crumbs} title={title ?? name} lead={lead} actions={actions} />
      {children}
    </div>
  );
}
