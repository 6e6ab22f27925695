/** The place of a report where the site has street maps: search for streets, and the place in words. */
import { screen } from '@testing-library/dom';
import { listMapArchives } from '@waypost/contract/map-archives/map-archives';
import { describeMapPlaces, findMapNames, type MapName } from '@waypost/contract/map-archives/map-names';
import { findPlaces } from '@waypost/contract/places/places';
import { createPost } from '@waypost/contract/posts/posts';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { setOnline } from '../../../testing/browser-connection.ts';
import { createProblemResponse, disconnectedResponse } from '../../../testing/fake-api-server.ts';
import { describePlacesAs, noPlaceWords } from '../../../testing/place-words.ts';
import { apiServer, type ScreenOptions } from '../../../testing/render-screen.tsx';
import { fillRequiredFields, openForm } from '../../../testing/report-form-screen.ts';
import { createTestAttribute, createTestMapArchive, createTestPage } from '../../../testing/test-entities.ts';

const createName = (overrides: Partial<MapName> = {}): MapName => ({
  kind: 'street',
  type: null,
  name: 'Main Street',
  house_number: null,
  missing_house_number: null,
  place: 'Testham',
  lat: 50.0101,
  lon: 10.0111,
  distance: 1200,
  match: 'name',
  ...overrides,
});
const createTown = (name: string, lat: number) => ({
  id: 5,
  name,
  country: 'KE',
  population: 500_000,
  lat,
  lon: 36.8,
});

const openPlaceForm = (options: ScreenOptions = {}) =>
  openForm(
    [createTestAttribute({ key: 'place', label: 'Place', input: 'location', type: 'point' })],
    {},
    options,
  );

async function search(person: Awaited<ReturnType<typeof openForm>>, text: string) {
  await person.fill('Search for a street or place', text, 'combobox');
  // jsdom has no layout: the list counts as hidden there.
  return screen.findAllByRole('option', { hidden: true });
}

beforeEach(() => {
  apiServer.on(listMapArchives, () => createTestPage([createTestMapArchive()]));
  describePlacesAs(noPlaceWords);
  apiServer.on(findPlaces, () => ({ count: 0, results: [] }));
});

