/** Choice of the member of the team who takes care of a post. */
import './record-labels.ts';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { useScreenOwner } from '../../api/session.ts';
import { ModalWindow } from '../../ui/dialog/modal-window.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import classes from './post-record.module.css';
import { type OnAssigned, useAssign } from './use-assign.ts';
import { matchesName, useReviewers } from './use-reviewers.ts';

interface Props {
  postId: number;
  onAssigned?: OnAssigned | undefined;
  onClose: () => void;
}

/** Asks for the person. */
export default function AssignDialog({ postId, onAssigned, onClose }: Props) {
  const { t } = useTranslation();
  const { assign } = useAssign(postId, onAssigned);
  const choose = (userId: number) => {
    assign(userId);
    onClose();
  };
  return (
    <ModalWindow title={t('record.assignment.dialog')} onClose={onClose} size="sm">
      <PeopleList onChoose={choose} onClose={onClose} />
    </ModalWindow>
  );
}

/** A list that is searched by name: the arrow keys choose, Enter assigns. The current user comes first. */
function PeopleList({ onChoose, onClose }: { onChoose: (userId: number) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const owner = useScreenOwner();
  const { members, error, refetch } = useReviewers();
  const [text, setText] = useState('');
  // The list is always open.
  const list = useCombobox({ opened: true });
  const own = members?.filter(({ id }) => id === owner?.id) ?? [];
  const others = members?.filter(({ id }) => id !== owner?.id) ?? [];
  const found = [...own, ...others].filter(({ name }) => matchesName(name, text));
  const { selectFirstOption } = list;
  const ids = found.map(({ id }) => id).join();
  useEffect(() => {
    if (ids !== '') selectFirstOption();
  }, [ids, selectFirstOption]);
  return (
    <Combobox store={list} size="md" onOptionSubmit={(id) => onChoose(Number(id))}>
      <Combobox.EventsTarget>
        <TextInput
          size="md"
          dir="auto"
          data-autofocus
          label={t('record.assignment.search')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          // The list would keep the key for itself.
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
        />
      </Combobox.EventsTarget>
      <div className={classes['people']}>
        {error && !members && (
          <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />
        )}
        {!members && !error && <ListSkeleton rows={3} height={40} />}
        {members && found.length === 0 && (
          <output className={classes['note']}>{t('record.assignment.noneFound')}</output>
        )}
        <Combobox.Options aria-label={t('record.assignment.dialog')}>
          {found.map(({ id, name }) => (
            <Combobox.Option key={id} value={String(id)} dir="auto" className={classes['person'] ?? ''}>
              {id === owner?.id ? t('record.assignment.toMe') : name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </div>
    </Combobox>
  );
}
