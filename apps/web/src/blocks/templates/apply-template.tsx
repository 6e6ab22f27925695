/** Applies a template: its contents, how it is applied, what that changes, and the button. keys: template.mode.* */
import { Button, NativeSelect, Radio, Stack } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { parseTemplate } from '@waypost/contract/templates/parse-template';
import { templateLanguages } from '@waypost/contract/templates/template-format';
import {
  applyTemplate,
  previewTemplate,
  type TemplateChange,
  type TemplateMode,
  type TemplateResult,
  templateModes,
} from '@waypost/contract/templates/templates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useConfig } from '../../api/config.ts';
import { useCall } from '../../api/use-call.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { getLanguageName } from '../../ui/i18n/i18n.ts';
import { usePageBarHeight } from '../../ui/layout/use-page-bar-height.ts';
import { TemplateChanges } from './template-changes.tsx';
import { TemplateContents } from './template-contents.tsx';
import { formatTemplateErrors } from './template-errors.ts';
import classes from './templates.module.css';

interface Props {
  /** The template as a file. */
  file: unknown;
  /** Its name, if it is a ready-made one. */
  name?: string;
  /** How it is applied unless another way is chosen. */
  defaultMode?: TemplateMode;
  onApplied: (result: TemplateResult, title: string) => void;
}

/** Shows a template and applies it. The file must be valid JSON; its faults are listed with their places. */
export function ApplyTemplate({ file, name, defaultMode = 'merge', onApplied }: Props) {
  const { t } = useTranslation();
  const deploymentLanguage = useConfig().site.language.slice(0, 2);
  const [language, setLanguage] = useState(
    () => templateLanguages.find((it) => it === deploymentLanguage) ?? 'en',
  );
  const [mode, setMode] = useState(defaultMode);
  const { template, errors } = parseTemplate(file, language);
  if (errors)
    return (
      <ErrorState
        messages={[
          t('template.faults'),
          ...formatTemplateErrors(
            errors.map(({ field, rule, params }) => ({
              status: 422,
              code: rule,
              source: { pointer: `/${field}` },
              ...(params ? { params } : {}),
            })),
          ),
        ]}
      />
    );
  return (
    <>
      <FormSection title={t('template.contents')}>
        <NativeSelect
          size="md"
          label={t('template.language.label')}
          description={t('template.language.text')}
          value={language}
          data={templateLanguages.map((tag) => ({ value: tag, label: getLanguageName(tag) }))}
          onChange={(event) =>
            setLanguage(templateLanguages.find((it) => it === event.currentTarget.value) ?? language)
          }
        />
        <TemplateContents template={template} />
      </FormSection>
      <FormSection title={t('template.mode.label')}>
        <Radio.Group
          aria-label={t('template.mode.label')}
          value={mode}
          onChange={(value) => setMode(templateModes.find((it) => it === value) ?? mode)}
        >
          <Stack gap="sm">
            <Radio
              size="md"
              value="merge"
              label={t('template.mode.merge.label')}
              description={t('template.mode.merge.text')}
            />
            <Radio
              size="md"
              value="replace"
              label={t('template.mode.replace.label')}
              description={t(
                template.kind === 'survey' ? 'template.mode.replace.survey' : 'template.mode.replace.text',
              )}
            />
          </Stack>
        </Radio.Group>
      </FormSection>
      <PlannedChanges
        body={{ ...(name === undefined ? { template: file } : { name }), mode, language }}
        title={template.title}
        onApplied={onApplied}
      />
    </>
  );
}

interface PlannedChangesProps {
  body: { template?: unknown; name?: string; mode: TemplateMode; language: string };
  title: string;
  onApplied: Props['onApplied'];
}

/** What would change, and the button that changes it. */
function PlannedChanges({ body, title, onApplied }: PlannedChangesProps) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const bar = usePageBarHeight<HTMLDivElement>();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['template-preview', body],
    queryFn: ({ signal }) => call(previewTemplate, { body }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const apply = useCall(applyTemplate, {
    async onSuccess(result) {
      onApplied(result, title);
      await cache.invalidateQueries();
    },
    invalidates: [],
  });
  const submit = () => apply.mutateAsync({ body });
  /** What is deleted of a change: the part, or questions of a survey. */
  const nameDeletion = ({ action, name, attributes }: TemplateChange): string[] => {
    if (action === 'delete') return [name];
    const number = attributes?.deleted ?? 0;
    return number > 0 ? [`${name} (${t('template.questions.deleted', { number })})`] : [];
  };
  const isChanging = data?.changes.some(
    ({ action }) => action !== 'same' && action !== 'keep' && action !== 'skip',
  );
  const deletions = (data?.changes ?? []).flatMap(nameDeletion);
  const isDeleting = deletions.length > 0;
  return (
    <>
      <FormSection title={t('template.changes.title')}>
        {error && <ErrorState messages={formatTemplateErrors(error)} onRetry={() => void refetch()} />}
        {!data && !error && <ListSkeleton rows={3} height={32} />}
        {data && !error && <TemplateChanges changes={data.changes} />}
        {apply.error && !isConfirming && <ErrorState messages={formatTemplateErrors(apply.error)} />}
      </FormSection>
      <div ref={bar} className={classes['buttons']}>
        <Button
          size="md"
          {...(isDeleting ? { color: 'red' } : {})}
          loading={apply.isPending}
          disabled={!isChanging || isPlaceholderData || error !== null}
          onClick={() => (isDeleting ? setConfirming(true) : void submit().catch(() => undefined))}
        >
          {t('template.apply')}
        </Button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={t('template.confirm.title')}
          confirmLabel={t('template.apply')}
          onConfirm={submit}
          formatErrors={formatTemplateErrors}
          onClose={() => setConfirming(false)}
        >
          {t('template.confirm.text', { names: deletions.join(', ') })}
        </ConfirmDialog>
      )}
    </>
  );
}
