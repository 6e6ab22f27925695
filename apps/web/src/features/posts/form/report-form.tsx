/** The form for a new or an existing post: fields, errors and the bar with the submit button. */
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import type { Post } from '@waypost/contract/posts/posts';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../api/config.ts';
import type { Answers } from '../../../blocks/survey-form/answers/form-answers.ts';
import type { DraftState } from '../../../blocks/survey-form/drafts/use-draft.ts';
import { SubmitBar } from '../../../blocks/survey-form/submit-bar.tsx';
import { SurveyForm } from '../../../blocks/survey-form/survey-form.tsx';
import { useSurveyForm } from '../../../blocks/survey-form/use-survey-form.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import type { FullSurvey } from '../use-full-survey.ts';
import classes from './report-form.module.css';
import { type PostPayload, useSubmitReport } from './use-submit-report.ts';

interface Props {
  fullSurvey: FullSurvey;
  initialAnswers: Answers;
  /** The post being edited. */
  post?: Post;
  status: PostStatus;
  submitLabel: string;
  header: ReactNode;
  /** Shown above the first field. */
  children?: ReactNode;
  /** Shown below the last field, for example the visibility. */
  afterFields?: ReactNode;
  /** Shown above the buttons, always visible. */
  notice?: ReactNode;
  initialTaskId?: number | undefined;
  draft?: DraftState;
  onChange: (answers: Answers) => void;
  send: (post: PostPayload, answers: Answers) => Promise<Post | null>;
  onSent: (post: Post | null, answers: Answers) => Promise<void>;
  /** See `useSubmitReport`. */
  queueForLater?: (answers: Answers) => Promise<boolean>;
  /** Undefined where there is no page to go back to. */
  onCancel?: () => void;
  /** Validates fields that the screen adds to those of the survey, and shows their errors. */
  canSubmit?: () => boolean;
}

export function ReportForm(props: Props) {
  const {
    fullSurvey: survey,
    initialAnswers: initial,
    post,
    header: head,
    children,
    afterFields: afterword,
    notice,
    initialTaskId: firstTask,
    draft,
    onChange,
  } = props;
  const { t } = useTranslation();
  const { map } = useConfig();
  const element = useRef<HTMLFormElement>(null);
  const [openTask, setOpenTask] = useState(firstTask);
  const before = post && !Array.isArray(post.values) ? post.values : undefined;
  const form = useSurveyForm({
    survey,
    initialAnswers: initial,
    onChange,
    ...(before ? { storedValues: before } : {}),
  });
  // Evaluated once: during editing each field shows its own errors.
  const [isInvalid] = useState(() => post?.status === 'published' && !form.isInitiallyValid('published'));
  const surroundings = useMemo(
    () => ({
      categories: survey.categories,
      surveyId: survey.survey.id,
      defaultCenter: { lat: map.default_view.lat, lon: map.default_view.lon },
      ...(post ? { postId: post.id } : {}),
    }),
    [survey.categories, survey.survey.id, map.default_view, post],
  );
  const sending = useSubmitReport({
    form,
    status: props.status,
    send: (sent) => props.send(sent, form.answers),
    onSent: props.onSent,
    ...(props.queueForLater ? { queueForLater: props.queueForLater } : {}),
    openTask: setOpenTask,
    container: element,
  });
  return (
    <form
      ref={element}
      className={classes['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (props.canSubmit?.() ?? true) void sending.submit();
      }}
    >
      <Panel
        header={head}
        footer={
          <>
            {notice}
            {sending.problems.length > 0 && (
              <Alert
                color="red"
                variant="light"
                role="alert"
                mb="sm"
                p="xs"
                icon={<Icon icon={IconAlertTriangle} />}
              >
                {sending.problems.map((text) => (
                  <p key={text} className={classes['problem']}>
                    {text}
                  </p>
                ))}
              </Alert>
            )}
            <SubmitBar
              submitLabel={props.submitLabel}
              busyLabel={t(post ? 'post.edit.saving' : 'post.create.sending')}
              isBusy={sending.isBusy}
              progress={sending.progress}
              {...(props.onCancel ? { onCancel: props.onCancel } : {})}
              {...(draft ? { draftState: draft } : {})}
            />
          </>
        }
      >
        <div className={classes['body']} inert={sending.isBusy}>
          {children}
          {isInvalid && (
            <Alert color="yellow" variant="light" icon={<Icon icon={IconAlertTriangle} />}>
              {t('post.form.invalidState')}
            </Alert>
          )}
          <SurveyForm form={form} context={surroundings} openTask={openTask} onOpenTask={setOpenTask} />
          {afterword}
        </div>
      </Panel>
    </form>
  );
}
