/** User actions on a screen. Controls are found by their accessible names. */
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

/** @returns actions with keyboard and pointer on the page */
export function createScreenUser() {
  // There is no layout: whether an element can be clicked is checked in the e2e tests.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  const find = (role: ControlRole, name: string | RegExp) => screen.findByRole(role, { name });
  return {
    ...user,
    /** Presses a control; waits until it is there and enabled: a click on a disabled one does nothing. */
    async press(role: ControlRole, name: string | RegExp): Promise<void> {
      const control = await find(role, name);
      await waitFor(() => expect(control).toBeEnabled());
      await user.click(control);
    },
    /** Replaces the text of a field. */
    async write(field: HTMLElement, text: string): Promise<void> {
      await user.clear(field);
      // A dialog that has just opened may have taken the focus meanwhile.
      field.focus();
      await user.paste(text);
    },
    /** Replaces the text of the field with a name. Pasted, since each key press would render the whole form. */
    async fill(name: string | RegExp, text: string, role: ControlRole = 'textbox'): Promise<void> {
      const field = await find(role, name);
      await user.clear(field);
      // A dialog that has just opened may have taken the focus meanwhile.
      field.focus();
      await user.paste(text);
    },
    /** The same for a password field, which has no role. */
    async fillPassword(label: RegExp, text: string): Promise<void> {
      const field = await screen.findByLabelText(label, { selector: 'input' });
      await user.clear(field);
      // A dialog that has just opened may have taken the focus meanwhile.
      field.focus();
      await user.paste(text);
    },
    /** Chooses an option of a select field. */
    async choose(name: string | RegExp, option: string): Promise<void> {
      const field = await find('combobox', name);
      await user.selectOptions(field, await within(field).findByRole('option', { name: option }));
    },
  };
}
/** The actions that `createScreenUser` returns. */
export type ScreenUser = ReturnType<typeof createScreenUser>;

/** Waits until an element has the focus, which moves shortly after a dialog opens or closes. */
export const waitForFocus = (element: HTMLElement) => waitFor(() => expect(element).toHaveFocus());

/** Queries within the open dialog, by its title. */
export const findDialog = async (name?: string | RegExp) =>
  within(await screen.findByRole('dialog', name === undefined ? {} : { name }));
