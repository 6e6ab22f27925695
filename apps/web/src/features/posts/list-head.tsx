/** Above the list: how many posts there are, the search for words, the status filter. */
import '@mantine/core/styles/Chip.layer.css';
import { Chip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { postStatuses } from '@waypost/contract/post-filters';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../api/session.ts';
import { usualStatuses } from '../../blocks/post-search/default-query.ts';
import { ScreenTitle } from '../../ui/screen-title.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import classes from './list-head.module.css';

function Words() {
  const { t } = useTranslation();
  const { q = '' } = useSearch({ from: '/_map' });
  const navigate = useNavigate();
  const find = (words: string) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, q: words || undefined }),
      state: true,
      replace: true,
    });
  return <SearchField label={t('post.list.search')} value={q} onSearch={find} />;
}

/** Shown to those who manage posts (spec 2 §2): others see what is published and their own. keys: post.status.* */
function Statuses() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/_map' });
  const navigate = useNavigate();
  const usual: string[] = usualStatuses(search);
  const chosen = search.status?.includes('all') ? [...postStatuses] : (search.status ?? usual);
  const choose = (status: string[]) => {
    const isUsual = status.length === usual.length && status.every((it) => usual.includes(it));
    void navigate({
      to: '.',
      search: (before) => ({ ...before, status: isUsual || status.length === 0 ? undefined : status }),
      state: true,
      replace: true,
    });
  };
  return (
    <fieldset className={classes['statuses']} aria-label={t('post.list.status')}>
      <Chip.Group multiple value={chosen} onChange={choose}>
        {postStatuses.map((status) => (
          <Chip key={status} value={status} size="xs" variant="outline">
            {t(`post.status.${status}`)}
          </Chip>
        ))}
      </Chip.Group>
    </fieldset>
  );
}

/** Says that the list is of one spot on the map, and leads back to all. */
function Spot() {
  const { t } = useTranslation();
  const { bbox } = useSearch({ from: '/_map' });
  const navigate = useNavigate();
  if (bbox === undefined) return null;
  return (
    <Chip
      checked
      size="xs"
      icon={<IconX size={12} aria-hidden />}
      onChange={() =>
        void navigate({ to: '.', search: (before) => ({ ...before, bbox: undefined }), state: true })
      }
    >
      {t('post.list.spot')}
    </Chip>
  );
}

export function ListHead({ total }: { total: number | undefined }) {
  const { t } = useTranslation();
  const managesPosts = useHolds('Manage Posts');
  return (
    <div className={classes['head']}>
      <div className={classes['line']}>
        <ScreenTitle title={t('post.list.title')} size="h4" />
        <span className={classes['count']} data-figures>
          {total !== undefined && t('post.list.count', { count: total })}
        </span>
      </div>
      <Words />
      {managesPosts && <Statuses />}
      <Spot />
    </div>
  );
}
