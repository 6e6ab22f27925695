/** The form of an entry of the verification record. keys: verification.status.* */
import './record-labels.ts';
import { Button, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import { limits } from '@waypost/contract/common/limits';
import { type VerificationStatus, verificationStatuses } from '@waypost/contract/posts/post-verification';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages, formatFieldErrors } from '../../api/error-text.ts';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { ProblemList } from '../../ui/feedback/problem-list.tsx';
import { useVerify } from './use-verify.ts';

interface Props {
  postId: number;
  onClose: () => void;
}

/** Renders the form; what was typed stays after an error. */
export default function VerifyDialog({ postId, onClose }: Props) {
  const { t } = useTranslation();
  const { verify } = useVerify(postId);
  const [status, setStatus] = useState<VerificationStatus>('verified');
  const [sources, setSources] = useState('1');
  const [evidence, setEvidence] = useState('');
  const [note, setNote] = useState('');
  const labels = {
    status: t('record.verification.status'),
    sources: t('record.verification.sources'),
    evidence: t('record.verification.evidence'),
    note: t('record.verification.note'),
  };
  const [faults, setFaults] = useState<Partial<Record<keyof typeof labels, string>>>({});
  const [problems, setProblems] = useState<readonly string[]>([]);
  const save = async () => {
    const count = Number(sources);
    if (
      status === 'verified' &&
      !(Number.isInteger(count) && count >= 1 && count <= limits.verificationSources)
    ) {
      const label = labels.sources;
      setFaults({
        sources:
          count > limits.verificationSources
            ? t('fault.max', { label, max: limits.verificationSources })
            : t('fault.min', { label, min: 1 }),
      });
      return;
    }
    try {
      const counted = status === 'verified' ? { sources: count } : {};
      await verify.mutateAsync({ params: { id: postId }, body: { status, ...counted, evidence, note } });
      onClose();
    } catch (error) {
      const fieldErrors = formatFieldErrors(error, labels);
      setFaults(fieldErrors);
      setProblems(Object.keys(fieldErrors).length > 0 ? [] : formatErrorMessages(error));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFaults({});
    setProblems([]);
    void save();
  };
  return (
    <FormDialog title={t('record.verification.record')} onClose={onClose} size="md">
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <ProblemList problems={problems} />
          <StatusChoice label={labels.status} status={status} onChange={setStatus} />
          {status === 'verified' && (
            <TextInput
              size="md"
              type="number"
              min={1}
              max={limits.verificationSources}
              label={labels.sources}
              value={sources}
              error={faults.sources}
              onChange={(event) => setSources(event.currentTarget.value)}
            />
          )}
          <TextInput
            size="md"
            dir="auto"
            maxLength={limits.note}
            label={labels.evidence}
            description={t('record.verification.evidenceHint')}
            value={evidence}
            error={faults.evidence}
            onChange={(event) => setEvidence(event.currentTarget.value)}
          />
          <Textarea
            size="md"
            dir="auto"
            autosize
            minRows={2}
            maxRows={6}
            maxLength={limits.note}
            label={labels.note}
            value={note}
            error={faults.note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={verify.isPending}>
              {t('record.verification.save')}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </FormDialog>
  );
}

function StatusChoice({
  label,
  status,
  onChange,
}: {
  label: string;
  status: VerificationStatus;
  onChange: (status: VerificationStatus) => void;
}) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      label={label}
      value={status}
      onChange={(value) => onChange(verificationStatuses.find((it) => it === value) ?? 'verified')}
    >
      <Stack gap="xs" mt="xs">
        {verificationStatuses.map((value) => (
          <Radio
            key={value}
            value={value}
            label={t(`verification.status.${value}`)}
            data-autofocus={value === status || undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
