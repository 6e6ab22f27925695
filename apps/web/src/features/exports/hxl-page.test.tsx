import { screen } from '@testing-library/dom';
import { listAllAttributes } from '@waypost/contract/surveys/attributes';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { listAllTasks } from '@waypost/contract/surveys/tasks';
import { beforeEach, expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import {
  adminAccount,
  createTestAttribute,
  createTestPage,
  createTestSurvey,
  createTestTask,
} from '../../testing/test-entities.ts';

beforeEach(() => {
  apiServer.on(listSurveys, () => createTestPage([createTestSurvey()]));
  apiServer.on(listAllTasks, () => createTestPage([createTestTask()]));
  apiServer.on(listAllAttributes, () =>
    createTestPage([
      createTestAttribute({ id: 1, key: 'depth', label: 'Depth', type: 'int' }),
      createTestAttribute({ id: 2, key: 'road', label: 'Road', type: 'varchar' }),
    ]),
  );
});

test('the box above the fields selects them all, and the alert goes with what caused it', async () => {
  const person = await renderScreen('/settings/hdx', { account: adminAccount });
  await person.press('button', 'Export to CSV');
  expect(await screen.findByRole('alert')).toHaveTextContent('No fields selected. Choose at least one.');
  await person.click(screen.getByRole('checkbox', { name: /^All/ }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('checkbox', { name: 'Depth' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Road' })).toBeChecked();
});
