/** Saves drafts of reports on this device, so that a reload, an empty battery or a lost connection loses nothing. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { getScreenOwner } from '../../../api/session.ts';
import { createRandomId } from '../../../ui/browser/random-id.ts';
import type { Answers } from '../answers/form-answers.ts';
import { type Draft, readDrafts, removeDraft, removeDraftsOfSurvey, writeDraft } from './draft-store.ts';

/** `off`: the browser stores nothing, for instance in a private window. */
export type DraftState = 'empty' | 'saving' | 'saved' | 'off';

/** What `useDraft` returns. */
export interface DraftHandle {
  /** The drafts at the start, the latest first; undefined while they are loading. */
  storedDrafts: readonly Draft[] | undefined;
  state: DraftState;
  /** Makes `save` write to a stored draft instead of a new one. */
  continueDraft: (draft: Draft) => void;
  /** @param sendKey the same for all versions of one report */
  save: (answers: Answers, sendKey: string) => void;
  /** Writes pending changes at once. */
  flush: () => Promise<void>;
  /** Deletes the draft that is being written, or another one. */
  discard: (draft?: Draft) => Promise<void>;
  /** Deletes all drafts of the survey. */
  discardAll: () => Promise<void>;
}

/** Time after the last change. */
const debounceMs = 300;

interface PendingDraft {
  timer: number;
  answers: Answers;
  sendKey: string;
  /** Whose draft it is: it must not be written after a logout. */
  accountId: number | undefined;
}

/** Loads the drafts of a survey and saves the changes of one, debounced. */
export function useDraft(surveyId: number): DraftHandle {
  const [storedDrafts, setStoredDrafts] = useState<readonly Draft[] | undefined>(undefined);
  const [state, setState] = useState<DraftState>('empty');
  const pendingDraft = useRef<PendingDraft | null>(null);
  const [newId] = useState(createRandomId);
  const id = useRef(newId);

  const flush = useCallback(async () => {
    const pending = pendingDraft.current;
    if (!pending) return;
    clearTimeout(pending.timer);
    pendingDraft.current = null;
    if (pending.accountId !== getScreenOwner()?.id) return;
    const { answers, sendKey } = pending;
    await writeDraft({ id: id.current, surveyId, answers, savedAt: Date.now(), sendKey }).then(
      () => setState((current) => (pendingDraft.current || current === 'empty' ? current : 'saved')),
      () => setState('off'),
    );
  }, [surveyId]);

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

  const save = useCallback(
    (answers: Answers, sendKey: string) => {
      if (pendingDraft.current) clearTimeout(pendingDraft.current.timer);
      const accountId = getScreenOwner()?.id;
      pendingDraft.current = {
        answers,
        sendKey,
        accountId,
        timer: window.setTimeout(() => void flush(), debounceMs),
      };
      setState((current) => (current === 'off' ? current : 'saving'));
    },
    [flush],
  );

  const continueDraft = useCallback((draft: Draft) => {
    id.current = draft.id;
    setState((current) => (current === 'off' ? current : 'saved'));
  }, []);

  const forget = useCallback(() => {
    if (pendingDraft.current) clearTimeout(pendingDraft.current.timer);
    pendingDraft.current = null;
    setState((current) => (current === 'off' ? current : 'empty'));
  }, []);

  const discard = useCallback(
    async (draft?: Draft) => {
      if (draft) setStoredDrafts((current) => current?.filter((it) => it.id !== draft.id));
      else forget();
      await removeDraft(draft?.id ?? id.current).catch(() => undefined);
    },
    [forget],
  );

  const discardAll = useCallback(async () => {
    forget();
    await removeDraftsOfSurvey(surveyId).catch(() => undefined);
  }, [forget, surveyId]);

  return { storedDrafts, state, continueDraft, save, flush, discard, discardAll };
}
