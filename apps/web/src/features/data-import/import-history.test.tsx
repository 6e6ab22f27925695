import { screen, within } from '@testing-library/dom';
import { deleteImport, type Import, listImports } from '@waypost/contract/imports/imports';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { adminAccount, createTestPage, createTestSurvey } from '../../testing/test-entities.ts';
import { createTestImport } from './import.fixture.ts';

const openHistory = (imports: Import[]) => {
  apiServer.on(listSurveys, () => createTestPage([createTestSurvey()]));
  apiServer.on(listImports, () => createTestPage(imports));
  return renderScreen('/settings/data-import', { account: adminAccount });
};

test('a finished import is removed from the list, and its reports stay', async () => {
  const removed: number[] = [];
  apiServer.on(deleteImport, ({ params }) => {
    removed.push(params.id);
    apiServer.on(listImports, () => createTestPage([]));
    return createTestImport([]);
  });
  const person = await openHistory([{ ...createTestImport([]), status: 'SUCCESS', posts: 3 }]);
  await person.press('button', 'Remove lamps.csv from the list');
  const dialog = await screen.findByRole('dialog', { name: 'Remove lamps.csv from the list?' });
  expect(dialog).toHaveTextContent(/Its reports stay\. The import can then no longer be undone/);
  await person.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('No imports yet')).toBeVisible();
  expect(removed).toEqual([7]);
});

test('a file that waits is deleted, one that is being imported is not, and the page says which ones count', async () => {
  await openHistory([
    { ...createTestImport([]), id: 8, name: 'running.csv', status: 'PENDING' },
    createTestImport([]),
  ]);
  expect(await screen.findByText(/^At most 50 files of yours can wait to be imported\./)).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Delete the file lamps.csv' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /running\.csv/ })).toBeNull();
});
