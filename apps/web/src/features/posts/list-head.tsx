/** Above the list: how many posts there are, the search for words, the status filter. */
import '@mantine/core/styles/Chip.layer.css';
import { Chip, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { postStatuses } from '@waypost/contract/post-filters';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../api/session.ts';
import { usualStatuses } from '../../blocks/post-search/default-query.ts';
import { Icon } from '../../ui/icon.tsx';
import { ScreenTitle } from '../../ui/screen-title.tsx';
import classes from './list-head.module.css';

/** Milliseconds after the last letter (spec 2 §5). */
const pause = 300;

function Words() {
  const { t } = useTranslation();
  const { q = '' } = useSearch({ from: '/_map' });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(q);
  const [shown, setShown] = useState(q);
  const find = useDebouncedCallback((words: string) => {
    setShown(words.trim());
    void navigate({
      to: '.',
      search: (before) => ({ ...before, q: words.trim() || undefined }),
      state: true,
      replace: true,
    });
  }, pause);
  if (q !== shown) {
    // The address changed by itself: back and forward, a link.
    setShown(q);
    setTyped(q);
  }
  return (
    <TextInput
      type="search"
      dir="auto"
      aria-label={t('post.list.search')}
      placeholder={t('post.list.search')}
      leftSection={<Icon of={IconSearch} size={18} />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        find(event.currentTarget.value);
      }}
    />
  );
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
