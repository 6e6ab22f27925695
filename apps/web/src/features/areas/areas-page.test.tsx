import { screen, within } from '@testing-library/dom';
import { listAreaOutlines } from '@waypost/contract/areas/area-outlines';
import {
  type AreaSet,
  addAreas,
  createAreaSet,
  deleteAreaSet,
  deleteAreas,
  listAreaReferences,
  listAreaSets,
  updateAreaSet,
} from '@waypost/contract/areas/areas';
import { listAreas } from '@waypost/contract/areas/list-areas';
import { buildShapes, square as shapeOf } from '@waypost/survey-logic/testing/build-shapefile';
import { describe, expect, test } from 'vitest';
import { createProblemResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog } from '../../testing/screen-user.ts';
import { adminAccount } from '../../testing/test-entities.ts';
import { buildAreaSet } from './areas.fixture.ts';
import { zip, zipShapefile } from './shapefile/shapefile.fixture.ts';

const districts = buildAreaSet(1, 'Districts', 1, 47);

const open = (results: AreaSet[], progress: { done: number; total: number } | null = null) => {
  apiServer.on(listAreaSets, () => ({ count: results.length, results, progress }));
  return renderScreen('/settings/areas', { account: adminAccount });
};

const square = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 0],
];
const feature = (properties: object, coordinates: unknown = [square]) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Polygon', coordinates },
});
const flatArea = feature({ name: 'Vatican' }, [
  [
    [0, 0],
    [1, 1],
    [2, 2],
  ],
]);
const fileOf = (...features: object[]) =>
  new File([JSON.stringify({ type: 'FeatureCollection', features })], 'areas.geojson');

/** The dialog, with a file chosen in it. */
async function chooseFile(person: Awaited<ReturnType<typeof open>>, file: File) {
  await person.press('button', 'Add areas');
  const dialog = await findDialog('Add areas');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file input');
  await person.upload(input, file);
  return dialog;
}

