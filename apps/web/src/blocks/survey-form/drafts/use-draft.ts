/** Keeps an unsent report on this device, so that a reload, a dead battery or a dropped line loses nothing. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { getScreenOwner } from '../../../api/session.ts';
import type { Answers } from '../answers/form-answers.ts';
import { type Draft, readDraft, removeDraft, writeDraft } from './draft-store.ts';

/** `off`: this browser keeps nothing, for instance in a private window. */
export type DraftState = 'empty' | 'saving' | 'saved' | 'off';

export interface DraftHandle {
  /** Undefined until the device was asked, then what it kept. */
  storedDraft: Draft | null | undefined;
  state: DraftState;
  /** @param sendKey the same for all drafts of one report */
  save: (answers: Answers, sendKey: string) => void;
  /** Writes what waits at once. */
  flush: () => Promise<void>;
  discard: () => Promise<void>;
}

/** Milliseconds after the last change. */
const debounceMs = 300;

interface PendingDraft {
  timer: number;
  answers: Answers;
  sendKey: string;
  /** Whose it is: a draft must not follow a logout. */
  accountId: number | undefined;
}

export function useDraft(surveyId: number): DraftHandle {
  const [found, setFound] = useState<Draft | null | undefined>(undefined);
  const [state, setState] = useState<DraftState>('empty');
  const pendingDraft = useRef<PendingDraft | null>(null);

  const flush = useCallback(async () => {
    const it = pendingDraft.current;
    if (!it) return;
    clearTimeout(it.timer);
    pendingDraft.current = null;
    if (it.accountId !== getScreenOwner()?.id) return;
    await writeDraft(surveyId, { answers: it.answers, savedAt: Date.now(), sendKey: it.sendKey }).then(
      () => setState((now) => (pendingDraft.current || now === 'empty' ? now : 'saved')),
      () => setState('off'),
    );
  }, [surveyId]);

  useEffect(() => {
    let isMounted = true;
    readDraft(surveyId).then(
      (draft) => {
        if (!isMounted) return;
        setFound(draft ?? null);
        setState(draft ? 'saved' : 'empty');
      },
      () => {
        if (!isMounted) return;
        setFound(null);
        setState('off');
      },
    );
    // A phone that switches apps may never come back to this page.
    const onHide = () => void flush();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      isMounted = false;
      document.removeEventListener('visibilitychange', onHide);
      void flush();
    };
  }, [surveyId, flush]);

  const keep = useCallback(
    (answers: Answers, sendKey: string) => {
      if (pendingDraft.current) clearTimeout(pendingDraft.current.timer);
      const accountId = getScreenOwner()?.id;
      pendingDraft.current = {
        answers,
        sendKey,
        accountId,
        timer: window.setTimeout(() => void flush(), debounceMs),
      };
      setState((now) => (now === 'off' ? now : 'saving'));
    },
    [flush],
  );

  const discard = useCallback(async () => {
    if (pendingDraft.current) clearTimeout(pendingDraft.current.timer);
    pendingDraft.current = null;
    setState((now) => (now === 'off' ? now : 'empty'));
    await removeDraft(surveyId).catch(() => undefined);
  }, [surveyId]);

  return { storedDraft: found, state, save: keep, flush, discard };
}
