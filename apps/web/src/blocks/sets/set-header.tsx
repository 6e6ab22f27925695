/**
 * The header above the posts of a collection or saved search: name, visibility, author, actions, and the link back to all
 * posts (spec 2 §2, "Saved searches"). keys: collection.form.* savedSearch.form.*
 */
import { ActionIcon, Menu, Skeleton } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { ErrorState } from '../../ui/feedback/screen-states.tsx';
import { ScreenTitle } from '../../ui/layout/screen-title.tsx';
import { BackLink } from '../../ui/navigation/back-link.tsx';
import { clearedSearch, type SetKind } from '../post-search/post-mode.ts';
import { NotificationToggle } from './notification-toggle.tsx';
import { type AnySet, buildSetQuery } from './set-endpoints.ts';
import { useVisibilityText } from './set-facts.tsx';
import classes from './set-header.module.css';
import { useNotifySetUpdated } from './use-notify-set-updated.ts';

interface Props {
  kind: SetKind;
  id: number;
  /** The view that the link back to all posts leads to. */
  view: 'map' | 'data';
}

/** Loads the set and shows its header. */
export default function SetHeader({ kind, id, view }: Props) {
  const { t } = useTranslation();
  const { data: set, error, refetch } = useQuery(buildSetQuery(kind, id));
  return (
    <div className={classes['head']}>
      <BackLink
        to={`/views/${view}`}
        search={clearedSearch}
        size="compact-sm"
        className={classes['back'] ?? ''}
      >
        {t('set.all')}
      </BackLink>
      {set && <SetSummary key={set.id} kind={kind} set={set} view={view} />}
      {!set && !error && <Skeleton height={28} />}
      {!set && error && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
    </div>
  );
}

function SetSummary({ kind, set, view }: { kind: SetKind; set: AnySet; view: 'map' | 'data' }) {
  const { t } = useTranslation();
  const visibilityText = useVisibilityText(set);
  const author = set.user?.realname;
  return (
    <>
      <ScreenTitle title={set.name} size="h4" />
      {set.description && <Description text={set.description} />}
      <p className={classes['facts']}>
        <span dir="auto">{visibilityText}</span>
        {author && (
          <>
            <span aria-hidden> · </span>
            <span dir="auto">{t('set.by', { name: author })}</span>
          </>
        )}
      </p>
      <div className={classes['actions']}>
        <NotificationToggle setId={set.id} name={set.name} />
        <SetMenu kind={kind} set={set} view={view} />
      </div>
    </>
  );
}

/** Characters of about three lines of the panel; longer descriptions are cut. */
const longDescriptionLength = 160;

function Description({ text }: { text: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > longDescriptionLength;
  return (
    <div className={classes['description']}>
      <p dir="auto" data-cut={(isLong && !isOpen) || undefined}>
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          className={classes['showMore']}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'set.less' : 'set.whole')}
        </button>
      )}
    </div>
  );
}

const loadSetDialog = () => import('./set-dialog.tsx');
const loadDeleteDialog = () => import('./delete-set-dialog.tsx');

function SetMenu({ kind, set, view }: { kind: SetKind; set: AnySet; view: 'map' | 'data' }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const edit = useLazyDialog(loadSetDialog);
  const remove = useLazyDialog(loadDeleteDialog);
  const notifyUpdated = useNotifySetUpdated(kind);
  const canEdit = set.allowed_privileges.includes('update');
  const canDelete = set.allowed_privileges.includes('delete');
  if (!canEdit && !canDelete) return null;
  const isCollection = kind === 'collection';
  const leave = () => navigate({ to: `/views/${view}`, search: clearedSearch });
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('post.action.more')}>
            <Icon icon={IconDots} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canEdit && (
            <Menu.Item
              leftSection={<Icon icon={IconPencil} size={18} />}
              onClick={() => edit.open({ kind, set, onSaved: (saved) => notifyUpdated(set, saved) })}
            >
              {t(isCollection ? 'collection.form.edit.title' : 'savedSearch.form.edit.title')}
            </Menu.Item>
          )}
          {canDelete && (
            <Menu.Item
              color="red"
              leftSection={<Icon icon={IconTrash} size={18} />}
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
