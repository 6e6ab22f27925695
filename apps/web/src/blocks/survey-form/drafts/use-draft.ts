/** Saves the draft of a report on this device, so that a reload, an empty battery or a lost connection loses nothing. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { getScreenOwner } from '../../../api/session.ts';
import type { Answers } from '../answers/form-answers.ts';
import { type Draft, readDraft, removeDraft, writeDraft } from './draft-store.ts';

/** `off`: the browser stores nothing, for instance in a private window. */
export type DraftState = 'empty' | 'saving' | 'saved' | 'off';

/** What `useDraft` returns. */
export interface DraftHandle {
  /** Undefined while it is loading; null without a draft. */
  storedDraft: Draft | null | undefined;
  state: DraftState;
  /** @param sendKey the same for all versions of one report */
  save: (answers: Answers, sendKey: string) => void;
  /** Writes pending changes at once. */
  flush: () => Promise<void>;
  discard: () => Promise<void>;
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

/** Loads the draft of a survey and saves changes, debounced. */
export function useDraft(surveyId: number): DraftHandle {
  const [storedDraft, setStoredDraft] = useState<Draft | null | undefined>(undefined);
  const [state, setState] = useState<DraftState>('empty');
  const pendingDraft = useRef<PendingDraft | null>(null);

  const flush = useCallback(async () => {
    const pending = pendingDraft.current;
    if (!pending) return;
    clearTimeout(pending.timer);
    pendingDraft.current = null;
    if (pending.accountId !== getScreenOwner()?.id) return;
    const { answers, sendKey } = pending;
    await writeDraft(surveyId, { answers, savedAt: Date.now(), sendKey }).then(
      () => setState((current) => (pendingDraft.current || current === 'empty' ? current : 'saved')),
      () => setState('off'),
    );
  }, [surveyId]);

  useEffect(() => {
    let isMounted = true;
    readDraft(surveyId).then(
      (draft) => {
        if (!isMounted) return;
        setStoredDraft(draft ?? null);
        setState(draft ? 'saved' : 'empty');
      },
      () => {
        if (!isMounted) return;
        setStoredDraft(null);
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

  const discard = useCallback(async () => {
    if (pendingDraft.current) clearTimeout(pendingDraft.current.timer);
    pendingDraft.current = null;
    setState((current) => (current === 'off' ? current : 'empty'));
    await removeDraft(surveyId).catch(() => undefined);
  }, [surveyId]);

  return { storedDraft, state, save, flush, discard };
}
