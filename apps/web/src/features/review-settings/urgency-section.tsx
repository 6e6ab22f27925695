/** The rules of urgency: a list from which each can be changed and deleted. */
import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { limits } from '@waypost/contract/common/limits';
import {
  createUrgencyRule,
  deleteUrgencyRule,
  listUrgencyRules,
  type UrgencyRule,
} from '@waypost/contract/review/urgency';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { notifyError } from '../../api/notify-error.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useCall } from '../../api/use-call.ts';
import { useRuleText } from '../../blocks/urgency/use-rule-text.ts';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import classes from './review-settings.module.css';
import { toRuleInput } from './rule-input.ts';

const loadDialog = () => import('./urgency-rule-dialog.tsx');
/** Milliseconds between looks while a change is applied. */
const pollIntervalMs = 2000;

/** The section. */
export function UrgencySection() {
  const { t } = useTranslation();
  const dialog = useLazyDialog(loadDialog);
  const { data, error, refetch } = useQuery({
    ...buildEndpointQuery(listUrgencyRules, {}),
    refetchInterval: ({ state }) => (state.data?.is_updating ? pollIntervalMs : false),
  });
  const isFull = (data?.results.length ?? 0) >= limits.urgency.rules;
  return (
    <FormSection title={t('reviewSettings.urgency.title')} lead={t('reviewSettings.urgency.lead')}>
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={3} height={56} />}
      {data?.results.length === 0 && (
        <EmptyState title={t('reviewSettings.urgency.none')}>
          {t('reviewSettings.urgency.noneText')}
        </EmptyState>
      )}
      {data && data.results.length > 0 && (
        <ul className={classes['rows']} aria-label={t('reviewSettings.urgency.title')}>
          {data.results.map((rule) => (
            <RuleRow key={rule.id} rule={rule} onEdit={() => dialog.open({ rule })} />
          ))}
        </ul>
      )}
      {data?.is_updating && (
        <output className={classes['note']}>{t('reviewSettings.urgency.updating')}</output>
      )}
      {data && (
        <Button
          variant="default"
          size="md"
          className={classes['button'] ?? ''}
          disabled={isFull}
          leftSection={<Icon icon={IconPlus} size={18} />}
          onClick={() => dialog.open({ rule: undefined })}
        >
          {t('reviewSettings.urgency.add')}
        </Button>
      )}
      {dialog.dialog}
    </FormSection>
  );
}

function RuleRow({ rule, onEdit }: { rule: UrgencyRule; onEdit: () => void }) {
  const { t } = useTranslation();
  const text = useRuleText()(rule);
  const restore = useCall(createUrgencyRule, { onError: notifyError });
  const remove = useCall(deleteUrgencyRule, {
    onSuccess: (deleted) =>
      notify('success', t('reviewSettings.urgency.deleted'), {
        label: t('action.undo'),
        onClick: () => restore.mutate({ body: toRuleInput(deleted) }),
      }),
    onError: notifyError,
  });
  return (
    <li className={classes['row']}>
      <span className={classes['text']} dir="auto">
        {text}
      </span>
      <span className={classes['weight']} data-figures>
        {t('reviewSettings.urgency.weightOf', { weight: rule.weight })}
      </span>
      <span className={classes['actions']}>
        <Button
          variant="default"
          size="sm"
          leftSection={<Icon icon={IconPencil} size={16} />}
          aria-label={t('reviewSettings.urgency.edit', { rule: text })}
          onClick={onEdit}
        >
          {t('reviewSettings.urgency.editButton')}
        </Button>
        <Button
          variant="default"
          size="sm"
          loading={remove.isPending}
          leftSection={<Icon icon={IconTrash} size={16} />}
          aria-label={t('reviewSettings.urgency.delete', { rule: text })}
          onClick={() => remove.mutate({ params: { ruleId: rule.id } })}
        >
          {t('reviewSettings.urgency.deleteButton')}
        </Button>
      </span>
    </li>
  );
}
