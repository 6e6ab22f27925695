/**
 * Above the posts of a collection or saved search: what it is, who sees it, whose it is, what the reader may do with it, and
 * the way back to all posts (spec 2 §2, "Saved searches"). keys: collection.form.* savedSearch.form.*
 */
import { ActionIcon, Menu, Skeleton } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemTexts } from '../../api/fault-text.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useLazyDialog } from '../../ui/lazy-dialog.tsx';
import { notify } from '../../ui/notice.tsx';
import { ScreenTitle } from '../../ui/screen-title.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { noFilters, type SetKind } from '../post-search/post-mode.ts';
import { NotifyToggle } from './notify-toggle.tsx';
import { type AnySet, readSet } from './set-endpoints.ts';
import classes from './set-head.module.css';
import { useAudience } from './set-words.tsx';

interface Props {
  kind: SetKind;
  id: number;
  /** Where all posts are returned to. */
  view: 'map' | 'data';
}

export default function SetHead({ kind, id, view }: Props) {
  const { t } = useTranslation();
  const { data: set, error, refetch } = useQuery(readSet(kind, id));
  return (
    <div className={classes['head']}>
      <BackLink to={`/views/${view}`} search={noFilters} size="compact-sm" className={classes['back'] ?? ''}>
        {t('set.all')}
      </BackLink>
      {set && <SetAbout key={set.id} kind={kind} set={set} view={view} />}
      {!set && !error && <Skeleton height={28} />}
      {!set && error && <ErrorState texts={problemTexts(error)} onRetry={() => void refetch()} />}
    </div>
  );
}

function SetAbout({ kind, set, view }: { kind: SetKind; set: AnySet; view: 'map' | 'data' }) {
  const { t } = useTranslation();
  const audience = useAudience(set);
  const maker = set.user?.realname;
  return (
    <>
      <ScreenTitle title={set.name} size="h4" />
      {set.description && <Description text={set.description} />}
      <p className={classes['facts']}>
        <span dir="auto">{audience}</span>
        {maker && (
          <>
            <span aria-hidden> · </span>
            <span dir="auto">{t('set.by', { name: maker })}</span>
          </>
        )}
      </p>
      <div className={classes['actions']}>
        <NotifyToggle setId={set.id} name={set.name} />
        <SetMenu kind={kind} set={set} view={view} />
      </div>
    </>
  );
}

/** More than about three lines of a panel. */
const long = 160;

function Description({ text }: { text: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > long;
  return (
    <div className={classes['description']}>
      <p dir="auto" data-cut={(isLong && !isOpen) || undefined}>
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          className={classes['whole']}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'set.less' : 'set.whole')}
        </button>
      )}
    </div>
  );
}

const setDialog = () => import('./set-dialog.tsx');
const deleteDialog = () => import('./delete-set.tsx');

function SetMenu({ kind, set, view }: { kind: SetKind; set: AnySet; view: 'map' | 'data' }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const edit = useLazyDialog(setDialog);
  const remove = useLazyDialog(deleteDialog);
  const mayEdit = set.allowed_privileges.includes('update');
  const mayDelete = set.allowed_privileges.includes('delete');
  if (!mayEdit && !mayDelete) return null;
  const isCollection = kind === 'collection';
  const tell = (saved: AnySet) =>
    notify(
      'success',
      isCollection
        ? t('collection.done.updated', { name: saved.name })
        : t('savedSearch.done.updated', { name: saved.name }),
    );
  const leave = () => navigate({ to: `/views/${view}`, search: noFilters });
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('post.action.more')}>
            <Icon of={IconDots} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayEdit && (
            <Menu.Item
              leftSection={<Icon of={IconPencil} size={18} />}
              onClick={() => edit.open({ kind, set, onSaved: tell })}
            >
              {t(isCollection ? 'collection.form.edit.title' : 'savedSearch.form.edit.title')}
            </Menu.Item>
          )}
          {mayDelete && (
            <Menu.Item
              color="red"
              leftSection={<Icon of={IconTrash} size={18} />}
              onClick={() => remove.open({ kind, set, onDeleted: leave })}
            >
              {t(isCollection ? 'collection.delete.confirm' : 'savedSearch.delete.confirm')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {edit.dialog}
      {remove.dialog}
    </>
  );
}
