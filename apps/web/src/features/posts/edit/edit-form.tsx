/** The form for editing a post, including the handling of edit conflicts. */

import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deleteMedia } from '@waypost/contract/media/media';
import { breakLock } from '@waypost/contract/posts/post-locks';
import { type Post, readPost, updatePost } from '@waypost/contract/posts/posts';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { findNextIncompleteTask } from '@waypost/survey-logic/survey-definition';
import { type ComponentProps, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { formatErrorMessage } from '../../../api/error-text.ts';
import { buildCallKey, buildResourceKey } from '../../../api/query-keys.ts';
import { findLockHolder, type PostLockHandle } from '../../../blocks/post-lock/use-post-lock.ts';
import {
  type Answers,
  createAnswersFromPost,
  isUnchanged,
  listRemovedPhotoIds,
  toPostInput,
} from '../../../blocks/survey-form/answers/form-answers.ts';
import { notify } from '../../../ui/feedback/toast.tsx';
import { UnsavedChangesGuard } from '../../../ui/form/unsaved-changes-guard.tsx';
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx';
import { ReportForm } from '../form/report-form.tsx';
import { HandledSubmitError } from '../form/use-submit-report.ts';
import type { FullSurvey } from '../use-full-survey.ts';
import { useOpenNextPost } from '../use-open-next-post.ts';
import { usePostLinkState } from '../use-post-link-state.ts';
import { type EditConflict, EditConflictAlert } from './edit-conflict-alert.tsx';
import classes from './edit-post.module.css';
import { EditToolbox } from './edit-toolbox.tsx';
import { formatChanges } from './format-changes.ts';
import { mergeAnswers } from './merge-answers.ts';
import { NoChangesDialog } from './no-changes-dialog.tsx';
import { findAuthorErrors, getPostAuthor, isSameAuthor, toAuthorInput } from './post-author.ts';
import { getVisibility, isSameVisibility, isVisibilityComplete, toVisibilityInput } from './visibility.ts';

interface Props {
  /** The post as it was when the lock was taken. Another version needs a new form (`key`). */
  post: Post;
  fullSurvey: FullSurvey;
  lock: PostLockHandle;
  /** Discards the changes and loads the stored version. */
  onReload: () => void;
}

/** Which edit conflict made the save fail; undefined for any other error. */
function findConflict(error: unknown): EditConflict['kind'] | undefined {
  const codes = isApiError(error) ? error.entries.map((entry) => entry.code) : [];
  if (codes.includes('postChanged')) return 'changed';
  return codes.includes('postLocked') ? 'lost' : undefined;
}

export function EditForm({ post, fullSurvey, lock, onReload }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const openNextPost = useOpenNextPost(post.id);
  const state = usePostLinkState();
  const start = useMemo(() => createAnswersFromPost(post), [post]);
  const initial = useMemo(() => ({ visibility: getVisibility(post), author: getPostAuthor(post) }), [post]);
  const [visibility, setVisibility] = useState(initial.visibility);
  const [author, setAuthor] = useState(initial.author);
  const [showErrors, setShowErrors] = useState(false);
  const [isUnchangedNoticeOpen, setUnchangedNoticeOpen] = useState(false);
  const [saveConflict, setSaveConflict] = useState<EditConflict | null>(null);
  const answers = useRef(start);
  const toolbox = useRef<HTMLDivElement>(null);
  /** The version saved by somebody else, onto which the user's changes are merged. */
  const otherVersion = useRef<Post | null>(null);
  const isFinished = useRef(false);
  const lockConflict: EditConflict | null =
    lock.state.kind === 'lost' ? { kind: 'lost', lockHolder: lock.state.holder } : null;
  const conflict = saveConflict ?? lockConflict;

  const hasChanges = () =>
    !isFinished.current &&
    (!isUnchanged(answers.current, start) ||
      !isSameVisibility(visibility, initial.visibility) ||
      !isSameAuthor(author, initial.author));
  const goBack = () => navigate({ to: '/posts/$postId', params: { postId: String(post.id) }, state });

  const send: ComponentProps<typeof ReportForm>['send'] = async (sent, submittedAnswers) => {
    const latest = otherVersion.current;
    const merged = latest
      ? toPostInput(fullSurvey, mergeAnswers(start, submittedAnswers, createAnswersFromPost(latest)))
      : sent;
    const body = {
      ...merged,
      form: { id: fullSurvey.survey.id },
      ...(isSameVisibility(visibility, initial.visibility) ? {} : toVisibilityInput(visibility)),
      ...toAuthorInput(author, initial.author),
      based_on: (latest ?? post).revision,
    };
    try {
      return await call(updatePost, { params: { id: post.id }, body }, { quiet: true });
    } catch (error) {
      const kind = findConflict(error);
      if (!kind) throw error;
      setSaveConflict({ kind, lockHolder: findLockHolder(error) });
      throw new HandledSubmitError();
    }
  };

  const handleSaved = async (saved: Post | null, submittedAnswers: Answers) => {
    isFinished.current = true;
    const mediaKeys = fullSurvey.attributes
      .filter((attribute) => fieldTypes[attribute.type].answerKind === 'media')
      .map((attribute) => attribute.key);
    // After the save, when the post no longer refers to the photos. Photos that the user may not delete are left to the cleanup
    // on the server.
    const removedPhotoIds = listRemovedPhotoIds(start, submittedAnswers, mediaKeys);
    await Promise.allSettled(
      removedPhotoIds.map((id) => call(deleteMedia, { params: { id } }, { quiet: true })),
    );
    const isPublic = saved?.status === 'published';
    const title = saved?.title || t('post.untitled');
    notify('success', isPublic ? t('post.done.changed', { title }) : t('post.done.savedForReview'));
    if (saved) cache.setQueryData(buildCallKey(readPost, { params: { id: post.id } }), saved);
    if (!saved) await navigate({ to: state.withList ? '/views/data' : '/views/map' });
    else if (!(await openNextPost())) await goBack();
    await cache.invalidateQueries({ queryKey: buildResourceKey('posts') });
  };

  const canSubmit = () => {
    setShowErrors(true);
    if (!hasChanges()) {
      setUnchangedNoticeOpen(true);
      return false;
    }
    const isValid = isVisibilityComplete(visibility) && findAuthorErrors(author).length === 0;
    if (!isValid) toolbox.current?.scrollIntoView({ block: 'center' });
    return isValid;
  };

  const retakeLock = async (): Promise<boolean> => {
    try {
      if (conflict?.kind === 'lost') await call(breakLock, { params: { id: post.id } }, { quiet: true });
      if (!(await lock.acquire())) return false;
      otherVersion.current = await call(readPost, { params: { id: post.id } }, { quiet: true });
      setSaveConflict(null);
      return true;
    } catch (error) {
      notify('error', formatErrorMessage(error));
      return false;
    }
  };
  const postLabels = { title: t('surveyForm.title'), content: t('surveyForm.content') };

  return (
    <>
      <ReportForm
        fullSurvey={fullSurvey}
        initialAnswers={start}
        post={post}
        status={toVisibilityInput(visibility).status}
        submitLabel={t('post.edit.save')}
        // A post that just got its survey has not answered the first task yet.
        initialTaskId={
          post.form ? findNextIncompleteTask(fullSurvey.tasks, post.completed_stages)?.id : undefined
        }
        header={<ScreenTitle title={t('post.edit.title')} />}
        onChange={(next) => {
          answers.current = next;
        }}
        send={send}
        canSubmit={canSubmit}
        notice={
          conflict && (
            <EditConflictAlert
              conflict={conflict}
              formatChanges={() => formatChanges(fullSurvey, start, answers.current, postLabels)}
              onReload={() => {
                isFinished.current = true;
                onReload();
              }}
              onRetakeLock={retakeLock}
            />
          )
        }
        afterFields={
          <div ref={toolbox} className={classes['tools']}>
            <EditToolbox
              post={post}
              visibility={visibility}
              onVisibilityChange={setVisibility}
              author={author}
              onAuthorChange={setAuthor}
              showErrors={showErrors}
              onDeleted={() => {
                isFinished.current = true;
              }}
            />
          </div>
        }
        onSent={handleSaved}
        onCancel={() => void goBack()}
      />
      {isUnchangedNoticeOpen && <NoChangesDialog onClose={() => setUnchangedNoticeOpen(false)} />}
      <UnsavedChangesGuard hasChanges={hasChanges} />
    </>
  );
}
