/** Whether the browser of a test says that it has a connection. */
import { fireEvent } from '@testing-library/dom';
import { onTestFinished, vi } from 'vitest';

let isOnline = true;
let isReplaced = false;

/** Sets whether the browser has a connection, and says so to the page. It has one again after the test. */
export function setOnline(value: boolean): void {
  if (!isReplaced) {
    isReplaced = true;
    const spy = vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
    onTestFinished(() => {
      isOnline = true;
      isReplaced = false;
      fireEvent(window, new Event('online'));
      spy.mockRestore();
    });
  }
  isOnline = value;
  fireEvent(window, new Event(value ? 'online' : 'offline'));
}
