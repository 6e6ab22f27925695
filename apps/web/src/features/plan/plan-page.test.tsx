import { screen } from '@testing-library/dom';
import { defaultFeatures } from '@waypost/contract/settings/features';
import { expect, test } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { createTestAccount } from '../../testing/test-entities.ts';

const admin = createTestAccount({ role: 'admin' });

test('a new deployment shows what it contains: no plans for sale, no notice of an older plan', async () => {
  await renderScreen('/settings/plan', { account: admin });
  expect(await screen.findByText('Current plan')).toBeVisible();
  expect(screen.queryByRole('tab')).toBeNull();
  expect(screen.queryByText(/older plan/)).toBeNull();
});

test('an operator who sells plans shows all plans, and the notice to deployments on an older one', async () => {
  const features = { views: { ...defaultFeatures.views, plan: true } };
  await renderScreen('/settings/plan', { account: admin, config: { features, site: { tier: 'surveyor' } } });
  expect(await screen.findByText(/^This site is on an older plan/)).toBeVisible();
  expect(screen.getAllByRole('tab')).toHaveLength(4);
});
