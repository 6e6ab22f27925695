/** The form in which the holder of a receipt corrects a report and adds pictures. */
import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { correctReceiptReport, type ReceiptReport, receiptHeader } from '@waypost/contract/receipts/receipts';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { buildResourceKey } from '../../../api/query-keys.ts';
import { useCall } from '../../../api/use-call.ts';
import {
  createAnswersFromPost,
  isUnchanged,
  toPostInput,
} from '../../../blocks/survey-form/answers/form-answers.ts';
import { uploadPhotos } from '../../../blocks/survey-form/photos/upload-photos.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { UnsavedChangesGuard } from '../../../ui/form/unsaved-changes-guard.tsx';
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx';
import { ReportForm } from '../form/report-form.tsx';
import type { SendAnswers } from '../form/use-submit-report.ts';
import type { FullSurvey } from '../use-full-survey.ts';
import classes from './receipt-page.module.css';
import { isReceiptExpired } from './use-receipt-report.ts';

interface Props {
  report: ReceiptReport;
  survey: FullSurvey;
  token: string;
  onExpired: () => void;
  onDone: () => void;
}

/** Saves the whole form as one correction. */
export function CorrectReport({ report: { post, state }, survey, token, onExpired, onDone }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const start = useMemo(() => createAnswersFromPost(post), [post]);
  const answers = useRef(start);
  const isFinished = useRef(false);
  const correct = useCall(correctReceiptReport, {
    invalidates: [],
    withoutToken: true,
    onError: (error) => {
      if (isReceiptExpired(error)) onExpired();
    },
  });
  const send: SendAnswers = async (given, progress) => {
    const uploaded = await uploadPhotos(given, progress);
    const { completed_stages: _completed, ...payload } = toPostInput(survey, uploaded);
    const body = { ...payload, based_on: post.revision };
    await correct.mutateAsync({ body, headers: { [receiptHeader]: token } });
    isFinished.current = true;
    await cache.invalidateQueries({ queryKey: buildResourceKey('receipts') });
    notify('success', t('receipt.correct.saved'));
    onDone();
  };
  const isReviewedAgain = state === 'published' && survey.survey.require_approval;
  return (
    <div className={classes['correct']}>
      <ReportForm
        fullSurvey={survey}
        initialAnswers={start}
        post={post}
        canReadPost={false}
        status={isReviewedAgain ? 'draft' : post.status}
        submitLabel={t('receipt.correct.save')}
        header={<ScreenTitle title={t('receipt.correct.title')} />}
        onChange={(next) => {
          answers.current = next;
        }}
        send={send}
        onCancel={onDone}
      >
        {isReviewedAgain && (
          <Alert variant="light" icon={<Icon icon={IconInfoCircle} />}>
            {t('receipt.correct.review')}
          </Alert>
        )}
      </ReportForm>
      <UnsavedChangesGuard hasChanges={() => !isFinished.current && !isUnchanged(answers.current, start)} />
    </div>
  );
}
