import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { Post } from '@waypost/contract/posts/posts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/display/icon.tsx';
import { ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { DeletePostDialog } from '../delete-post-dialog.tsx';
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
  onDeleted: () => void;
}

/** Tools beside the answers: visibility, author, date and deletion. */
export function EditToolbox({
  post,
  visibility,
  onVisibilityChange,
  author,
  onAuthorChange,
  showErrors,
  onDeleted,
}: Props) {
  const { t } = useTranslation();
  const [isDeleting, setDeleting] = useState(false);
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
            <AuthorField value={author} onChange={onAuthorChange} showErrors={showErrors} />
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
            onClick={() => setDeleting(true)}
          >
            {t('post.delete.confirm')}
          </Button>
          {isDeleting && (
            <DeletePostDialog post={post} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
          )}
        </div>
      )}
    </>
  );
}
