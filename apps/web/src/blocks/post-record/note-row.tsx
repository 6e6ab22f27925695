/** One note of the team; its author changes and deletes it. */
import { ActionIcon } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import {
  deletePostNote,
  listPostNotes,
  type PostNote,
  restorePostNote,
  updatePostNote,
} from '@waypost/contract/review/post-notes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../api/notify-error.ts';
import { buildCallKey } from '../../api/query-keys.ts';
import { useCall } from '../../api/use-call.ts';
import list from '../../ui/display/divided-list.module.css';
import { Icon } from '../../ui/display/icon.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { LinkedText } from '../linked-text/linked-text.tsx';
import { splitMentions } from './mention-text.ts';
import { NoteForm } from './note-form.tsx';
import classes from './post-record.module.css';
import { useMemberName } from './use-member-name.ts';

/** Renders the note, or its form. */
export function NoteRow({ note }: { note: PostNote }) {
  const { t } = useTranslation();
  const nameOf = useMemberName();
  const [isEdited, setEdited] = useState(false);
  const params = { id: note.post_id, noteId: note.id };
  const invalidates = [buildCallKey(listPostNotes, { params: { id: note.post_id } })];
  const update = useCall(updatePostNote, { invalidates, onSuccess: () => setEdited(false) });
  const restore = useCall(restorePostNote, { invalidates, onError: notifyError });
  const remove = useCall(deletePostNote, {
    invalidates,
    onSuccess: () =>
      notify('success', t('record.notes.deleted'), {
        label: t('action.undo'),
        onClick: () => restore.mutate({ params }),
      }),
    onError: notifyError,
  });
  const may = (privilege: 'update' | 'delete') => note.allowed_privileges.includes(privilege);
  if (isEdited)
    return (
      <li>
        <NoteForm
          label={t('record.notes.edit')}
          initialText={note.content}
          isPending={update.isPending}
          onSave={(body) => update.mutateAsync({ params, body })}
          onCancel={() => setEdited(false)}
        />
      </li>
    );
  return (
    <li>
      <div className={classes['noteHead']}>
        <span className={list['meta']}>
          <bdi className={classes['author']}>{nameOf(note.user)}</bdi> · <RelativeTime date={note.created} />
          {note.updated && ` · ${t('record.notes.edited')}`}
        </span>
        {may('update') && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('record.notes.edit')}
            onClick={() => setEdited(true)}
          >
            <Icon icon={IconPencil} size={16} />
          </ActionIcon>
        )}
        {may('delete') && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('record.notes.delete')}
            loading={remove.isPending}
            onClick={() => remove.mutate({ params })}
          >
            <Icon icon={IconTrash} size={16} />
          </ActionIcon>
        )}
      </div>
      <NoteText note={note} />
    </li>
  );
}

/** The text with the mentions marked. */
function NoteText({ note }: { note: PostNote }) {
  const nameOf = useMemberName();
  const parts = splitMentions(note.content, note.mentions.map(nameOf));
  return (
    <p className={classes['noteText']} dir="auto">
      {parts.map(({ text, isMention }, at) =>
        isMention ? (
          // oxlint-disable-next-line react/no-array-index-key -- parts have no id and are not reordered
          <bdi key={at} className={classes['mention']}>
            {text}
          </bdi>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <LinkedText key={at} text={text} />
        ),
      )}
    </p>
  );
}
