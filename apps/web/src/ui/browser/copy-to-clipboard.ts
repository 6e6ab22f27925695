/**
 * Puts text on the clipboard. Pages without TLS have no clipboard of the modern kind; the old way still works there.
 * @returns whether it is there now
 */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyWithExecCommand(text);
  }
}

function copyWithExecCommand(text: string): boolean {
  const focusedBefore = document.activeElement;
  const textarea = document.createElement('textarea');
  textarea.value = text;
  textarea.readOnly = true;
  textarea.style.position = 'fixed';
  textarea.style.insetInlineStart = '-100vw';
  // Inside the open dialog, if there is one: it takes the focus back from anything outside.
  (focusedBefore?.closest('[role=dialog]') ?? document.body).append(textarea);
  textarea.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    textarea.remove();
    if (focusedBefore instanceof HTMLElement) focusedBefore.focus();
  }
}
