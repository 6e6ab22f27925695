/** Adds or changes a rule of urgency. keys: reviewSettings.urgency.kind.* */
import { Button, NativeSelect, Stack } from '@mantine/core';
import { limits } from '@waypost/contract/common/limits';
import {
  createUrgencyRule,
  type UrgencyRule,
  updateUrgencyRule,
  urgencyKinds,
} from '@waypost/contract/review/urgency';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { useEditorForm } from '../../blocks/settings/use-editor-form.ts';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { ProblemList } from '../../ui/feedback/problem-list.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { RuleForm, type RuleValues, readRuleValues, toRuleBody } from './rule-input.ts';
import { RulePreview } from './rule-preview.tsx';
import { UrgencyRuleFields } from './urgency-rule-fields.tsx';

interface Props {
  /** Undefined for a new one. */
  rule: UrgencyRule | undefined;
  onClose: () => void;
}

const weights = Array.from({ length: limits.urgency.weight }, (_, index) => String(index + 1));

/** The dialog. */
export default function UrgencyRuleDialog({ rule, onClose }: Props) {
  const { t } = useTranslation();
  const create = useCall(createUrgencyRule);
  const update = useCall(updateUrgencyRule);
  const labels = {
    kind: t('reviewSettings.urgency.kindLabel'),
    weight: t('reviewSettings.urgency.weight'),
    tag: t('reviewSettings.urgency.kind.category'),
    form: t('reviewSettings.urgency.kind.survey'),
    words: t('reviewSettings.urgency.kind.words'),
    name: t('reviewSettings.urgency.areaName'),
    location: t('reviewSettings.urgency.kind.area'),
    within_km: t('reviewSettings.urgency.radius'),
    hours: t('reviewSettings.urgency.hours'),
  };
  const { form, problems, onSubmit, canSave } = useEditorForm<RuleValues, UrgencyRule>({
    initialValues: readRuleValues(rule),
    schemaFor: () => RuleForm,
    labels,
    save: (values) => {
      const body = toRuleBody(values);
      return rule ? update.mutateAsync({ params: { ruleId: rule.id }, body }) : create.mutateAsync({ body });
    },
    onSaved: () => {
      notify('success', t('reviewSettings.urgency.saved'));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(rule ? 'reviewSettings.urgency.editTitle' : 'reviewSettings.urgency.add')}
      onClose={onClose}
      size="md"
    >
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md">
          <ProblemList problems={problems} />
          <NativeSelect
            {...form.getInputProps('kind')}
            size="md"
            label={labels.kind}
            data={urgencyKinds.map((value) => ({ value, label: t(`reviewSettings.urgency.kind.${value}`) }))}
          />
          <UrgencyRuleFields form={form} labels={labels} />
          <NativeSelect
            {...form.getInputProps('weight')}
            size="md"
            label={labels.weight}
            description={t('reviewSettings.urgency.weightHint')}
            data={weights}
          />
          <RulePreview values={form.values} />
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" disabled={!canSave} loading={form.submitting}>
              {t('action.save')}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </FormDialog>
  );
}
