/** The frame of a settings page: breadcrumbs, title, main action, one column. */
import { useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Crumb, PageHeader } from '../../ui/layout/page-header.tsx';
import { readFromSetup } from './from-setup.ts';
import { findSettingsEntry } from './settings-entries.ts';
import classes from './settings-page.module.css';

interface Props {
  /** Title of a subpage; pages of the table have theirs from there. */
  title?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** For lists, and for two columns such as a form and its preview; forms have one column of a readable width. */
  isWide?: boolean;
  children: ReactNode;
}

/** Renders header and content. */
export function SettingsPage({ title, lead, actions, isWide = false, children }: Props) {
  const { t } = useTranslation();
  // Of the page that is shown: while the next one is loading, the address is already the next one's.
  const matchedPathname = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' });
  // The match of the first page of a folder ends with a slash.
  const pathname = matchedPathname.replace(/\/$/, '');
  const isFromSetup = useMatches({
    select: (matches) => readFromSetup({ ...matches.at(-1)?.search }).from === 'setup',
  });
  const entry = findSettingsEntry(pathname);
  const isSubpage = entry !== undefined && pathname !== entry.to;
  const name = entry ? t(`settings.entry.${entry.name}.title`) : t('settings.title');
  const parentCrumb: Crumb | null = entry && isSubpage ? { to: entry.to, label: name } : null;
  const setupCrumb: Crumb | null = isFromSetup
    ? { to: '/settings/setup', label: t('settings.entry.setup.title') }
    : null;
  const lastCrumb = setupCrumb ?? parentCrumb;
  const crumbs: Crumb[] = [
    { to: '/settings', label: t('settings.title') },
    ...(lastCrumb ? [lastCrumb] : []),
  ];
  return (
    <div className={classes['page']} data-wide={isWide || undefined}>
      <PageHeader crumbs={crumbs} title={title ?? name} lead={lead} actions={actions} />
      {children}
    </div>
  );
}
