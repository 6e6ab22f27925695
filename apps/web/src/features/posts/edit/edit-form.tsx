/** The form for editing a post, including the handling of edit conflicts. */

import { useNavigate } from '@tanstack/react-router';
import { type Post } from '@waypost/contract/posts/posts';

import { findNextIncompleteTask } from '@waypost/survey-logic/survey-definition';
import type { TextAnswers } from '@waypost/survey-logic/text-answers/read-text-answers';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PostLockHandle } from '../../../blocks/post-lock/use-post-lock.ts';
import { createAnswersFromPost, isUnchanged } from '../../../blocks/survey-form/answers/form-answers.ts';
import { uploadPhotos } from '../../../blocks/survey-form/photos/upload-photos.ts';
import { UnsavedChangesGuard } from '../../../ui/form/unsaved-changes-guard.tsx';
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx';
import { ReportForm } from '../form/report-form.tsx';
import type { SendAnswers } from '../form/use-submit-report.ts';
import type { FullSurvey } from '../use-full-survey.ts';
import { useOpenNextPost } from '../use-open-next-post.ts';
import { usePostLinkState } from '../use-post-link-state.ts';
import { EditConflictAlert } from './edit-conflict-alert.tsx';
import classes from './edit-post.module.css';
import { EditToolbox } from './edit-toolbox.tsx';
import { formatChanges } from './format-changes.ts';
import { NoChangesDialog } from './no-changes-dialog.tsx';
import { findAuthorErrors, getPostAuthor, isSameAuthor, toAuthorInput } from './post-author.ts';
import { useSaveEditedPost } from './use-save-edited-post.ts';
import { getVisibility, isSameVisibility, isVisibilityComplete, toVisibilityInput } from './visibility.ts';

/** What the form needs. */
export interface EditFormProps {
  /** The post as it was when the lock was taken. Another version needs a new form (`key`). */
  post: Post;
  fullSurvey: FullSurvey;
  lock: PostLockHandle;
  /** Answers that the text of the post gives. They are filled in and marked. */
  textAnswers?: TextAnswers;
  /** Discards the changes and loads the stored version. */
  onReload: () => void;
}

/** The form, with the tools for visibility and author. */
export function EditForm({ post, fullSurvey, lock, textAnswers, onReload }: EditFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const openNextPost = useOpenNextPost(post.id);
  const state = usePostLinkState();
  const start = useMemo(() => createAnswersFromPost(post), [post]);
  const filledIn = useMemo(
    () => ({ ...start, values: { ...start.values, ...textAnswers } }),
    [start, textAnswers],
  );
  const initial = useMemo(() => ({ visibility: getVisibility(post), author: getPostAuthor(post) }), [post]);
  const [visibility, setVisibility] = useState(initial.visibility);
  const [author, setAuthor] = useState(initial.author);
  const [showErrors, setShowErrors] = useState(false);
  const [isUnchangedNoticeOpen, setUnchangedNoticeOpen] = useState(false);
  const answers = useRef(filledIn);
  const toolbox = useRef<HTMLDivElement>(null);
  const isFinished = useRef(false);
  const { conflict, save, deleteRemovedPhotos, finishSave, retakeLock } = useSaveEditedPost({
    post,
    fullSurvey,
    lock,
    initialAnswers: start,
  });

  const hasChanges = () =>
    !isFinished.current &&
    (!isUnchanged(answers.current, filledIn) ||
      !isSameVisibility(visibility, initial.visibility) ||
      !isSameAuthor(author, initial.author));
  const goBack = () => navigate({ to: '/posts/$postId', params: { postId: String(post.id) }, state });

  const send: SendAnswers = async (given, progress) => {
    const uploaded = await uploadPhotos(given, progress);
    const saved = await save(uploaded, {
      ...(isSameVisibility(visibility, initial.visibility) ? {} : toVisibilityInput(visibility)),
      ...toAuthorInput(author, initial.author),
    });
    isFinished.current = true;
    await deleteRemovedPhotos(uploaded);
    await finishSave(saved, async () => {
      if (!saved) await navigate({ to: state.withList ? '/views/data' : '/views/map' });
      else if (!(await openNextPost())) await goBack();
    });
  };

  const canSubmit = () => {
    setShowErrors(true);
    // Choosing a survey is a change, too.
    if (post.form && !hasChanges()) {
      setUnchangedNoticeOpen(true);
      return false;
    }
    const isValid = isVisibilityComplete(visibility) && findAuthorErrors(author).length === 0;
    if (!isValid) toolbox.current?.scrollIntoView({ block: 'center' });
    return isValid;
  };

  const postLabels = { title: t('surveyForm.title'), content: t('surveyForm.content') };

  return (
    <>
      <ReportForm
        fullSurvey={fullSurvey}
        initialAnswers={filledIn}
        textAnswers={textAnswers}
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
              onDelete={() => {
                isFinished.current = true;
              }}
            />
          </div>
        }
        onCancel={() => void goBack()}
      />
      {isUnchangedNoticeOpen && <NoChangesDialog onClose={() => setUnchangedNoticeOpen(false)} />}
      <UnsavedChangesGuard hasChanges={hasChanges} />
    </>
  );
}
