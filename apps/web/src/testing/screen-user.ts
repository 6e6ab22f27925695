/** What a person does with a screen, by the names that they read or hear. */
import { screen, waitFor, within } from '@testing-library/dom';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import { expect } from 'vitest';

type ControlRole =
  | 'textbox'
  | 'button'
  | 'checkbox'
  | 'radio'
  | 'link'
  | 'combobox'
  | 'tab'
  | 'menuitem'
  | 'switch'
  | 'searchbox';

/** @returns somebody at the keyboard and pointer of the page */
export function createScreenUser() {
  // There is no layout: where the pointer may press is the journeys' matter.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  const find = (role: ControlRole, name: string | RegExp) => screen.findByRole(role, { name });
  return {
    ...user,
    /** Presses a control as soon as it is there. */
    async press(role: ControlRole, name: string | RegExp): Promise<void> {
      await user.click(await find(role, name));
    },
    /** Replaces the text of a field that was found before. */
    async write(field: HTMLElement, text: string): Promise<void> {
      await user.clear(field);
      // What opened just now may have taken the focus meanwhile.
      field.focus();
      await user.paste(text);
    },
    /** Replaces the text of a field; all at once, since each key draws the whole form anew. */
    async fill(name: string | RegExp, text: string, role: ControlRole = 'textbox'): Promise<void> {
      const field = await find(role, name);
      await user.clear(field);
      // What opened just now may have taken the focus meanwhile.
      field.focus();
      await user.paste(text);
    },
    /** The same for a password, which has no role of its own. */
    async fillPassword(label: RegExp, text: string): Promise<void> {
      const field = await screen.findByLabelText(label, { selector: 'input' });
      await user.clear(field);
      // What opened just now may have taken the focus meanwhile.
      field.focus();
      await user.paste(text);
    },
    async choose(name: string | RegExp, option: string): Promise<void> {
      const field = await find('combobox', name);
      await user.selectOptions(field, await within(field).findByRole('option', { name: option }));
    },
  };
}
export type ScreenUser = ReturnType<typeof createScreenUser>;

/** Focus moves into a dialog, and out of it, a moment after it opens or closes. */
export const waitForFocus = (element: HTMLElement) => waitFor(() => expect(element).toHaveFocus());

/** The dialog that is open, by its title. */
export const findDialog = async (name?: string | RegExp) =>
  within(await screen.findByRole('dialog', name === undefined ? {} : { name }));
