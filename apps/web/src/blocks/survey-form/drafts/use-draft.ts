/** Saves drafts of reports on this device, so that a reload, an empty battery or a lost connection loses nothing. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { getScreenOwner } from '../../../api/session.ts';
import { createRandomId } from '../../../ui/browser/random-id.ts';
import { getCacheOwner } from '../../device/cache-names.ts';
import {
  deleteDrafts,
  deleteReport,
  readDrafts,
  type StoredReport,
  type SurveySnapshot,
  writeReport,
} from '../../device/stored-reports.ts';
import type { Answers } from '../answers/form-answers.ts';

/** `off`: the browser stores nothing, for instance in a private window. */
export type DraftState = 'empty' | 'saving' | 'saved' | 'off';

/** What `useDraft` returns. */
export interface DraftHandle {
  /** The drafts at the start, the latest first; undefined while they are loading. */
  storedDrafts: readonly StoredReport[] | undefined;
  state: DraftState;
  /** Makes `save` write to a stored draft instead of a new one. */
  continueDraft: (draft: StoredReport) => void;
  save: (answers: Answers) => void;
  /** Stops saving, since the report is being sent. @returns the report as it is to be sent; its state is still `draft` */
  finish: (answers: Answers) => StoredReport;
  /** Saves as another report from now on: the server has an earlier version of this one. */
  startOver: (answers: Answers) => void;
  /** Deletes the draft that is being written, or another one. */
  discard: (draft?: StoredReport) => Promise<void>;
  /** Deletes all drafts of the survey. */
  discardAll: () => Promise<void>;
}

/** Time after the last change. */
const debounceMs = 300;

const getOwner = () => getCacheOwner(getScreenOwner()?.id);

/** Loads the drafts of a survey and saves the changes of one, debounced. */
export function useDraft(survey: SurveySnapshot): DraftHandle {
  const [storedDrafts, setStoredDrafts] = useState<readonly StoredReport[] | undefined>(undefined);
  const [state, setState] = useState<DraftState>('empty');
  const pending = useRef<{ timer: number; report: StoredReport } | null>(null);
  const [newId] = useState(createRandomId);
  const id = useRef(newId);
  const surveyId = survey.id;

  const build = (answers: Answers): StoredReport => ({
    id: id.current,
    owner: getOwner(),
    state: 'draft',
    savedAt: Date.now(),
    survey,
    answers,
    problems: [],
    postId: null,
  });

  /** Drops the change that is not written yet. */
  const cancel = useCallback(() => {
    clearTimeout(pending.current?.timer);
    pending.current = null;
  }, []);

  const flush = useCallback(async () => {
    const report = pending.current?.report;
    cancel();
    if (report?.owner !== getOwner()) return;
    await writeReport(report).then(
      () => setState((current) => (pending.current || current === 'empty' ? current : 'saved')),
      () => setState('off'),
    );
  }, [cancel]);

  useEffect(() => {
    let isMounted = true;
    readDrafts(surveyId).then(
      (drafts) => {
        if (isMounted) setStoredDrafts(drafts);
      },
      () => {
        if (!isMounted) return;
        setStoredDrafts([]);
        setState('off');
      },
    );
    // On a phone, a page that is hidden may be closed without further events.
    const onHide = () => void flush();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      isMounted = false;
      document.removeEventListener('visibilitychange', onHide);
      void flush();
    };
  }, [surveyId, flush]);

  const save = (answers: Answers) => {
    cancel();
    pending.current = { report: build(answers), timer: window.setTimeout(() => void flush(), debounceMs) };
    setState((current) => (current === 'off' ? current : 'saving'));
  };
  const forget = () => {
    cancel();
    setState((current) => (current === 'off' ? current : 'empty'));
  };
  return {
    storedDrafts,
    state,
    continueDraft: (draft) => {
      id.current = draft.id;
      setState((current) => (current === 'off' ? current : 'saved'));
    },
    save,
    finish: (answers) => {
      cancel();
      setState((current) => (current === 'saving' ? 'saved' : current));
      return build(answers);
    },
    startOver: (answers) => {
      void deleteReport(id.current).catch(() => undefined);
      id.current = createRandomId();
      save(answers);
    },
    discard: async (draft) => {
      if (draft) setStoredDrafts((current) => current?.filter((it) => it.id !== draft.id));
      else forget();
      await deleteReport(draft?.id ?? id.current).catch(() => undefined);
    },
    discardAll: async () => {
      forget();
      // Also while it is being sent.
      await Promise.all([deleteReport(id.current), deleteDrafts(getOwner(), surveyId)]).catch(
        () => undefined,
      );
    },
  };
}