describe('the search', () => {
  test('lists streets, points and towns with what they are, where, and how far away', async () => {
    const results = [
      createName({ house_number: '12' }),
      createName({ kind: 'point', type: 'school', name: 'Main School', match: 'beginning', distance: 80 }),
      createName({ name: 'Maine Street', match: 'similar' }),
    ];
    apiServer.on(findMapNames, () => ({ count: results.length, results }));
    apiServer.on(findPlaces, () => ({ count: 1, results: [createTown('Main', 1)] }));
    const person = await openPlaceForm();
    const options = await search(person, 'main street 12');
    const texts = options.map((option) => option.textContent.replace(/\s+/g, ' '));
    expect(texts.slice(0, 2)).toEqual([
      'Main Street 12 Street · Testham · 1.2 km',
      'Main School School · Testham · 80 m',
    ]);
    expect(texts[2]).toMatch(/^Maine Street .* Similar name$/);
    // The text is not the beginning of its name.
    expect(texts[3]).toMatch(/^Main, Kenya City/);
    expect(apiServer.requests(findMapNames).at(-1)?.query).toMatchObject({ q: 'main street 12', lang: 'en' });
  });

  test('says that a street does not have the house number on the map', async () => {
    apiServer.on(findMapNames, () => ({ count: 1, results: [createName({ missing_house_number: '99' })] }));
    const person = await openPlaceForm();
    const [option] = await search(person, 'main street 99');
    expect(option).toHaveTextContent('Main Street Street · Testham · 1.2 km · Number 99 is not on the map');
  });

  test('Enter chooses the marked place, also when others have arrived above it', async () => {
    apiServer.on(listMapArchives, () => createTestPage([]));
    const egypt = { ...createTown('Cairo', 30), country: 'EG' };
    const unitedStates = { ...createTown('Cairo', 37), id: 6, country: 'US' };
    let sendPlaces: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      sendPlaces = resolve;
    });
    apiServer.on(findPlaces, async ({ query }) => {
      if (query.q === 'cai') return { count: 1, results: [egypt] };
      await waiting;
      return { count: 2, results: [unitedStates, egypt] };
    });
    const person = await openPlaceForm();
    const box = await screen.findByRole('combobox', { name: /^Search for a/ });
    await person.write(box, 'cai');
    await screen.findByRole('option', { name: /Egypt/, hidden: true });
    await person.write(box, 'cairo');
    await person.keyboard('{ArrowDown}');
    sendPlaces();
    await screen.findByRole('option', { name: /United States/, hidden: true });
    await person.keyboard('{Enter}');
    expect(box).toHaveValue('Cairo, Egypt');
  });

  test('Enter chooses the only place, or the only one with this name, also before they have arrived', async () => {
    apiServer.on(listMapArchives, () => createTestPage([]));
    const accra = { ...createTown('Accra', 5.6), country: 'GH' };
    apiServer.on(findPlaces, ({ query }) => {
      const suburb = { ...createTown('Accra New Town', 5.5), id: 6, country: 'GH' };
      const results = query.q === 'accra' ? [accra, suburb] : query.q === 'accra n' ? [suburb] : [];
      return { count: results.length, results };
    });
    const person = await openPlaceForm();
    const box = await screen.findByRole('combobox', { name: /^Search for a/ });
    await person.write(box, 'accra');
    await person.keyboard('{Enter}');
    await expect.poll(() => (box as HTMLInputElement).value).toBe('Accra, Ghana');
    await person.write(box, 'accra n');
    await screen.findByRole('option', { name: /New Town/, hidden: true });
    await person.keyboard('{Enter}');
    await expect.poll(() => (box as HTMLInputElement).value).toBe('Accra New Town, Ghana');
  });

  test('Enter chooses none of several places with the same name, and does not send the form', async () => {
    apiServer.on(listMapArchives, () => createTestPage([]));
    const results = [createTown('Cairo', 30), { ...createTown('Cairo', 37), id: 6, country: 'US' }];
    apiServer.on(findPlaces, () => ({ count: 2, results }));
    const person = await openPlaceForm();
    await fillRequiredFields(person);
    const box = await screen.findByRole('combobox', { name: /^Search for a/ });
    await person.write(box, 'cairo');
    await screen.findByRole('option', { name: /United States/, hidden: true });
    await person.keyboard('{Enter}');
    expect(box).toHaveValue('cairo');
    expect(apiServer.requests(createPost)).toEqual([]);
  });

  test('shows a town once, that of the map', async () => {
    const results = [
      createName({ kind: 'place', type: 'town', name: 'Vaduz', place: null, lat: 47.14, lon: 9.52 }),
    ];
    apiServer.on(findMapNames, () => ({ count: 1, results }));
    apiServer.on(findPlaces, () => ({
      count: 2,
      results: [
        { ...createTown('Vaduz', 47.15), lon: 9.53 },
        { ...createTown('Vaduz', -10), id: 6 },
      ],
    }));
    const options = await search(await openPlaceForm(), 'vaduz');
    expect(options.map((option) => option.textContent)).toEqual([
      expect.stringContaining('Vaduz Town'),
      expect.stringContaining('Vaduz, Kenya City'),
    ]);
  });

  test('a chosen street becomes the place of the report, in words below the map', async () => {
    apiServer.on(createPost, () => null);
    apiServer.on(findMapNames, () => ({ count: 1, results: [createName({ house_number: '12' })] }));
    describePlacesAs({
      street: { name: 'Main Street', house_number: '12' },
      point: { type: 'school', name: null },
      place: { type: 'town', name: 'Testham' },
    });
    const person = await openPlaceForm();
    await fillRequiredFields(person);
    const [option] = await search(person, 'main street 12');
    option?.click();
    expect(await screen.findByDisplayValue('Main Street 12')).toBeVisible();
    const words = await screen.findByText(/^Near .?Main Street 12.?, .?by the school.?$/);
    expect(words.closest('output')).toHaveTextContent('Testham');
    expect(apiServer.requests(describeMapPlaces).at(-1)?.query['at']).toEqual([
      { lat: 50.0101, lon: 10.0111 },
    ]);
    await person.press('button', 'Clear place');
    expect(screen.queryByText(/by the school/)).toBeNull();
    screen.getByText('Enter coordinates').click();
    await person.fill(/^Latitude/, '50.0101');
    await person.fill(/^Longitude/, '10.0111');
    await person.press('button', 'Send report');
    await expect
      .poll(() => (apiServer.requests(createPost).at(-1)?.body.values as Record<string, unknown>)?.['place'])
      .toEqual([{ lat: 50.0101, lon: 10.0111 }]);
    expect(JSON.stringify(apiServer.requests(createPost).at(-1)?.body)).not.toContain('school');
  });

  test('finds towns where streets cannot be searched, and streets where towns cannot', async () => {
    apiServer.on(findMapNames, () => createProblemResponse('request.no-route'));
    apiServer.on(findPlaces, () => ({ count: 1, results: [createTown('Mainz', 1)] }));
    const person = await openPlaceForm();
    expect((await search(person, 'mainz'))[0]).toHaveTextContent('Mainz, Kenya');
  });

  test('says that it needs a connection, and finds once there is one', async () => {
    apiServer.on(findPlaces, () => disconnectedResponse);
    apiServer.on(findMapNames, () => disconnectedResponse);
    const person = await openPlaceForm();
    setOnline(false);
    await person.fill('Search for a street or place', 'vaduz', 'combobox');
    expect(await screen.findByText(/^The search needs a connection/)).toBeVisible();
    expect(screen.queryByText(/not working/)).toBeNull();
    apiServer.on(findPlaces, () => ({ count: 1, results: [createTown('Vaduz', 47.14)] }));
    setOnline(true);
    expect(await screen.findByRole('option', { hidden: true })).toHaveTextContent('Vaduz, Kenya');
    expect(screen.queryByText(/needs a connection/)).toBeNull();
  });

  test('forgets the name of a result once another place is chosen', async () => {
    apiServer.on(findMapNames, () => ({ count: 0, results: [] }));
    apiServer.on(findPlaces, () => ({ count: 1, results: [createTown('Vaduz', 47.1410391)] }));
    const person = await openPlaceForm();
    const box = await screen.findByRole('combobox', { name: /^Search for a/ });
    await search(person, 'vaduz');
    await person.keyboard('{Enter}');
    await expect.poll(() => (box as HTMLInputElement).value).toBe('Vaduz, Kenya');
    await person.click(screen.getByText(/^Coordinates:/));
    // Of the same place, as it is stored: rounded.
    await person.write(screen.getByRole('textbox', { name: 'Latitude' }), '47.14104');
    await person.keyboard('{Enter}');
    expect(box).toHaveValue('Vaduz, Kenya');
    await person.write(screen.getByRole('textbox', { name: 'Latitude' }), '48.1');
    await person.keyboard('{Enter}');
    await expect.poll(() => (box as HTMLInputElement).value).toBe('');
    // A search that is still typed is not of this place.
    await person.write(box, 'vad');
    await person.press('button', 'Clear place');
    expect(box).toHaveValue('vad');
  });

  test('is that for towns where the site has no street maps', async () => {
    apiServer.on(listMapArchives, () => createTestPage([]));
    apiServer.on(findPlaces, () => ({ count: 1, results: [createTown('Nairobi', 1)] }));
    const person = await openPlaceForm();
    await person.type(
      await screen.findByRole('combobox', { name: 'Search for a town or village' }),
      'nairobi',
    );
    const option = await screen.findByRole('option', { hidden: true });
    expect(option.textContent.trim()).toBe('Nairobi, Kenya');
    expect(apiServer.requests(findMapNames)).toEqual([]);
  });
});

