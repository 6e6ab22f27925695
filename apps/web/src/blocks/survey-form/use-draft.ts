/** Keeps an unsent report on this device, so that a reload, a dead battery or a dropped line loses nothing. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { screenOwner } from '../../api/session.ts';
import { type Draft, readDraft, removeDraft, writeDraft } from './draft-store.ts';
import type { Answers } from './form-answers.ts';

/** `off`: this browser keeps nothing, for instance in a private window. */
export type DraftState = 'empty' | 'saving' | 'saved' | 'off';

export interface DraftKeeper {
  /** Undefined until the device was asked, then what it kept. */
  found: Draft | null | undefined;
  state: DraftState;
  /** @param sendKey the same for all drafts of one report */
  keep: (answers: Answers, sendKey: string) => void;
  /** Writes what waits at once. */
  flush: () => Promise<void>;
  discard: () => Promise<void>;
}

/** Milliseconds after the last change. */
const pause = 300;

interface Waiting {
  timer: number;
  answers: Answers;
  sendKey: string;
  /** Whose it is: a draft must not follow a logout. */
  accountId: number | undefined;
}

export function useDraft(surveyId: number): DraftKeeper {
  const [found, setFound] = useState<Draft | null | undefined>(undefined);
  const [state, setState] = useState<DraftState>('empty');
  const waiting = useRef<Waiting | null>(null);

  const flush = useCallback(async () => {
    const it = waiting.current;
    if (!it) return;
    clearTimeout(it.timer);
    waiting.current = null;
    if (it.accountId !== screenOwner()?.id) return;
    await writeDraft(surveyId, { answers: it.answers, savedAt: Date.now(), sendKey: it.sendKey }).then(
      () => setState((now) => (waiting.current || now === 'empty' ? now : 'saved')),
      () => setState('off'),
    );
  }, [surveyId]);

  useEffect(() => {
    let isHere = true;
    readDraft(surveyId).then(
      (draft) => {
        if (!isHere) return;
        setFound(draft ?? null);
        setState(draft ? 'saved' : 'empty');
      },
      () => {
        if (!isHere) return;
        setFound(null);
        setState('off');
      },
    );
    // A phone that switches apps may never come back to this page.
    const onHide = () => void flush();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      isHere = false;
      document.removeEventListener('visibilitychange', onHide);
      void flush();
    };
  }, [surveyId, flush]);

  const keep = useCallback(
    (answers: Answers, sendKey: string) => {
      if (waiting.current) clearTimeout(waiting.current.timer);
      const accountId = screenOwner()?.id;
      waiting.current = { answers, sendKey, accountId, timer: window.setTimeout(() => void flush(), pause) };
      setState((now) => (now === 'off' ? now : 'saving'));
    },
    [flush],
  );

  const discard = useCallback(async () => {
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = null;
    setState((now) => (now === 'off' ? now : 'empty'));
    await removeDraft(surveyId).catch(() => undefined);
  }, [surveyId]);

  return { found, state, keep, flush, discard };
}
