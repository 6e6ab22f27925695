/** The page links of a list, with `page` in the URL, so that browser history and shared links work; in a panel, buttons. */
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../display/icon.tsx';
import classes from './pagination.module.css';
import { listVisiblePages } from './visible-pages.ts';

interface Props {
  /** From 1. */
  page: number;
  /** Number of rows in all, and per page. */
  total: number;
  pageSize: number;
  /** For a list that is only a part of the screen, whose page is not in the URL: renders buttons. */
  onPage?: (page: number) => void;
}

/** Renders nothing when all rows fit on one page. */
export function Pagination({ page, total, pageSize, onPage }: Props) {
  const { t } = useTranslation();
  const pages = Math.ceil(total / pageSize);
  if (pages <= 1) return null;
  const linkProps = onPage ? { onPage } : {};
  return (
    <nav className={classes['pages']} aria-label={t('pages.label')}>
      <PageLink {...linkProps} page={page - 1} isAvailable={page > 1} label={t('pages.previous')}>
        <Icon icon={IconChevronLeft} size={18} />
      </PageLink>
      {listVisiblePages(page, pages).map((number) => (
        <PageLink
          {...linkProps}
          key={number}
          page={number}
          isCurrent={number === page}
          label={t('pages.page', { page: number })}
        >
          {number}
        </PageLink>
      ))}
      <PageLink {...linkProps} page={page + 1} isAvailable={page < pages} label={t('pages.next')}>
        <Icon icon={IconChevronRight} size={18} />
      </PageLink>
    </nav>
  );
}

interface PageLinkProps {
  page: number;
  isCurrent?: boolean;
  isAvailable?: boolean;
  label: string;
  children: ReactNode;
  onPage?: (page: number) => void;
}

function PageLink({ page, isCurrent = false, isAvailable = true, label, children, onPage }: PageLinkProps) {
  if (!isAvailable)
    return (
      <span className={classes['page']} aria-hidden="true">
        {children}
      </span>
    );
  if (onPage)
    return (
      <button
        type="button"
        className={classes['page']}
        aria-label={label}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={() => onPage(page)}
      >
        {children}
      </button>
    );
  return (
    <Link
      to="."
      search={(previous: object) => ({ ...previous, page: page > 1 ? page : undefined })}
      className={classes['page']}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      activeProps={{ 'aria-current': isCurrent ? 'page' : undefined }}
    >
      {children}
    </Link>
  );
}