test('the location of the device is described by what is near it, unless it is rough', async () => {
  const accuracies = [20, 3000];
  const coords = { latitude: 50.0101, longitude: 10.0111 };
  const geolocation = {
    getCurrentPosition: (onFound: PositionCallback) =>
      onFound({ coords: { ...coords, accuracy: accuracies.shift() } } as GeolocationPosition),
  };
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: geolocation });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'geolocation');
  });
  describePlacesAs({
    street: { name: 'Main Street', house_number: null },
    point: null,
    place: null,
  });
  const person = await openPlaceForm();
  await person.press('button', 'Use my location');
  expect(await screen.findByText(/^Near .?Main Street.?$/)).toBeVisible();
  await person.press('button', 'Use my location');
  expect(await screen.findByText(/^Accurate to about 3 km/)).toBeVisible();
  expect(screen.queryByText(/^Near/)).toBeNull();
});

test.each([
  [{ street: { name: 'Main Street', house_number: null }, point: null, place: null }, 'Near Main Street'],
  [
    {
      street: null,
      point: { type: 'hospital', name: 'St. Mary' },
      place: { type: 'town', name: 'Testham' },
    },
    'Near Testham, by the hospital (St. Mary)',
  ],
  [{ street: null, point: null, place: { type: 'town', name: 'Testham' } }, 'Near Testham'],
  [{ street: null, point: { type: 'water_point', name: null }, place: null }, 'by the drinking water'],
  [
    { street: { name: 'A', house_number: null }, point: { type: 'volcano', name: 'Fuji' }, place: null },
    'Near A, Fuji',
  ],
])('the place is described by what is near it: %j', async (words, expected) => {
  describePlacesAs(words);
  const person = await openPlaceForm();
  (await screen.findByText('Enter coordinates')).click();
  (await screen.findByRole('textbox', { name: /^Latitude/ })).focus();
  await person.paste('50.01, 10.01');
  const visible = (text: string) => text.replace(/\p{Cf}/gu, '');
  await screen.findByText((text) => visible(text) === expected);
});
