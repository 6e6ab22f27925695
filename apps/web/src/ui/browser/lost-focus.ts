/**
 * Moves the keyboard focus on when the element that has it is removed, hidden or disabled. Browsers then leave it nowhere: a screen
 * reader starts again at the top of the page.
 */
import { contentId } from '../navigation/skip-link.tsx';

/** Milliseconds in which a screen or dialog may move the focus itself, for example when it has loaded. */
const settleMs = 100;

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

const isVisible = (element: Element) => element.checkVisibility?.({ visibilityProperty: true }) ?? true;

function listAncestors(element: Element): Element[] {
  const ancestors: Element[] = [];
  for (let at = element.parentElement; at; at = at.parentElement) ancestors.push(at);
  return ancestors;
}

/** The element that follows a lost one: the open dialog, the title of the nearest screen around it, or the content. */
function findSuccessor(ancestors: readonly Element[]): HTMLElement | null {
  const dialog = [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')].at(-1);
  if (dialog) return dialog;
  for (const ancestor of ancestors) {
    if (!ancestor.isConnected) continue;
    // The open report comes after the list.
    const title = [...ancestor.querySelectorAll<HTMLElement>('h1[tabindex]')].findLast(isVisible);
    if (title) return title;
  }
  return document.getElementById(contentId);
}

/** Starts moving the focus on, in the page as it is now. @returns a function that ends it */
export function watchLostFocus(): () => void {
  let focused: HTMLElement | null = null;
  let ancestors: Element[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const forget = () => {
    focused = null;
  };
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    focused = target;
    ancestors = listAncestors(target);
  };
  // An element that is still there has given the focus away on purpose.
  const forgetUnlessLost = () =>
    queueMicrotask(() => {
      if (isNowhere() && focused?.isConnected && !focused.matches(':disabled') && isVisible(focused))
        forget();
    });
  const recover = () => {
    timer = undefined;
    // A disabled button, such as one whose action is running, gets the focus back later.
    if (!focused || !isNowhere() || focused.matches(':disabled')) return;
    if (focused.isConnected) focused.focus({ preventScroll: true });
    if (isNowhere()) findSuccessor(ancestors)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    if (focused && isNowhere()) timer ??= setTimeout(recover, settleMs);
  });

  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', forgetUnlessLost);
  document.addEventListener('pointerdown', forget, true);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'hidden'],
  });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', forgetUnlessLost);
    document.removeEventListener('pointerdown', forget, true);
  };
}
