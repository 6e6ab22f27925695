import { Button, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { limits } from '@waypost/contract/common/limits';
import { type FormEvent, lazy, memo, Suspense, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/display/icon.tsx';
import { ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { UnsavedChangesGuard } from '../../../ui/form/unsaved-changes-guard.tsx';
import { DeleteSurveySection } from '../delete-survey.tsx';
import type { SurveyDraft } from '../draft/survey-draft.ts';
import { clearUnsavedSurvey, storeUnsavedSurvey } from '../draft/unsaved-survey.ts';
import { EditorDialogs } from './editor-dialogs.tsx';
import { FieldList } from './field-list.tsx';
import { PinsNotice } from './pins-notice.tsx';
import { PublicAnswers } from './public-answers.tsx';
import classes from './survey-editor.module.css';
import { pickOptions, SurveyOptions } from './survey-options.tsx';
import type { PreviewWidth } from './survey-preview.tsx';
import { TaskSection, TaskTabs } from './task-section.tsx';
import { type EditorActions, type SurveyEditorState, useSurveyEditor } from './use-survey-editor.ts';

const SurveyColorField = lazy(() => import('./survey-color-field.tsx'));
const SurveyPreview = lazy(() => import('./survey-preview.tsx'));
const ShareSurvey = lazy(() => import('./share-survey.tsx'));

interface Props {
  initialDraft: SurveyDraft;
  /** The saved survey; for a new one the initial draft. */
  savedDraft: SurveyDraft;
}

/** The survey editor: details, tasks and fields, with a preview of the form. */
export function SurveyEditor({ initialDraft, savedDraft }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const editor = useSurveyEditor({
    initialDraft,
    savedDraft,
    onSaved: notifySaved,
    onLimitReached: goToList,
  });
  const { draft } = editor;
  const [visiblePane, setVisiblePane] = useState<'build' | 'preview'>('build');
  const [width, setWidth] = useState<PreviewWidth>('phone');
  const goBack = () => void navigate({ to: '/settings/surveys' });

  /** Called when the plan's limit is reached; the limit dialog opens over any screen. */
  function goToList(unsavedDraft: SurveyDraft): void {
    storeUnsavedSurvey(unsavedDraft);
    void navigate({ to: '/settings/surveys', ignoreBlocker: true });
  }

  function notifySaved({ id, name, targeted_survey }: SurveyDraft): void {
    const params = { surveyId: String(id) };
    // Targeted surveys are answered by message, not in a browser.
    const addPost = {
      label: t('survey.save.addPost'),
      onClick: () => void navigate({ to: '/posts/create/$surveyId', params }),
    };
    notify('success', t('survey.save.done', { name }), targeted_survey ? undefined : addPost);
    if (initialDraft.id !== null) return;
    clearUnsavedSurvey();
    void navigate({ to: '/settings/surveys/edit/$surveyId', params, replace: true, ignoreBlocker: true });
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    editor.save();
  };
  return (
    <>
      <SegmentedControl
        className={classes['viewSwitch'] ?? ''}
        fullWidth
        size="md"
        aria-label={t('survey.preview.switch')}
        data={[
          { value: 'build', label: t('survey.tab.build') },
          { value: 'preview', label: t('survey.preview.title') },
        ]}
        value={visiblePane}
        onChange={(value) => setVisiblePane(value === 'preview' ? 'preview' : 'build')}
      />
      <div className={classes['editor']} data-shows={visiblePane} data-width={width}>
        <form className={classes['form']} noValidate aria-label={t('survey.form')} onSubmit={submit}>
          <div className={classes['parts']} inert={editor.isBusy}>
            <SurveyDetailsFields editor={editor} />
            <SurveyParts
              draft={draft}
              actions={editor.actions}
              sharedName={initialDraft.id === null ? undefined : editor.savedName}
            />
            {draft.id !== null && (
              <DeleteSurveySection survey={draft} id={draft.id} onDeleted={editor.letGo} />
            )}
          </div>
          <SaveBar
            saveLabel={t(draft.id === null ? 'survey.save.create' : 'survey.save.action')}
            canSave={editor.canSave}
            isBusy={editor.isBusy}
            statusText={editor.saveStatus}
            problems={editor.problems}
            onCancel={goBack}
          />
        </form>
        <div className={classes['aside']}>
          <DeferredPreview draft={draft} width={width} onWidthChange={setWidth} />
        </div>
      </div>
      <EditorDialogs editor={editor} />
      <UnsavedChangesGuard hasChanges={editor.hasChanges} />
    </>
  );
}

/** A preview that renders with lower priority than typing in the editor. */
function DeferredPreview({
  draft,
  ...rest
}: {
  draft: SurveyDraft;
  width: PreviewWidth;
  onWidthChange: (width: PreviewWidth) => void;
}) {
  const deferredDraft = useDeferredValue(draft);
  return (
    <Suspense fallback={<ListSkeleton rows={4} height={72} />}>
      <SurveyPreview draft={deferredDraft} {...rest} />
    </Suspense>
  );
}

/** Name, description and colour. */
function SurveyDetailsFields({ editor: { draft, set, leave, getError } }: { editor: SurveyEditorState }) {
  const { t } = useTranslation();
  return (
    <section className={classes['section']} aria-label={t('survey.details')}>
      <div className={classes['details']}>
        <TextInput
          size="md"
          label={t('field.name')}
          required
          dir="auto"
          autoComplete="off"
          maxLength={limits.surveyName.max}
          value={draft.name}
          error={getError('name')}
          onChange={(event) => set('name', event.currentTarget.value)}
          onBlur={() => leave('name')}
        />
        <Textarea
          size="md"
          label={t('field.description')}
          description={t('survey.descriptionHint')}
          required
          dir="auto"
          autosize
          minRows={2}
          maxRows={12}
          maxLength={limits.surveyText}
          value={draft.description}
          error={getError('description')}
          onChange={(event) => set('description', event.currentTarget.value)}
          onBlur={() => leave('description')}
        />
        <Suspense
          // As high as the field that takes its place: otherwise everything below would move while somebody presses it.
          fallback={
            <TextInput size="md" label={t('field.color')} description={t('survey.colorHint')} disabled />
          }
        >
          <SurveyColorField
            value={draft.color}
            error={getError('color')}
            onChange={(value) => set('color', value)}
            onBlur={() => leave('color')}
          />
        </Suspense>
      </div>
    </section>
  );
}

interface SurveyPartsProps {
  draft: SurveyDraft;
  actions: EditorActions;
  /**
   * Name of the survey on the share tab. A new survey has none: the edit page replaces this one as soon as the survey is
   * saved, and would reset a tab that was opened in between.
   */
  sharedName: string | undefined;
}

/** The details are not part of the props, so that typing a name does not re-render the parts. */
function hasSameParts(a: SurveyPartsProps, b: SurveyPartsProps): boolean {
  const detailFields: ReadonlySet<string> = new Set(['name', 'description', 'color']);
  return (
    a.sharedName === b.sharedName &&
    Object.entries(a.draft).every(
      ([key, value]) => detailFields.has(key) || b.draft[key as keyof SurveyDraft] === value,
    )
  );
}

/** The report task with the tabs of the survey, the further tasks, and the button to add one. */
const SurveyParts = memo(function Parts({ draft, actions, sharedName }: SurveyPartsProps) {
  const { t } = useTranslation();
  const { tasks, id } = draft;
  const main = tasks[0]?.type === 'post' ? tasks[0] : undefined;
  const options = <SurveyOptions {...pickOptions(draft)} actions={actions} />;
  const share = id !== null && sharedName !== undefined && !draft.targeted_survey && (
    <Suspense fallback={<ListSkeleton rows={2} height={72} />}>
      <ShareSurvey id={id} name={sharedName} isForEveryone={draft.everyone_can_create} />
    </Suspense>
  );
  return (
    <>
      {main && !draft.targeted_survey && <PinsNotice tasks={tasks} main={main} actions={actions} />}
      <section className={classes['section']} aria-labelledby="survey-main">
        <h2 id="survey-main" className={classes['taskTitle']}>
          {t('survey.main')}
        </h2>
        <TaskTabs
          label={t('survey.main')}
          build={
            main ? (
              <FieldList task={main} actions={actions} isTargeted={draft.targeted_survey} />
            ) : (
              <p>{t('survey.noMain')}</p>
            )
          }
          configure={options}
          {...(share ? { share } : {})}
        />
      </section>
      {tasks.map(
        (task, at) =>
          task !== main && (
            <TaskSection key={task.id} task={task} index={at} count={tasks.length} actions={actions} />
          ),
      )}
      {!draft.targeted_survey && (
        <div className={classes['addTask']}>
          <Button
            variant="default"
            size="md"
            leftSection={<Icon icon={IconPlus} size={18} />}
            onClick={() => actions.openDialog({ type: 'addTask' })}
          >
            {t('survey.task.add')}
          </Button>
          <p className={classes['about']}>{t('survey.task.hint')}</p>
        </div>
      )}
      {!draft.targeted_survey && <PublicAnswers survey={draft} />}
    </>
  );
}, hasSameParts);
