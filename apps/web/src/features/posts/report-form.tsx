/** The form of a post, new or not: fields, what went wrong, and the bar with the one action. */
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { PostStatus } from '@waypost/contract/post-filters';
import type { Post } from '@waypost/contract/posts';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import type { Answers } from '../../blocks/survey-form/form-answers.ts';
import { StickyBar } from '../../blocks/survey-form/sticky-bar.tsx';
import { SurveyForm } from '../../blocks/survey-form/survey-form.tsx';
import type { DraftState } from '../../blocks/survey-form/use-draft.ts';
import { useSurveyForm } from '../../blocks/survey-form/use-survey-form.ts';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './report-form.module.css';
import { type SentPost, useSending } from './use-sending.ts';
import type { SurveyWhole } from './use-survey.ts';

interface Props {
  survey: SurveyWhole;
  initial: Answers;
  /** Of the post being edited. */
  post?: Post;
  status: PostStatus;
  action: string;
  head: ReactNode;
  /** Above the first field. */
  children?: ReactNode;
  /** Below the last one: who will see what. */
  afterword?: ReactNode;
  /** Above the buttons, always in sight. */
  notice?: ReactNode;
  firstTask?: number | undefined;
  draft?: DraftState;
  onChange: (answers: Answers) => void;
  send: (post: SentPost, answers: Answers) => Promise<Post | null>;
  onSent: (post: Post | null, answers: Answers) => Promise<void>;
  /** See `useSending`. */
  keepForLater?: (answers: Answers) => Promise<boolean>;
  /** Absent where there is nowhere to go back to. */
  onCancel?: () => void;
  /** What the screen itself asks beside the survey's questions; it tells what is missing. */
  mayBeSent?: () => boolean;
}

export function ReportForm(props: Props) {
  const { survey, initial, post, head, children, afterword, notice, firstTask, draft, onChange } = props;
  const { t } = useTranslation();
  const { map } = useConfig();
  const element = useRef<HTMLFormElement>(null);
  const [openTask, setOpenTask] = useState(firstTask);
  const before = post && !Array.isArray(post.values) ? post.values : undefined;
  const form = useSurveyForm({ survey, initial, onChange, ...(before ? { before } : {}) });
  // Told once: while it is being changed, each field says what it lacks.
  const [isInvalid] = useState(() => post?.status === 'published' && !form.isSoundAtStart('published'));
  const surroundings = useMemo(
    () => ({
      categories: survey.categories,
      surveyId: survey.survey.id,
      defaultCenter: { lat: map.default_view.lat, lon: map.default_view.lon },
      ...(post ? { postId: post.id } : {}),
    }),
    [survey.categories, survey.survey.id, map.default_view, post],
  );
  const sending = useSending({
    form,
    status: props.status,
    send: (sent) => props.send(sent, form.answers),
    onSent: props.onSent,
    ...(props.keepForLater ? { keepForLater: props.keepForLater } : {}),
    openTask: setOpenTask,
    inside: element,
  });
  return (
    <form
      ref={element}
      className={classes['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (props.mayBeSent?.() ?? true) void sending.submit();
      }}
    >
      <Panel
        head={head}
        foot={
          <>
            {notice}
            {sending.problems.length > 0 && (
              <Alert
                color="red"
                variant="light"
                role="alert"
                mb="sm"
                p="xs"
                icon={<Icon of={IconAlertTriangle} />}
              >
                {sending.problems.map((text) => (
                  <p key={text} className={classes['problem']}>
                    {text}
                  </p>
                ))}
              </Alert>
            )}
            <StickyBar
              action={props.action}
              acting={t(post ? 'post.edit.saving' : 'post.create.sending')}
              isBusy={sending.isBusy}
              progress={sending.progress}
              {...(props.onCancel ? { onCancel: props.onCancel } : {})}
              {...(draft ? { draft } : {})}
            />
          </>
        }
      >
        <div className={classes['body']} inert={sending.isBusy}>
          {children}
          {isInvalid && (
            <Alert color="yellow" variant="light" icon={<Icon of={IconAlertTriangle} />}>
              {t('post.form.invalidState')}
            </Alert>
          )}
          <SurveyForm form={form} surroundings={surroundings} openTask={openTask} onOpenTask={setOpenTask} />
          {afterword}
        </div>
      </Panel>
    </form>
  );
}