test('the list says what each set is, and how far the areas of reports are found', async () => {
  await open([districts], { done: 250, total: 1000 });
  const list = await screen.findByRole('list', { name: 'Areas' });
  expect(within(list).getByRole('listitem')).toHaveTextContent('DistrictsLevel 1 · Areas: 47');
  expect(screen.getByText('Finding the areas of reports · 25%')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Finding the areas of reports' })).toBeVisible();
});

test('an empty list says how to get the first areas', async () => {
  await open([]);
  expect(await screen.findByText('No areas yet')).toBeVisible();
});

test('a list that cannot be loaded offers to try again', async () => {
  apiServer.on(listAreaSets, () => createProblemResponse('entity.not-found'));
  await renderScreen('/settings/areas', { account: adminAccount });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
});

test('areas are added from a file, named by the chosen field', async () => {
  const person = await open([]);
  const sent: unknown[] = [];
  apiServer.on(createAreaSet, ({ body }) => {
    sent.push(body);
    return districts;
  });
  apiServer.on(addAreas, ({ body }) => {
    sent.push(body);
    return districts;
  });
  const file = fileOf(feature({ code: 7, name: 'North' }), feature({ code: 7, name: 'South' }));
  const dialog = await chooseFile(person, file);
  expect(await dialog.findByText('2: North, South')).toBeVisible();
  await person.write(dialog.getByRole('textbox', { name: /Name/ }), 'Districts');
  await person.click(dialog.getByRole('button', { name: 'Add areas' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  const geometry = { type: 'Polygon', coordinates: [square] };
  expect(sent).toEqual([
    { name: 'Districts', level: 1 },
    {
      areas: [
        { name: 'North', geometry },
        { name: 'South', geometry },
      ],
    },
  ]);
});

test('areas are added from KML, with parts, holes and further data', async () => {
  const person = await open([]);
  const sent: unknown[] = [];
  apiServer.on(createAreaSet, () => districts);
  apiServer.on(addAreas, ({ body }) => {
    sent.push(body);
    return districts;
  });
  const ring = '<LinearRing><coordinates>0,0,5 1,0,5\n1,1,5 0,0,5</coordinates></LinearRing>';
  const polygon = `<Polygon><outerBoundaryIs>${ring}</outerBoundaryIs><innerBoundaryIs>${ring}</innerBoundaryIs></Polygon>`;
  const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>File</name>
    <Placemark><name>North</name><ExtendedData><Data name="code"><value>7</value></Data></ExtendedData>
    <MultiGeometry>${polygon}${polygon}</MultiGeometry></Placemark>
    <Placemark><name>Well</name><Point><coordinates>1,1</coordinates></Point></Placemark></Document></kml>`;
  const dialog = await chooseFile(person, new File([kml], 'areas.kml'));
  expect(await dialog.findByText('1: North')).toBeVisible();
  expect(
    within(dialog.getByRole('combobox', { name: 'Field with the names' })).getAllByRole('option'),
  ).toHaveLength(2);
  await person.write(dialog.getByRole('textbox', { name: /Name/ }), 'Districts');
  await person.click(dialog.getByRole('button', { name: 'Add areas' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(sent).toEqual([
    {
      areas: [
        {
          name: 'North',
          geometry: {
            type: 'MultiPolygon',
            coordinates: [
              [square, square],
              [square, square],
            ],
          },
        },
      ],
    },
  ]);
});

test('areas are added from a Shapefile in a zip', async () => {
  const person = await open([]);
  const sent: unknown[] = [];
  apiServer.on(createAreaSet, () => districts);
  apiServer.on(addAreas, ({ body }) => {
    sent.push(...body.areas.map(({ name }) => name));
    return districts;
  });
  const archive = zipShapefile(
    [[shapeOf(0, 0)], [shapeOf(2, 0)]],
    [
      { OBJECTID: '1', ADM1: 'North' },
      { OBJECTID: '2', ADM1: 'South' },
    ],
  );
  const dialog = await chooseFile(person, new File([archive.slice()], 'areas.zip'));
  expect(await dialog.findByText('2: North, South')).toBeVisible();
  await person.write(dialog.getByRole('textbox', { name: /Name/ }), 'Districts');
  await person.click(dialog.getByRole('button', { name: 'Add areas' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(sent).toEqual(['North', 'South']);
});

test('a chosen file is shown on a map, with the names of the chosen field', async () => {
  const person = await open([]);
  const file = fileOf(feature({ name: 'North', code: 'N1' }), feature({ name: 'South', code: 'S1' }));
  const dialog = await chooseFile(person, file);
  const areas = await dialog.findByRole('combobox', { name: 'Area' });
  const listed = () =>
    within(areas)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  expect(listed()).toEqual(['Choose area', 'North', 'South']);
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Field with the names' }), 'code');
  expect(listed()).toEqual(['Choose area', 'N1', 'S1']);
});

test.each([
  [new File(['<kml>'], 'areas.json'), 'This is not a GeoJSON or KML file, and not a Shapefile in a zip.'],
  [new File(['{'], 'areas.json'), 'This is not a GeoJSON or KML file, and not a Shapefile in a zip.'],
  [
    new File(
      ['<!DOCTYPE kml [<!ENTITY a "a">]><kml><Placemark><name>&a;</name></Placemark></kml>'],
      'areas.kml',
    ),
    'This is not a GeoJSON or KML file, and not a Shapefile in a zip.',
  ],
  [new File(['<kml xmlns="http://www.opengis.net/kml/2.2"/>'], 'areas.kml'), 'The file has no polygons.'],
  [
    fileOf({ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [1, 1] } }),
    'The file has no polygons.',
  ],
  [fileOf(flatArea), /^The outline of Vatican is not valid/],
  [fileOf(feature({ name: 'A' }), feature({})), 'No field of the file has a name for each polygon.'],
  [new File([zip({ 'a.txt': new Uint8Array() }).slice()], 'areas.zip'), 'The zip has no Shapefile (.shp).'],
  [
    new File([zip({ 'a.shp': buildShapes([]), 'b.shp': buildShapes([]) }).slice()], 'areas.zip'),
    'The zip has several Shapefiles: a.shp, b.shp. Put each into a zip of its own.',
  ],
  [
    new File(
      [zipShapefile([], [], { 'areas.prj': new TextEncoder().encode('A grid') }).slice()],
      'areas.zip',
    ),
    'The coordinate system A grid is not supported. Export the file again with longitudes and latitudes (WGS 84).',
  ],
])('a file that cannot be used says why (%#)', async (file, problem) => {
  const person = await open([]);
  const dialog = await chooseFile(person, file);
  expect(await dialog.findByText(problem)).toBeVisible();
});

test('an outline outside the world is named, and nothing is sent', async () => {
  const person = await open([]);
  const dialog = await chooseFile(
    person,
    fileOf(feature({ name: 'Grid' }, [[...square, [500_000, 4_000_000]]])),
  );
  expect(await dialog.findByText(/The outline of Grid is not valid/)).toBeVisible();
  await person.write(dialog.getByRole('textbox', { name: /Name/ }), 'Districts');
  await person.click(dialog.getByRole('button', { name: 'Add areas' }));
  expect(await dialog.findByText(/The outline of Grid is not valid/)).toBeVisible();
});

test('after an error, sending continues with the areas that are missing', async () => {
  const person = await open([]);
  let sets = 0;
  apiServer.on(createAreaSet, () => {
    sets += 1;
    return districts;
  });
  let fails = true;
  const counts: number[] = [];
  apiServer.on(addAreas, ({ body }) => {
    if (counts.length === 1 && fails) return createProblemResponse('server.busy');
    counts.push(body.areas.length);
    return districts;
  });
  const many = Array.from({ length: 250 }, (_, index) => feature({ name: `Ward ${index}` }));
  const dialog = await chooseFile(person, fileOf(...many));
  await person.write(dialog.getByRole('textbox', { name: /Name/ }), 'Wards');
  await person.click(dialog.getByRole('button', { name: 'Add areas' }));
  expect(await dialog.findByRole('alert')).toBeVisible();
  fails = false;
  await person.click(dialog.getByRole('button', { name: 'Add areas' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect([sets, counts]).toEqual([1, [200, 50]]);
});

describe('replacing', () => {
  const current = ['North', 'South', 'Twin', 'Twin'].map((name, index) => ({
    id: index + 1,
    set_id: 1,
    set_name: 'Districts',
    name,
  }));
  const openReplacing = async (file: File) => {
    apiServer.on(listAreas, () => ({ count: 4, results: current }));
    apiServer.on(listAreaReferences, () => ({
      fields: [
        { survey: 'Floods', label: 'Where', area_id: 2 },
        { survey: 'Floods', label: 'Home', area_id: 1 },
      ],
      saved_searches: [
        { area_id: 1, total: 9 },
        { area_id: 2, total: 3 },
      ],
    }));
    const person = await open([districts]);
    await person.press('button', 'Replace Districts from a file');
    const dialog = await findDialog('Replace Districts?');
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('no file input');
    await person.upload(input, file);
    return { person, dialog };
  };
  const file = fileOf(...['North', 'East', 'Twin', 'Twin'].map((name) => feature({ name })));

  test('the numbers and what refers to deleted areas are shown before anything is sent', async () => {
    const { dialog } = await openReplacing(file);
    expect(await dialog.findByText('Kept: 1 · New: 3 · Deleted: 3')).toBeVisible();
    expect(dialog.getByText('Deleted areas: South, Twin, Twin')).toBeVisible();
    expect(
      await dialog.findByText('The field “Where” of the survey “Floods” will accept places from anywhere.'),
    ).toBeVisible();
    expect(dialog.queryByText(/Home/)).toBeNull();
    expect(dialog.getByText(/^Saved searches by deleted areas: 3/)).toBeVisible();
    expect(apiServer.requests(addAreas)).toEqual([]);
  });

  test('areas with the same name keep their id; the others are deleted last', async () => {
    const { person, dialog } = await openReplacing(file);
    const sent: unknown[] = [];
    apiServer.on(addAreas, ({ body }) => {
      sent.push(body.areas.map(({ id, name }) => [id, name]));
      return districts;
    });
    apiServer.on(deleteAreas, ({ query }) => {
      sent.push(query.area);
      return districts;
    });
    await dialog.findByText('Kept: 1 · New: 3 · Deleted: 3');
    await person.click(dialog.getByRole('button', { name: 'Replace areas' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(sent).toEqual([
      [
        [1, 'North'],
        [undefined, 'East'],
        [undefined, 'Twin'],
        [undefined, 'Twin'],
      ],
      [2, 3, 4],
    ]);
  });

  test('after an error, the dialog stays with what went wrong', async () => {
    const { person, dialog } = await openReplacing(file);
    apiServer.on(addAreas, () => createProblemResponse('server.busy'));
    await dialog.findByText('Kept: 1 · New: 3 · Deleted: 3');
    await person.click(dialog.getByRole('button', { name: 'Replace areas' }));
    expect(await dialog.findByRole('alert')).toBeVisible();
    await expect.poll(() => dialog.getByRole('button', { name: 'Replace areas' })).toBeEnabled();
  });
});

test('a set is renamed and deleted', async () => {
  const person = await open([districts]);
  const changes: unknown[] = [];
  apiServer.on(updateAreaSet, ({ body }) => {
    changes.push(body);
    return districts;
  });
  apiServer.on(deleteAreaSet, ({ params }) => {
    changes.push(params.id);
    return districts;
  });
  await person.press('button', 'Edit Districts');
  const dialog = await findDialog('Edit areas');
  await person.write(dialog.getByRole('textbox', { name: /Name/ }), 'Provinces');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await expect.poll(() => changes).toEqual([{ name: 'Provinces', level: 1 }]);
  await person.press('button', 'Delete Districts');
  const confirmation = await findDialog('Delete Districts?');
  await person.click(confirmation.getByRole('button', { name: 'Delete areas' }));
  await expect.poll(() => changes.length).toBe(2);
});

test('a set is shown on a map, and its areas are listed by name', async () => {
  apiServer.on(listAreaOutlines, () => ({
    type: 'FeatureCollection' as const,
    features: ['South', 'North'].map((name, index) => ({
      type: 'Feature' as const,
      id: index + 1,
      properties: { name },
      geometry: { type: 'MultiPolygon' as const, coordinates: [[square as [number, number][]]] },
    })),
  }));
  const person = await open([districts]);
  await person.click(await screen.findByRole('button', { name: 'Show Districts on the map' }));
  const field = await screen.findByRole('combobox', { name: 'Area' });
  expect(
    within(field)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose area', 'North', 'South']);
  expect(apiServer.requests(listAreaOutlines).at(-1)?.query['set']).toBe(1);
});

test('an area without an inside is named and left out, and the rest of the file is added', async () => {
  const person = await open([]);
  const sent: string[] = [];
  apiServer.on(createAreaSet, () => districts);
  apiServer.on(addAreas, ({ body }) => {
    sent.push(...body.areas.map(({ name }) => name));
    return districts;
  });
  const dialog = await chooseFile(person, fileOf(flatArea, feature({ name: 'Italy' })));
  expect(await dialog.findByText('1: Italy')).toBeVisible();
  expect(dialog.getByText('Left out, because they have no inside (1): Vatican')).toBeVisible();
  await person.write(dialog.getByRole('textbox', { name: /Name/ }), 'Countries');
  await person.click(dialog.getByRole('button', { name: 'Add areas' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(sent).toEqual(['Italy']);
});
