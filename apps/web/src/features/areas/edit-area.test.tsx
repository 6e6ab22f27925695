import { screen } from '@testing-library/dom';
import { listAreaOutlines } from '@waypost/contract/areas/area-outlines';
import { listAreaSets } from '@waypost/contract/areas/areas';
import { type AreaDetail, getArea, updateArea } from '@waypost/contract/areas/edit-area';
import { expect, test } from 'vitest';
import { createProblemResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog } from '../../testing/screen-user.ts';
import { adminAccount } from '../../testing/test-entities.ts';
import { buildAreaSet, buildOutlines } from './areas.fixture.ts';

const [camps, wards] = [buildAreaSet(1, 'Camps', 3), buildAreaSet(2, 'Wards', 2)];

const coordinates: [number, number][][][] = [
  [
    [
      [0, 0],
      [1.123456789, 0],
      [1, 1],
      [0, 0],
    ],
  ],
];
const camp: AreaDetail = {
  id: 5,
  set_id: 1,
  name: 'Old camp',
  version: 3,
  point_count: 4,
  geometry: { type: 'MultiPolygon', coordinates },
};

/** Opens the dialog for the area. @returns the person, the dialog, and what is sent */
async function openEditing(area: AreaDetail = camp) {
  let stored = area;
  const sent: unknown[] = [];
  apiServer.on(listAreaSets, () => ({ count: 2, results: [camps, wards], progress: null }));
  apiServer.on(listAreaOutlines, () => buildOutlines(coordinates));
  apiServer.on(getArea, () => stored);
  apiServer.on(updateArea, ({ body }) => {
    sent.push(body);
    if (body.version !== stored.version) return createProblemResponse('area.changed-since');
    stored = { ...stored, version: stored.version + 1 };
    return stored;
  });
  const person = await renderScreen('/settings/areas', { account: adminAccount });
  await person.press('button', 'Show Camps on the map');
  await person.choose('Area', 'Old camp');
  await person.press('button', 'Edit area');
  const dialog = await findDialog('Edit area');
  await dialog.findByRole('textbox', { name: /Name/ });
  return {
    person,
    dialog,
    sent,
    changeElsewhere: (change: Partial<AreaDetail>) => {
      stored = { ...stored, ...change, version: stored.version + 1 };
    },
  };
}

test('the name and the set of an area are changed, its outline is not sent', async () => {
  const { person, dialog, sent } = await openEditing();
  expect(dialog.getByRole('textbox', { name: /Name/ })).toHaveFocus();
  await person.write(dialog.getByRole('textbox', { name: /Name/ }), '');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Name is required.')).toBeVisible();
  await person.write(dialog.getByRole('textbox', { name: /Name/ }), 'New camp');
  await person.selectOptions(dialog.getByRole('combobox', { name: /^Set and level/ }), 'Wards · Level 2');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(sent).toEqual([{ version: 3, name: 'New camp', set_id: 2 }]);
});

test('a new outline keeps the decimals of its other corners, and the change is undone', async () => {
  const { person, dialog, sent } = await openEditing();
  const corners = dialog.getByRole('textbox', { name: /Corners/ });
  expect(corners).toHaveValue('0, 0\n0, 1.123456789\n1, 1');
  await person.write(corners, '0, 0\n0, 1.123456789');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Each part needs at least three corners.')).toBeVisible();
  await person.write(corners, '0, 0\n0, 1.123456789\n2, 2');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Old camp changed.')).toBeVisible();
  await person.press('button', 'Undo');
  expect(await screen.findByText('Change undone.')).toBeVisible();
  const ring = [
    [0, 0],
    [1.123456789, 0],
    [2, 2],
  ];
  expect(sent).toEqual([
    { version: 3, name: 'Old camp', set_id: 1, geometry: { type: 'MultiPolygon', coordinates: [[ring]] } },
    { version: 4, name: 'Old camp', set_id: 1, geometry: { type: 'MultiPolygon', coordinates } },
  ]);
});

test('an outline of too many points says so; the name can still be changed', async () => {
  const { person, dialog, sent } = await openEditing({ ...camp, point_count: 5001, geometry: null });
  expect(dialog.getByText(/^The outline has 5,001 points. Up to 5,000 can be changed by hand/)).toBeVisible();
  expect(dialog.queryByRole('textbox', { name: /Corners/ })).toBeNull();
  await person.write(dialog.getByRole('textbox', { name: /Name/ }), 'Big camp');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await expect.poll(() => sent).toEqual([{ version: 3, name: 'Big camp', set_id: 1 }]);
});

test('a change by somebody else is not overwritten: what was typed stays until the current area is asked for', async () => {
  const { person, dialog, changeElsewhere } = await openEditing();
  changeElsewhere({ name: 'Renamed elsewhere' });
  const name = () => dialog.getByRole('textbox', { name: /Name/ });
  await person.write(name(), 'Mine');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Someone has changed this area since you opened it.')).toBeVisible();
  expect(name()).toHaveValue('Mine');
  await person.click(dialog.getByRole('button', { name: 'Show the current area instead' }));
  await expect.poll(() => name()).toHaveValue('Renamed elsewhere');
  await person.write(name(), 'Both');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});
