import { screen, within } from '@testing-library/dom';
import { listImportWarnings, readImport } from '@waypost/contract/imports/imports';
import { expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import { adminAccount, createTestPage } from '../../../testing/test-entities.ts';
import { createTestImport } from '../import.fixture.ts';

const done = {
  ...createTestImport(['Title', 'Photo']),
  status: 'SUCCESS' as const,
  processed: '5',
  errors: '0',
};
const open = () => renderScreen('/settings/data-after-import?import=7', { account: adminAccount });

test('reports without their pictures are listed with the reason and a link to each', async () => {
  apiServer.on(readImport, () => ({ ...done, pictures: 3, warnings: 1 }));
  apiServer.on(listImportWarnings, () =>
    createTestPage([
      {
        row: 2,
        line: 3,
        post: { id: 41, url: '' },
        errors: [
          {
            status: 422,
            code: 'pictureRefused',
            message: 'has a picture',
            params: { status: 404, label: 'Photo', key: 'photo' },
            column: 'Photo',
            column_index: 1,
            value: 'https://example.org/a.jpg',
          },
        ],
      },
    ]),
  );
  await open();
  const list = await screen.findByRole('region', { name: 'Reports with missing pictures' });
  const row = await within(list).findByRole('row', {
    name: /^3 Photo https:\/\/example\.org\/a\.jpg .*\(status 404\)/,
  });
  expect(within(row).getByRole('link', { name: 'Report 41' })).toHaveAttribute('href', '/posts/41');
  expect(screen.getByText('Lacking pictures').parentElement).toHaveTextContent('1');
});

test('an import without pictures says nothing of them', async () => {
  apiServer.on(readImport, () => ({ ...done, pictures: 0, warnings: 0 }));
  await open();
  expect(await screen.findByText('lamps.csv was imported')).toBeVisible();
  expect(screen.queryByText('Pictures')).toBeNull();
});
