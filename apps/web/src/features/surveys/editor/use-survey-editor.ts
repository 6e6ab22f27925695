/** State of the survey editor: the draft, the saved survey, the open dialog, and saving. */
import { useQueryClient } from '@tanstack/react-query';
import { PlaceMaskingForm, SurveyForm } from '@waypost/contract/surveys/survey-forms';
import { countAffectedPosts } from '@waypost/contract/surveys/surveys';
import { useMemo, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { formatErrorMessages, formatFieldErrors } from '../../../api/error-text.ts';
import { findReachedPlanLimit } from '../../../api/plan-limits.ts';
import { buildResourceKey } from '../../../api/query-keys.ts';
import { formatSchemaErrors } from '../../../api/schema-errors.ts';
import { useAsyncAction } from '../../../ui/feedback/use-async-action.ts';
import { useSaveStatus } from '../../../ui/form/use-save-status.ts';
import { findRevealedFacts, type RevealedFact } from '../draft/revealed-facts.ts';
import { SurveyPartError, saveDraft } from '../draft/save-draft.ts';
import {
  type DraftChange,
  type DraftField,
  type DraftTask,
  isDraftChanged,
  reduceSurveyDraft,
  type SurveyDraft,
} from '../draft/survey-draft.ts';

/** The open dialog of the editor. */
export type EditorDialog =
  | { type: 'field'; task: number; field?: DraftField }
  | { type: 'deleteField'; task: number; field: DraftField }
  | { type: 'pasteQuestions'; task: number }
  | { type: 'addTask' }
  | { type: 'deleteTask'; task: DraftTask }
  | {
      type: 'reveal';
      facts: readonly RevealedFact[];
      reports: number;
      before: SurveyDraft;
      after: SurveyDraft;
    };

/** Actions with stable identity, so that typing does not re-render the lists. */
export interface EditorActions {
  dispatch: (change: DraftChange) => void;
  openDialog: (window: EditorDialog) => void;
}

interface SurveyEditorOptions {
  initialDraft: SurveyDraft;
  /** The saved survey; for a new one the initial draft, without anything to lose. */
  savedDraft: SurveyDraft;
  onSaved: (saved: SurveyDraft) => void;
  /** Called when the plan has no room for this new survey (spec 3 §8). */
  onLimitReached: (draft: SurveyDraft) => void;
}

type DetailField = 'name' | 'description' | 'color';

/** Holds the state of the survey editor. */
export function useSurveyEditor({ initialDraft, savedDraft, onSaved, onLimitReached }: SurveyEditorOptions) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [draft, change] = useReducer(reduceSurveyDraft, initialDraft);
  const [saved, setSaved] = useState(savedDraft);
  const [openDialog, setOpenDialog] = useState<EditorDialog | null>(null);
  const [touchedFields, setTouchedFields] = useState<ReadonlySet<DetailField>>(new Set());
  const [serverErrors, setServerErrors] = useState<Record<string, string>>({});
  const [problems, setProblems] = useState<readonly string[]>([]);
  const isFinished = useRef(false);
  const [actions] = useState<EditorActions>(() => ({ dispatch: change, openDialog: setOpenDialog }));

  const labels = useMemo(
    () => ({ name: t('field.name'), description: t('field.description'), color: t('field.color') }),
    [t],
  );
  const { name, description, color } = draft;
  const errors = useMemo(
    () => formatSchemaErrors(SurveyForm, { name, description, color }, labels),
    [name, description, color, labels],
  );
  const hasPlaceErrors = useMemo(() => !PlaceMaskingForm.safeParse(draft).success, [draft]);
  const isDirty = useMemo(() => isDraftChanged(draft, saved), [draft, saved]);

  const saveStatus = useSaveStatus(isDirty, [
    ...(['name', 'description', 'color'] as const)
      .filter((field) => field in errors)
      .map((field) => labels[field]),
    ...(hasPlaceErrors ? [t('survey.option.hide_location.label')] : []),
  ]);

  const getError = (field: DetailField): string | undefined =>
    serverErrors[field] ?? (touchedFields.has(field) ? errors[field] : undefined);
  const set = (field: DetailField, text: string) => {
    setServerErrors({});
    change({ type: 'set', values: { [field]: text } });
  };
  const leave = (field: DetailField) =>
    setTouchedFields((now) => (now.has(field) ? now : new Set([...now, field])));

  function showServerErrors(error: unknown): void {
    if (error instanceof SurveyPartError) {
      const [reason = ''] = formatErrorMessages(error.cause);
      setProblems([t('survey.save.part', { label: error.label, why: reason })]);
      return;
    }
    const errorsByField = formatFieldErrors(error, labels);
    const detailNames = (['name', 'description', 'color'] as const).filter((name) => name in errorsByField);
    setServerErrors(errorsByField);
    setProblems(detailNames.length > 0 ? [] : formatErrorMessages(error));
  }

  /** Opens the dialog if the draft shows more of reports that were already sent. */
  async function openRevealDialog(): Promise<boolean> {
    const facts = findRevealedFacts(saved, draft);
    if (draft.id === null || facts.length === 0) return false;
    const { posts } = await call(countAffectedPosts, { params: { id: draft.id }, query: {} });
    if (posts > 0) setOpenDialog({ type: 'reveal', facts, reports: posts, before: saved, after: draft });
    return posts > 0;
  }

  const saving = useAsyncAction<{ isConfirmed: boolean }, void>(async ({ isConfirmed }) => {
    setProblems([]);
    setServerErrors({});
    try {
      if (!isConfirmed && (await openRevealDialog())) return;
      const savedDraft = await saveDraft(draft, saved, (progress) => {
        change({ type: 'replace', draft: progress.draft });
        setSaved(progress.saved);
      });
      isFinished.current = draft.id === null;
      onSaved(savedDraft);
    } catch (error) {
      if (error instanceof ApiError && findReachedPlanLimit(error) === 'survey_limit_reached')
        onLimitReached(draft);
      else showServerErrors(error);
    }
    void cache.invalidateQueries({ queryKey: buildResourceKey('forms') });
  });

  return {
    draft,
    savedName: saved.name,
    savedDelay: Number(saved.publication_delay_hours),
    actions,
    openDialog,
    close: () => setOpenDialog(null),
    set,
    leave,
    getError,
    isDirty,
    saveStatus,
    canSave: isDirty && Object.keys(errors).length === 0 && !hasPlaceErrors,
    isBusy: saving.isPending,
    problems,
    save: () => saving.mutate({ isConfirmed: false }),
    /** Saves what the dialog asked about. */
    saveConfirmed: () => {
      setOpenDialog(null);
      saving.mutate({ isConfirmed: true });
    },
    /** Used by the guard against leaving with unsaved changes. */
    hasChanges: () => !isFinished.current && isDirty,
    /** Called after the survey was deleted: there is nothing left to save. */
    letGo: () => {
      isFinished.current = true;
    },
  };
}

/** State and actions returned by `useSurveyEditor`. */
export type SurveyEditorState = ReturnType<typeof useSurveyEditor>;
