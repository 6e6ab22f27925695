/** The notes of the team about a post, and the form of a new one. */
import { useQuery } from '@tanstack/react-query';
import { createPostNote, listPostNotes } from '@waypost/contract/review/post-notes';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { buildCallKey } from '../../api/query-keys.ts';
import { useCall } from '../../api/use-call.ts';
import list from '../../ui/display/divided-list.module.css';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { TitledSection } from '../../ui/layout/titled-section.tsx';
import { keepNoteDraft, readNoteDraft } from './note-drafts.ts';
import { noteFieldId } from './note-field-id.ts';
import { NoteForm } from './note-form.tsx';
import { NoteRow } from './note-row.tsx';
import classes from './post-record.module.css';

/** Renders the notes, the oldest first. */
export function NotesSection({ postId }: { postId: number }) {
  const { t } = useTranslation();
  const params = { id: postId };
  const { data, error, refetch } = useQuery(
    buildEndpointQuery(listPostNotes, { params }, { ignoresRefusal: true }),
  );
  const create = useCall(createPostNote, {
    invalidates: [buildCallKey(listPostNotes, { params })],
    onSuccess: () => keepNoteDraft(postId, ''),
  });
  return (
    <TitledSection title={t('record.notes.title')}>
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={1} height={40} />}
      {data?.results.length === 0 && <p className={classes['note']}>{t('record.notes.empty')}</p>}
      {data && data.results.length > 0 && (
        <ol className={`${list['list']} ${classes['notes']}`}>
          {data.results.map((note) => (
            <NoteRow key={note.id} note={note} />
          ))}
        </ol>
      )}
      <NoteForm
        id={noteFieldId}
        label={t('record.notes.field')}
        initialText={readNoteDraft(postId)}
        isPending={create.isPending}
        onType={(text) => keepNoteDraft(postId, text)}
        onSave={(body) => create.mutateAsync({ params, body })}
      />
    </TitledSection>
  );
}
