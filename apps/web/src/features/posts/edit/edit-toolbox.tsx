import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { Post } from '@waypost/contract/posts/posts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/display/icon.tsx';
import { ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { hasUnsavedChanges, UnsavedDialog } from '../../../ui/form/unsaved-changes-guard.tsx';
import { useDeletePost } from '../use-delete-post.ts';
import classes from './edit-post.module.css';
import type { PostAuthor } from './post-author.ts';
import { isVisibilityComplete, type Visibility } from './visibility.ts';
import { VisibilityField } from './visibility-field.tsx';

const AuthorField = lazy(() => import('./author-field.tsx'));

interface Props {
  post: Post;
  visibility: Visibility;
  onVisibilityChange: (visibility: Visibility) => void;
  author: PostAuthor;
  onAuthorChange: (author: PostAuthor) => void;
  /** Shows errors; true after an attempt to submit. */
  showErrors: boolean;
  /** Called before the next page is opened, so that this one does not warn about unsaved changes. */
  onDelete: () => void;
}

/** Tools beside the answers: visibility, author, date and deletion. */
export function EditToolbox({
  post,
  visibility,
  onVisibilityChange,
  author,
  onAuthorChange,
  showErrors,
  onDelete,
}: Props) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const deletePost = useDeletePost(post);
  const confirmDeletion = () => {
    onDelete();
    void deletePost();
  };
  const isTeamMember = post.allowed_privileges.includes('change_status');
  return (
    <>
      <div className={classes['toolbox']}>
        <VisibilityField
          value={visibility}
          onChange={onVisibilityChange}
          isArchived={post.status === 'archived'}
          isTeam={isTeamMember}
          error={showErrors && !isVisibilityComplete(visibility) ? t('post.visibility.noRole') : undefined}
        />
        {isTeamMember && (
          <Suspense fallback={<ListSkeleton rows={2} height={44} />}>
            <AuthorField
              value={author}
              onChange={onAuthorChange}
              showErrors={showErrors}
              isAuthorWithheld={post.reporter !== undefined}
            />
          </Suspense>
        )}
      </div>
      {post.allowed_privileges.includes('delete') && (
        <div className={classes['danger']}>
          <p>{t('post.delete.section')}</p>
          <Button
            variant="outline"
            color="red"
            size="md"
            leftSection={<Icon icon={IconTrash} size={18} />}
            // A deletion can be undone, but it discards the changes.
            onClick={() => (hasUnsavedChanges() ? setAsking(true) : confirmDeletion())}
          >
            {t('post.delete.confirm')}
          </Button>
          <UnsavedDialog
            opened={isAsking}
            onStay={() => setAsking(false)}
            onLeave={confirmDeletion}
            texts={{
              title: t('post.delete.title'),
              text: t('leave.text'),
              leave: t('post.delete.confirm'),
            }}
          />
        </div>
      )}
    </>
  );
}
