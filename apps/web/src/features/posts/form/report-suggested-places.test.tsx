/** Places that are mentioned in the text of a new report, for its author to choose. */
import { screen } from '@testing-library/dom';
import { suggestPlacesForText } from '@waypost/contract/data-sources/data-sources';
import { createPost } from '@waypost/contract/posts/posts';
import { expect, test } from 'vitest';
import { createProblemResponse } from '../../../testing/fake-api-server.ts';
import { apiServer } from '../../../testing/render-screen.tsx';
import { openForm } from '../../../testing/report-form-screen.ts';
import { createTestAttribute } from '../../../testing/test-entities.ts';

const openPlaceForm = () =>
  openForm([createTestAttribute({ key: 'place', label: 'Place', input: 'location', type: 'point' })]);

test('a place in the text is offered, and becomes the place of the report', async () => {
  apiServer.on(createPost, () => null);
  apiServer.on(suggestPlacesForText, ({ body }) => {
    const isNamed = body.text.includes('Kumasi');
    const place = { name: 'Kumasi', country: 'GH', lat: 6.68848, lon: -1.62443, why: 'name' as const };
    return { count: isNamed ? 1 : 0, results: isNamed ? [place] : [] };
  });
  const person = await openPlaceForm();
  await person.fill(/^Title/, 'Water broken in Kumasi');
  await person.fill(/^What happened/, 'Since Monday');
  await person.press('button', /^Use this place: .*Kumasi, Ghana/);
  expect(apiServer.requests(suggestPlacesForText).at(-1)?.body).toEqual({
    text: 'Water broken in Kumasi\nSince Monday',
  });
  await person.press('button', 'Send report');
  await expect
    .poll(() => (apiServer.requests(createPost).at(-1)?.body.values as Record<string, unknown>)?.['place'])
    .toEqual([{ lat: 6.68848, lon: -1.62443 }]);
});

test('what is offered follows the text, until a place is chosen', async () => {
  const places = { Bam: ['Bam', 'IR'], Bamako: ['Bamako', 'ML'] } as const;
  apiServer.on(suggestPlacesForText, ({ body }) => {
    const [name, country] = body.text.includes('Bamako') ? places.Bamako : places.Bam;
    return { count: 1, results: [{ name, country, lat: 12.6, lon: -8, why: 'name' as const }] };
  });
  const person = await openPlaceForm();
  await person.fill(/^Title/, 'Flood in Bam');
  await screen.findByRole('button', { name: /^Use this place: .*Bam, Iran/ });
  await person.fill(/^Title/, 'Flood in Bamako');
  await person.press('button', /^Use this place: .*Bamako, Mali/);
  expect(screen.queryByRole('button', { name: /^Use this place/ })).toBeNull();
});

test('a server without suggestions, or one that refuses them, leaves the form as it is', async () => {
  apiServer.on(suggestPlacesForText, () => createProblemResponse('request.no-route'));
  const person = await openPlaceForm();
  await person.fill(/^Title/, 'Water broken in Kumasi');
  await expect.poll(() => apiServer.requests(suggestPlacesForText)).toHaveLength(1);
  expect(screen.queryByText('Suggested places')).toBeNull();
  expect(screen.getByRole('textbox', { name: /^Title/ })).toBeVisible();
});
