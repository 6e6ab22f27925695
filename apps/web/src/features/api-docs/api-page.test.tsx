import { screen } from '@testing-library/dom';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { adminAccount, createTestPage, createTestSurvey } from '../../testing/test-entities.ts';

test('shows the base URL of the API, and commands that begin with it', async () => {
  apiServer.on(listSurveys, () => createTestPage([createTestSurvey()]));
  await renderScreen('/settings/api', { account: adminAccount });
  expect(await screen.findByText(/^https?:\/\/[^/]+(?:\/\d+)?\/api\/v3$/)).toBeVisible();
  expect(screen.getByText(/\/oauth\/token' /)).not.toHaveTextContent('/api/v3');
});
