import { screen } from '@testing-library/dom';
import { changeLanguage } from 'i18next';
import { Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { addTranslations, useLoadedTranslations, whenTranslationsLoaded } from './i18n.ts';

/** A screen that waits for its translations, with a field and a button that renders it again. */
function Screen() {
  useLoadedTranslations();
  const [count, setCount] = useState(0);
  return (
    <>
      <input aria-label="Field" />
      <button type="button" onClick={() => setCount(count + 1)}>{`Rendered again ${count}`}</button>
    </>
  );
}

test('a screen and its focus stay while the translations of another part are loaded', async () => {
  await changeLanguage('ar');
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(
    <Suspense fallback="Loading">
      <Screen />
    </Suspense>,
  );
  const field = await screen.findByLabelText('Field');
  field.focus();
  let finishLoading = (_translations: object) => {};
  const loading = new Promise<object>((resolve) => {
    finishLoading = resolve;
  });
  // Screens of other test files of this process wait for the same translations.
  onTestFinished(async () => {
    finishLoading({});
    await whenTranslationsLoaded();
  });
  addTranslations({}, { '../../locales/other/ar.json': () => loading });
  screen.getByRole('button').click();
  await screen.findByText('Rendered again 1');
  expect(screen.queryByText('Loading')).toBeNull();
  expect(field).toBeVisible();
  expect(field).toHaveFocus();
  root.unmount();
  place.remove();
  await changeLanguage('en');
});
