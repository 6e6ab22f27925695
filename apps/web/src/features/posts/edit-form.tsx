/** The form of a post that is being edited, and what happens when somebody else changes it meanwhile. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deleteMedia } from '@waypost/contract/media';
import { breakLock } from '@waypost/contract/post-locks';
import { type Post, readPost, updatePost } from '@waypost/contract/posts';
import { nextIncompleteTask } from '@waypost/survey-logic/survey';
import { type ComponentProps, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { problemText } from '../../api/fault-text.ts';
import { forCall, forResource } from '../../api/query-keys.ts';
import { holderOf, type PostLocking } from '../../blocks/post-lock/use-post-lock.ts';
import {
  type Answers,
  answersOf,
  isUntouched,
  photosDropped,
  toPost,
} from '../../blocks/survey-form/form-answers.ts';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { notify } from '../../ui/notice.tsx';
import { ScreenTitle } from '../../ui/screen-title.tsx';
import { changesText } from './changes-text.ts';
import classes from './edit-post.module.css';
import { EditToolbox } from './edit-toolbox.tsx';
import { EditTrouble, type Trouble } from './edit-trouble.tsx';
import { mergeAnswers } from './merge-answers.ts';
import { NoChanges } from './no-changes.tsx';
import { authorFaults, authorOf, sameAuthor, sentAuthor } from './post-author.ts';
import { ReportForm } from './report-form.tsx';
import { useMoveOn } from './use-move-on.ts';
import { ToldElsewhere } from './use-sending.ts';
import type { SurveyWhole } from './use-survey.ts';
import { useWithList } from './use-with-list.ts';
import { isComplete, sameVisibility, sentVisibility, visibilityOf } from './visibility.ts';

interface Props {
  /** As it was when the lock was taken. Another version of it needs another form (`key`). */
  post: Post;
  whole: SurveyWhole;
  lock: PostLocking;
  /** Lets go of what was typed and opens what is stored now. */
  onReload: () => void;
}

/** Whether the save was refused because of somebody else; undefined for every other reason. */
function troubleIn(error: unknown): Trouble['kind'] | undefined {
  const codes = isApiError(error) ? error.entries.map((it) => it.code) : [];
  if (codes.includes('postChanged')) return 'changed';
  return codes.includes('postLocked') ? 'lost' : undefined;
}

export function EditForm({ post, whole, lock, onReload }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const moveOn = useMoveOn(post.id);
  const state = useWithList();
  const start = useMemo(() => answersOf(post), [post]);
  const before = useMemo(() => ({ visibility: visibilityOf(post), author: authorOf(post) }), [post]);
  const [visibility, setVisibility] = useState(before.visibility);
  const [author, setAuthor] = useState(before.author);
  const [isTold, setTold] = useState(false);
  const [saysNothing, setSaysNothing] = useState(false);
  const [refused, setRefused] = useState<Trouble | null>(null);
  const answers = useRef(start);
  const toolbox = useRef<HTMLDivElement>(null);
  /** What somebody else saved, over which the editor's own changes are laid. */
  const theirs = useRef<Post | null>(null);
  const isOver = useRef(false);
  const lost: Trouble | null =
    lock.state.kind === 'lost' ? { kind: 'lost', holder: lock.state.holder } : null;
  const trouble = refused ?? lost;

  const hasChanges = () =>
    !isOver.current &&
    (!isUntouched(answers.current, start) ||
      !sameVisibility(visibility, before.visibility) ||
      !sameAuthor(author, before.author));
  const back = () => navigate({ to: '/posts/$postId', params: { postId: String(post.id) }, state });

  const send: ComponentProps<typeof ReportForm>['send'] = async (sent, given) => {
    const latest = theirs.current;
    const merged = latest ? toPost(whole, mergeAnswers(start, given, answersOf(latest))) : sent;
    const body = {
      ...merged,
      form: { id: whole.survey.id },
      ...(sameVisibility(visibility, before.visibility) ? {} : sentVisibility(visibility)),
      ...sentAuthor(author, before.author),
      based_on: (latest ?? post).revision,
    };
    try {
      return await call(updatePost, { params: { id: post.id }, body }, { quiet: true });
    } catch (error) {
      const kind = troubleIn(error);
      if (!kind) throw error;
      setRefused({ kind, holder: holderOf(error) });
      throw new ToldElsewhere();
    }
  };

  const done = async (saved: Post | null, given: Answers) => {
    isOver.current = true;
    const mediaKeys = whole.attributes.filter((it) => it.type === 'media').map((it) => it.key);
    // Only now that the post no longer names them; who may not delete them leaves them to the server's cleaning.
    const gone = photosDropped(start, given, mediaKeys);
    await Promise.allSettled(gone.map((id) => call(deleteMedia, { params: { id } }, { quiet: true })));
    const isPublic = saved?.status === 'published';
    const title = saved?.title || t('post.untitled');
    notify('success', isPublic ? t('post.done.changed', { title }) : t('post.done.savedForReview'));
    if (saved) cache.setQueryData(forCall(readPost, { params: { id: post.id } }), saved);
    if (!saved) await navigate({ to: state.withList ? '/views/data' : '/views/map' });
    else if (!(await moveOn())) await back();
    await cache.invalidateQueries({ queryKey: forResource('posts') });
  };

  const mayBeSent = () => {
    setTold(true);
    if (!hasChanges()) {
      setSaysNothing(true);
      return false;
    }
    const isWhole = isComplete(visibility) && authorFaults(author).length === 0;
    if (!isWhole) toolbox.current?.scrollIntoView({ block: 'center' });
    return isWhole;
  };

  const takeAgain = async (): Promise<boolean> => {
    try {
      if (trouble?.kind === 'lost') await call(breakLock, { params: { id: post.id } }, { quiet: true });
      if (!(await lock.take())) return false;
      theirs.current = await call(readPost, { params: { id: post.id } }, { quiet: true });
      setRefused(null);
      return true;
    } catch (error) {
      notify('error', problemText(error));
      return false;
    }
  };
  const words = { title: t('surveyForm.title'), content: t('surveyForm.content') };

  return (
    <>
      <ReportForm
        survey={whole}
        initial={start}
        post={post}
        status={sentVisibility(visibility).status}
        action={t('post.edit.save')}
        // A post that is only now given its survey has not answered the report itself yet.
        firstTask={post.form ? nextIncompleteTask(whole.tasks, post.completed_stages)?.id : undefined}
        head={<ScreenTitle title={t('post.edit.title')} />}
        onChange={(next) => {
          answers.current = next;
        }}
        send={send}
        mayBeSent={mayBeSent}
        notice={
          trouble && (
            <EditTrouble
              trouble={trouble}
              changes={() => changesText(whole, start, answers.current, words)}
              onReload={() => {
                isOver.current = true;
                onReload();
              }}
              onTakeAgain={takeAgain}
            />
          )
        }
        afterword={
          <div ref={toolbox} className={classes['tools']}>
            <EditToolbox
              post={post}
              visibility={visibility}
              onVisibility={setVisibility}
              author={author}
              onAuthor={setAuthor}
              isTold={isTold}
              onDeleted={() => {
                isOver.current = true;
              }}
            />
          </div>
        }
        onSent={done}
        onCancel={() => void back()}
      />
      {saysNothing && <NoChanges onClose={() => setSaysNothing(false)} />}
      <LeaveGuard hasChanges={hasChanges} />
    </>
  );
}
