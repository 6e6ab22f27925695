import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { useLazyDialog } from './lazy-dialog.tsx';
import { isDialogOpening } from './opening-dialogs.tsx';

const neverLoaded = () => new Promise<never>(() => undefined);

function Opener() {
  const { open } = useLazyDialog(neverLoaded);
  return (
    <button type="button" onClick={() => open({})}>
      Open
    </button>
  );
}

test('keys work again after a screen is left whose dialog was still being loaded', () => {
  const container = document.createElement('div');
  const root = createRoot(container);
  flushSync(() => root.render(<Opener />));
  const press = () => flushSync(() => container.querySelector('button')?.click());
  document.body.append(container);
  press();
  press();
  expect(isDialogOpening()).toBe(true);
  flushSync(() => root.unmount());
  expect(isDialogOpening()).toBe(false);
  container.remove();
});
