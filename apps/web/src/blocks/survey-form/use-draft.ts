/** Keeps unsent answers on this device, so that a reload, a dead battery or a dropped line loses nothing. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Draft, readDraft, removeDraft, writeDraft } from './draft-store.ts';
import type { Answers } from './form-answers.ts';

/** `off`: this browser keeps nothing, for instance in a private window. */
export type DraftState = 'empty' | 'saving' | 'saved' | 'off';

export interface DraftKeeper {
  /** Undefined until the device was asked, then what it kept. */
  found: Draft | null | undefined;
  state: DraftState;
  keep: (answers: Answers) => void;
  discard: () => Promise<void>;
}

/** Milliseconds after the last change. */
const pause = 300;

/** @param key of the draft: the survey it answers */
export function useDraft(key: string): DraftKeeper {
  const [found, setFound] = useState<Draft | null | undefined>(undefined);
  const [state, setState] = useState<DraftState>('empty');
  const waiting = useRef<{ timer: number; answers: Answers } | null>(null);

  const write = useCallback(() => {
    const it = waiting.current;
    if (!it) return;
    clearTimeout(it.timer);
    waiting.current = null;
    writeDraft(key, { answers: it.answers, savedAt: Date.now() }).then(
      () => setState((now) => (waiting.current || now === 'empty' ? now : 'saved')),
      () => setState('off'),
    );
  }, [key]);

  useEffect(() => {
    let isHere = true;
    readDraft(key).then(
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
    const onHide = () => write();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      isHere = false;
      document.removeEventListener('visibilitychange', onHide);
      write();
    };
  }, [key, write]);

  const keep = useCallback(
    (answers: Answers) => {
      if (waiting.current) clearTimeout(waiting.current.timer);
      waiting.current = { answers, timer: window.setTimeout(write, pause) };
      setState((now) => (now === 'off' ? now : 'saving'));
    },
    [write],
  );

  const discard = useCallback(async () => {
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = null;
    setState((now) => (now === 'off' ? now : 'empty'));
    await removeDraft(key).catch(() => undefined);
  }, [key]);

  return { found, state, keep, discard };
}
