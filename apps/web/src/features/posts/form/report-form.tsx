import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import type { Post } from '@waypost/contract/posts/posts';
import type { TextAnswers } from '@waypost/survey-logic/text-answers/read-text-answers';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../api/config.ts';
import { parseInitialView } from '../../../blocks/map-canvas/map-view-param.ts';
import type { Answers } from '../../../blocks/survey-form/answers/form-answers.ts';
import type { DraftState } from '../../../blocks/survey-form/drafts/use-draft.ts';
import { ErrorSummary } from '../../../blocks/survey-form/error-summary.tsx';
import { SubmitBar } from '../../../blocks/survey-form/submit-bar.tsx';
import { SurveyForm } from '../../../blocks/survey-form/survey-form.tsx';
import { useSurveyForm } from '../../../blocks/survey-form/use-survey-form.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { PreviewButton } from '../public-view/preview-button.tsx';
import type { FullSurvey } from '../use-full-survey.ts';
import classes from './report-form.module.css';
import { type SendAnswers, useSubmitReport } from './use-submit-report.ts';

interface Props {
  fullSurvey: FullSurvey;
  initialAnswers: Answers;
  /** Those of them that were read from the text of a message. They are marked. */
  textAnswers?: TextAnswers | undefined;
  /** The post being edited. */
  post?: Post;
  /** Whether more about the post may be requested; by default if there is one. */
  canReadPost?: boolean;
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
  send: SendAnswers;
  /** Undefined where there is no page to go back to. */
  onCancel?: () => void;
  /** Validates fields that the screen adds to those of the survey, and shows their errors. */
  canSubmit?: () => boolean;
  /** The reporter is asked, and does not agree to publishing. */
  isPublishingRefused?: boolean;
}

/** The form for a new or an existing post: fields, errors and the bar with the submit button. */
export function ReportForm(props: Props) {
  const {
    fullSurvey,
    initialAnswers,
    textAnswers,
    post,
    canReadPost = post !== undefined,
    header,
    children,
    afterFields,
    notice,
    initialTaskId,
    draft,
    onChange,
  } = props;
  const { t } = useTranslation();
  const { map } = useConfig();
  // At the start: the map beside the form may move later.
  const [lookedAt] = useState(parseInitialView(useSearch({ strict: false }).at));
  const element = useRef<HTMLFormElement>(null);
  const [openTask, setOpenTask] = useState(initialTaskId);
  const previousAnswers = post && !Array.isArray(post.values) ? post.values : undefined;
  const form = useSurveyForm({
    survey: fullSurvey,
    initialAnswers,
    onChange,
    storedContent: post?.content ?? null,
    ...(previousAnswers ? { storedValues: previousAnswers } : {}),
  });
  // Evaluated once: during editing each field shows its own errors.
  const [isInvalid] = useState(() => post?.status === 'published' && !form.isInitiallyValid('published'));
  const formContext = useMemo(
    () => ({
      categories: fullSurvey.categories,
      surveyId: fullSurvey.survey.id,
      defaultCenter: { lat: map.default_view.lat, lon: map.default_view.lon },
      ...(lookedAt ? { lookedAt } : {}),
      ...(post && canReadPost ? { postId: post.id } : {}),
      ...(textAnswers ? { textAnswers } : {}),
    }),
    [fullSurvey.categories, fullSurvey.survey.id, map.default_view, lookedAt, post, canReadPost, textAnswers],
  );
  const submission = useSubmitReport({
    form,
    status: props.status,
    send: props.send,
    openTask: setOpenTask,
    container: element,
  });
  // Messages about fields disappear as the fields are corrected.
  const fieldErrors = form.isValidated ? form.errors : [];
  return (
    <form
      ref={element}
      className={classes['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (props.canSubmit?.() ?? true) submission.submit();
      }}
    >
      <Panel
        header={header}
        footer={
          <>
            {notice}
            {fieldErrors.length + submission.problems.length > 0 && (
              <Alert
                color="red"
                variant="light"
                role="alert"
                mb="sm"
                p="xs"
                icon={<Icon icon={IconAlertTriangle} />}
              >
                <ErrorSummary errors={fieldErrors} onSelect={submission.showError} />
                {submission.problems.map((text) => (
                  <p key={text} className={classes['problem']}>
                    {text}
                  </p>
                ))}
              </Alert>
            )}
            <SubmitBar
              submitLabel={props.submitLabel}
              busyLabel={t(post ? 'post.edit.saving' : 'post.create.sending')}
              isBusy={submission.isBusy}
              progress={submission.progress}
              {...(props.onCancel ? { onCancel: props.onCancel } : {})}
              {...(draft ? { draftState: draft } : {})}
            />
          </>
        }
      >
        <div className={classes['body']} inert={submission.isBusy}>
          {children}
          {isInvalid && (
            <Alert color="yellow" variant="light" icon={<Icon icon={IconAlertTriangle} />}>
              {t('post.form.invalidState')}
            </Alert>
          )}
          <SurveyForm form={form} context={formContext} openTask={openTask} onOpenTask={setOpenTask} />
          {afterFields}
          {!post && (
            <PreviewButton
              survey={fullSurvey}
              answers={form.answers}
              isPublishingRefused={props.isPublishingRefused ?? false}
            />
          )}
        </div>
      </Panel>
    </form>
  );
}
