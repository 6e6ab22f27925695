/** The pages of a list: links, with `page` in the address, so that back, forward and a link lead to it; or, inside a panel, buttons. */
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
  /** How many rows there are, and how many a page has. */
  total: number;
  pageSize: number;
  /** For a list that is part of a screen, and whose page the address does not say. */
  onPage?: (page: number) => void;
}

/** Nothing when one page holds all. */
export function Pagination({ page, total, pageSize: size, onPage }: Props) {
  const { t } = useTranslation();
  const pages = Math.ceil(total / size);
  if (pages <= 1) return null;
  const more = onPage ? { onPage } : {};
  return (
    <nav className={classes['pages']} aria-label={t('pages.label')}>
      <PageLink {...more} page={page - 1} isAvailable={page > 1} label={t('pages.previous')}>
        <Icon icon={IconChevronLeft} size={18} />
      </PageLink>
      {listVisiblePages(page, pages).map((number) => (
        <PageLink
          {...more}
          key={number}
          page={number}
          isCurrent={number === page}
          label={t('pages.page', { page: number })}
        >
          {number}
        </PageLink>
      ))}
      <PageLink {...more} page={page + 1} isAvailable={page < pages} label={t('pages.next')}>
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

function PageLink({
  page,
  isCurrent: isHere = false,
  isAvailable: isThere = true,
  label,
  children,
  onPage,
}: PageLinkProps) {
  if (!isThere)
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
        aria-current={isHere ? 'page' : undefined}
        onClick={() => onPage(page)}
      >
        {children}
      </button>
    );
  return (
    <Link
      to="."
      search={(before: object) => ({ ...before, page: page > 1 ? page : undefined })}
      className={classes['page']}
      aria-label={label}
      aria-current={isHere ? 'page' : undefined}
      activeProps={{ 'aria-current': isHere ? 'page' : undefined }}
    >
      {children}
    </Link>
  );
}
