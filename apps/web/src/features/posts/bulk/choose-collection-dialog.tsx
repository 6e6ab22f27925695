/** Choice of the collection that posts are added to or removed from. */
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { CollectionsDialog } from '../../../blocks/sets/collections-dialog.tsx';
import { SetFacts } from '../../../blocks/sets/set-facts.tsx';
import { ErrorState } from '../../../ui/feedback/screen-states.tsx';
import { useAsyncAction } from '../../../ui/feedback/use-async-action.ts';
import classes from './bulk.module.css';

interface Props {
  action: 'add-to-collection' | 'remove-from-collection';
  /** Starts the change with the id of the collection. */
  onChoose: (collectionId: number) => Promise<void>;
  onClose: () => void;
}

/** The collections that the user may edit; one can also be created to add posts to it. */
export default function ChooseCollectionDialog({ action, onChoose, onClose }: Props) {
  const { t } = useTranslation();
  const { mutate: choose, isPending, error } = useAsyncAction<number, void>(onChoose, { onSuccess: onClose });
  const isAdding = action === 'add-to-collection';
  return (
    <CollectionsDialog
      title={isAdding ? t('bulkChange.dialog.add') : t('bulkChange.dialog.remove')}
      notice={error && <ErrorState messages={formatErrorMessages(error)} />}
      renderRow={(set) => (
        <button
          type="button"
          className={classes['choice']}
          disabled={isPending}
          onClick={() => choose(set.id)}
        >
          <span dir="auto">{set.name}</span>
          <SetFacts set={set} />
        </button>
      )}
      // A collection that is created here is meant to contain the posts.
      {...(isAdding ? { onCreated: ({ id }) => choose(id) } : {})}
      onClose={onClose}
    />
  );
}
