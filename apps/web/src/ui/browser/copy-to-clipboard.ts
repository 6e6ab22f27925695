/**
 * Copies text to the clipboard. Pages without TLS have no Clipboard API; `execCommand` still works there.
 * @returns whether the text was copied
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
  // Inside the open dialog, if there is one: its focus trap would take the focus back from an element outside.
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
