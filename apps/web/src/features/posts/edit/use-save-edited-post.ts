/** Saves an edited post, and resolves conflicts with other users. */
import { useQueryClient } from '@tanstack/react-query';
import { deleteMedia } from '@waypost/contract/media/media';
import { breakLock } from '@waypost/contract/posts/post-locks';
import { type Post, readPost, updatePost } from '@waypost/contract/posts/posts';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { formatErrorMessage } from '../../../api/error-text.ts';
import { buildCallKey, buildResourceKey } from '../../../api/query-keys.ts';
import { useCall } from '../../../api/use-call.ts';
import { findLockHolder, type PostLockHandle } from '../../../blocks/post-lock/use-post-lock.ts';
import {
  type Answers,
  createAnswersFromPost,
  listRemovedPhotoIds,
  toPostInput,
} from '../../../blocks/survey-form/answers/form-answers.ts';
import { notify } from '../../../ui/feedback/toast.tsx';
import { HandledSubmitError } from '../form/use-submit-report.ts';
import type { FullSurvey } from '../use-full-survey.ts';
import { useUndoChange } from '../use-undo-change.ts';
import type { EditConflict } from './edit-conflict-alert.tsx';
import { mergeAnswers } from './merge-answers.ts';

/** Which edit conflict made the save fail; undefined for any other error. */
function findConflict(error: unknown): EditConflict['kind'] | undefined {
  const codes = isApiError(error) ? error.entries.map((entry) => entry.code) : [];
  if (codes.includes('postChanged')) return 'changed';
  return codes.includes('postLocked') ? 'lost' : undefined;
}

interface SaveOptions {
  /** The post as it was when the lock was taken. */
  post: Post;
  fullSurvey: FullSurvey;
  lock: PostLockHandle;
  /** The answers of `post`. */
  initialAnswers: Answers;
}

/** @returns the conflict, if any, and functions to save and to take the lock again */
export function useSaveEditedPost({ post, fullSurvey, lock, initialAnswers }: SaveOptions) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const update = useCall(updatePost, { invalidates: [] });
  const removeMedia = useCall(deleteMedia, { invalidates: [], whilePending: 'queue' });
  const { undoSave } = useUndoChange();
  const unlock = useCall(breakLock, { invalidates: [] });
  const [saveConflict, setSaveConflict] = useState<EditConflict | null>(null);
  /** The version saved by somebody else, onto which the user's changes are merged. */
  const otherVersion = useRef<Post | null>(null);
  const params = { id: post.id };
  const lockConflict: EditConflict | null =
    lock.state.kind === 'lost' ? { kind: 'lost', lockHolder: lock.state.holder } : null;
  const conflict = saveConflict ?? lockConflict;

  /** @param otherChanges what is saved with the answers: visibility and author */
  const save = async (submittedAnswers: Answers, otherChanges: object) => {
    const latest = otherVersion.current;
    const answers = latest
      ? mergeAnswers(initialAnswers, submittedAnswers, createAnswersFromPost(latest))
      : submittedAnswers;
    const body = {
      ...toPostInput(fullSurvey, answers),
      form: { id: fullSurvey.survey.id },
      ...otherChanges,
      based_on: (latest ?? post).revision,
    };
    try {
      return await update.mutateAsync({ params, body });
    } catch (error) {
      const kind = findConflict(error);
      if (!kind) throw error;
      setSaveConflict({ kind, lockHolder: findLockHolder(error) });
      throw new HandledSubmitError();
    }
  };

  /**
   * Deletes the photos that were removed, after the save, when the post no longer refers to them. Photos that the user may not
   * delete are left to the cleanup on the server.
   */
  const deleteRemovedPhotos = async (submittedAnswers: Answers) => {
    const mediaKeys = fullSurvey.attributes
      .filter((attribute) => fieldTypes[attribute.type].answerKind === 'media')
      .map((attribute) => attribute.key);
    const removedIds = listRemovedPhotoIds(initialAnswers, submittedAnswers, mediaKeys);
    await Promise.allSettled(removedIds.map((id) => removeMedia.mutateAsync({ params: { id } })));
  };

  /** Shows the result and updates the cache; `leave` goes to another page before the lists are fetched again. */
  const finishSave = async (saved: Post | null, leave: () => Promise<void>) => {
    const title = saved?.title || t('post.untitled');
    const isPublic = saved?.status === 'published';
    const { revision } = otherVersion.current ?? post;
    // Restoring needs the same right as the history. Without a survey there were no answers, which the chosen one may require.
    const canUndo =
      post.form !== null &&
      saved?.revision !== undefined &&
      revision !== undefined &&
      saved.revision > revision &&
      saved.allowed_privileges.includes('change_status');
    notify(
      'success',
      isPublic ? t('post.done.changed', { title }) : t('post.done.savedForReview'),
      canUndo ? { label: t('action.undo'), onClick: () => void undoSave(revision, saved) } : undefined,
    );
    if (saved) cache.setQueryData(buildCallKey(readPost, { params }), saved);
    await leave();
    await cache.invalidateQueries({ queryKey: buildResourceKey('posts') });
  };

  /** @returns whether the form can be submitted now */
  const retakeLock = async (): Promise<boolean> => {
    try {
      if (conflict?.kind === 'lost') await unlock.mutateAsync({ params });
      if (!(await lock.acquire())) return false;
      otherVersion.current = await call(readPost, { params });
      setSaveConflict(null);
      return true;
    } catch (error) {
      notify('error', formatErrorMessage(error));
      return false;
    }
  };

  return { conflict, save, deleteRemovedPhotos, finishSave, retakeLock };
}
