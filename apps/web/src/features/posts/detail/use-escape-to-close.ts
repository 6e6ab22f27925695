import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Controls that use Escape themselves, or whose text would be lost. */
const usesEscape = 'input, textarea, select, [contenteditable], [aria-expanded="true"]';

/**
 * Closes a report with Escape: from inside, from its row in the list beside it, or when nothing has the focus.
 * @param header an element of the panel that shows the report
 */
export function useEscapeToClose(header: RefObject<HTMLElement | null>, onClose: () => void): void {
  const handle = useEffectEvent(({ key, target, defaultPrevented }: KeyboardEvent) => {
    if (key !== 'Escape' || defaultPrevented || !(target instanceof Element)) return;
    const isInside = header.current?.closest('[data-panel]')?.contains(target) === true;
    const isBeside = target === document.body || target.matches('[data-post]');
    if (!(isInside || isBeside) || target.matches(usesEscape)) return;
    if (document.querySelector('[aria-modal="true"]') === null) onClose();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
