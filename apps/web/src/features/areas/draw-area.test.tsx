import { screen } from '@testing-library/dom';
import { listAreaOutlines } from '@waypost/contract/areas/area-outlines';
import { addAreas, createAreaSet, deleteAreas, listAreaSets } from '@waypost/contract/areas/areas';
import { expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog } from '../../testing/screen-user.ts';
import { adminAccount } from '../../testing/test-entities.ts';
import { buildAreaSet, buildOutlines } from './areas.fixture.ts';

const camps = buildAreaSet(1, 'Camps', 3);

const open = () => {
  apiServer.on(listAreaSets, () => ({ count: 1, results: [camps], progress: null }));
  apiServer.on(listAreaOutlines, () =>
    buildOutlines([
      [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    ]),
  );
  return renderScreen('/settings/areas', { account: adminAccount });
};

test('an area is added by its corners as text', async () => {
  const person = await open();
  const sent: unknown[] = [];
  apiServer.on(addAreas, ({ body }) => {
    sent.push(...body.areas);
    return camps;
  });
  await person.press('button', 'Draw an area in Camps');
  const dialog = await findDialog('Add area');
  await person.click(dialog.getByRole('button', { name: 'Add area' }));
  expect(dialog.getByText('Name is required.')).toBeVisible();
  expect(dialog.getByRole('textbox', { name: /Name/ })).toHaveFocus();
  expect(dialog.getByText('Each part needs at least three corners.')).toBeVisible();
  await person.write(dialog.getByRole('textbox', { name: /Name/ }), ' New camp ');
  const corners = dialog.getByRole('textbox', { name: /Corners/ });
  const tooFew = 'Each part needs at least three corners.';
  for (const [wrong, message] of [
    ['1, 2\n3, 4', tooFew],
    ['1, 2\n3, 4\n5, 6\n\n1, 1\n2, 2', tooFew],
    ['1, 2\n3, 4\n91, 0', 'Line 3 needs a latitude and a longitude in degrees, such as 12.5, -3.'],
    ['1, 2\n\nnorth\n', 'Line 3 needs a latitude and a longitude in degrees, such as 12.5, -3.'],
    ['0, 170\n0, -170\n1, 170', /^Lines of more than 180 degrees/],
    ['1, 2\n3, 4\n5, 6', 'The corners are on one line. Add one beside it.'],
    ['0, 181', 'Line 1 needs a latitude and a longitude in degrees, such as 12.5, -3.'],
  ] as const) {
    await person.write(corners, wrong);
    await person.click(dialog.getByRole('button', { name: 'Add area' }));
    expect(dialog.getByText(message)).toBeVisible();
  }
  await person.write(corners, '1, 2\n3.5 -4\n-5;6\n7, 8\n');
  await person.click(dialog.getByRole('button', { name: 'Remove last corner' }));
  await person.click(dialog.getByRole('button', { name: 'Add area' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  const ring = [
    [2, 1],
    [-4, 3.5],
    [6, -5],
  ];
  expect(sent).toEqual([{ name: 'New camp', geometry: { type: 'MultiPolygon', coordinates: [[ring]] } }]);
});

test('a set is added without a file, for areas that are drawn', async () => {
  const person = await open();
  const created: unknown[] = [];
  apiServer.on(createAreaSet, ({ body }) => {
    created.push(body);
    return camps;
  });
  await person.press('button', 'Add areas');
  const dialog = await findDialog('Add areas');
  await person.click(dialog.getByRole('switch', { name: /^Draw the areas instead/ }));
  expect(dialog.queryByText('File of areas')).toBeNull();
  await person.write(dialog.getByRole('textbox', { name: /Name/ }), 'Camps');
  await person.click(dialog.getByRole('button', { name: 'Add areas' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(created).toEqual([{ name: 'Camps', level: 1 }]);
  expect(apiServer.requests(addAreas)).toEqual([]);
});

test('a chosen area is deleted after a question', async () => {
  const person = await open();
  const deleted: unknown[] = [];
  apiServer.on(deleteAreas, ({ query }) => {
    deleted.push(query.area);
    return camps;
  });
  await person.press('button', 'Show Camps on the map');
  expect(screen.queryByRole('button', { name: 'Delete area' })).toBeNull();
  await person.choose('Area', 'Old camp');
  await person.press('button', 'Delete area');
  const confirmation = await findDialog('Delete Old camp?');
  await person.click(confirmation.getByRole('button', { name: 'Delete area' }));
  await expect.poll(() => deleted).toEqual([[5]]);
});
