/** The header of a subpage: breadcrumbs, title, main action. */
import { Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../display/icon.tsx';
import classes from './page-header.module.css';
import { ScreenTitle } from './screen-title.tsx';

/** An ancestor page in the breadcrumbs. */
export interface Crumb {
  to: NonNullable<LinkProps['to']>;
  label: string;
}

interface Props {
  /** From the outermost page to the parent page; on a phone only the parent is shown, as a back link. */
  crumbs: readonly Crumb[];
  title: string;
  /** Describes the page in a sentence. */
  lead?: ReactNode;
  actions?: ReactNode;
}

/** Renders breadcrumbs, title and actions. */
export function PageHeader({ crumbs, title, lead, actions }: Props) {
  const { t } = useTranslation();
  return (
    <header className={classes['header']}>
      <nav aria-label={t('nav.crumbs')} hidden={crumbs.length === 0}>
        <ol className={classes['crumbs']}>
          {crumbs.map(({ to, label }) => (
            <li key={to}>
              <span className={classes['back']}>
                <Icon icon={IconChevronLeft} size={18} />
              </span>
              {/* Exact: the link to a parent page must not be marked as the current page. */}
              <Link to={to} activeOptions={{ exact: true }}>
                {label}
              </Link>
              <span className={classes['separator']}>
                <Icon icon={IconChevronRight} size={14} />
              </span>
            </li>
          ))}
        </ol>
      </nav>
      <Group justify="space-between" gap="sm" align="flex-start">
        <div className={classes['heading']}>
          <ScreenTitle title={title} size="h2" />
          {lead && <p className={classes['lead']}>{lead}</p>}
        </div>
        {actions}
      </Group>
    </header>
  );
}
