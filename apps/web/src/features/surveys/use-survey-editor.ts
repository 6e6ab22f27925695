/** The state of the survey's editor: the draft, what is on the server, which window is open, and the save. */
import { useQueryClient } from '@tanstack/react-query';
import { SurveyForm } from '@waypost/contract/survey-forms';
import { useMemo, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { fieldErrors, problemTexts } from '../../api/fault-text.ts';
import { limitReached } from '../../api/plan-limits.ts';
import { forResource } from '../../api/query-keys.ts';
import { schemaErrors } from '../../api/schema-errors.ts';
import { PartRefused, saveDraft } from './save-draft.ts';
import {
  changedDraft,
  type DraftChange,
  type DraftField,
  type DraftTask,
  isChanged,
  type SurveyDraft,
} from './survey-draft.ts';

/** A window over the editor. */
export type EditorWindow =
  | { what: 'field'; task: number; field?: DraftField }
  | { what: 'deleteField'; task: number; field: DraftField }
  | { what: 'addTask' }
  | { what: 'deleteTask'; task: DraftTask };

/** The same object for the life of the editor, so that a key pressed draws no list anew. */
export interface EditorDeeds {
  change: (change: DraftChange) => void;
  open: (window: EditorWindow) => void;
}

interface Options {
  start: SurveyDraft;
  /** What the server has; for a new survey what there is nothing to lose of. */
  saved: SurveyDraft;
  onSaved: (saved: SurveyDraft) => void;
  /** The plan has no room for this new survey (spec 3 §8). */
  onFull: (draft: SurveyDraft) => void;
}

type Field = 'name' | 'description' | 'color';

export function useSurveyEditor({ start, saved: savedAtFirst, onSaved, onFull }: Options) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [draft, change] = useReducer(changedDraft, start);
  const [saved, setSaved] = useState(savedAtFirst);
  const [shown, setShown] = useState<EditorWindow | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set());
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [problems, setProblems] = useState<readonly string[]>([]);
  const isDone = useRef(false);
  const [deeds] = useState<EditorDeeds>(() => ({ change, open: setShown }));

  const labels = useMemo(
    () => ({ name: t('field.name'), description: t('field.description'), color: t('field.color') }),
    [t],
  );
  const { name, description, color } = draft;
  const faults = useMemo(
    () => schemaErrors(SurveyForm, { name, description, color }, labels),
    [name, description, color, labels],
  );
  const isDirty = useMemo(() => isChanged(draft, saved), [draft, saved]);

  const errorOf = (field: Field): string | undefined =>
    refused[field] ?? (left.has(field) ? faults[field] : undefined);
  const set = (field: Field, text: string) => {
    setRefused({});
    change({ do: 'set', values: { [field]: text } });
  };
  const leave = (field: Field) => setLeft((now) => (now.has(field) ? now : new Set([...now, field])));

  function tellFaults(error: unknown): void {
    if (error instanceof PartRefused) {
      const [why = ''] = problemTexts(error.cause);
      setProblems([t('survey.save.part', { label: error.label, why })]);
      return;
    }
    const faultsByField = fieldErrors(error, labels);
    const own = (['name', 'description', 'color'] as const).filter((it) => it in faultsByField);
    setRefused(faultsByField);
    setProblems(own.length > 0 ? [] : problemTexts(error));
  }

  async function save(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setProblems([]);
    setRefused({});
    try {
      const done = await saveDraft(draft, saved, (progress) => {
        change({ do: 'replace', draft: progress.draft });
        setSaved(progress.saved);
      });
      isDone.current = draft.id === null;
      onSaved(done);
    } catch (error) {
      if (error instanceof ApiError && limitReached(error) === 'survey_limit_reached') onFull(draft);
      else tellFaults(error);
    }
    setBusy(false);
    void cache.invalidateQueries({ queryKey: forResource('forms') });
  }

  return {
    draft,
    savedName: saved.name,
    deeds,
    shown,
    close: () => setShown(null),
    set,
    leave,
    errorOf,
    isDirty,
    canSave: isDirty && Object.keys(faults).length === 0,
    isBusy,
    problems,
    save,
    /** For the leave guard. */
    hasChanges: () => !isDone.current && isDirty,
    /** Nothing is lost any more: it is deleted. */
    letGo: () => {
      isDone.current = true;
    },
  };
}

export type SurveyEditorState = ReturnType<typeof useSurveyEditor>;
