import { screen, within } from '@testing-library/dom';
import type { Post } from '@waypost/contract/posts/posts';
import { readSender } from '@waypost/contract/posts/senders';
import { type PostContext, readPostContext } from '@waypost/contract/review/post-context';
import { beforeEach, expect, test } from 'vitest';
import { createProblemResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { adminAccount } from '../../testing/test-entities.ts';
import { answerReview, waitingPost } from './review-server.fixture.ts';

const minutesAgo = (minutes: number) =>
  new Date(Date.now() - minutes * 60_000).toISOString().replace(/\..*/, '+00:00');
const other = (id: number, distance: number | null, seconds_later: number) => ({
  id,
  title: `Other ${id}`,
  status: 'published' as const,
  post_date: minutesAgo(90),
  location: distance === null ? null : { lat: 1, lon: 2 },
  distance,
  seconds_later,
});
const fullContext: PostContext = {
  duplicates: [
    { ...other(7, 200, -600), reasons: ['picture', 'words', 'place', 'time'] },
    { ...other(8, null, 30), reasons: ['sender', 'time'] },
  ],
  nearby: [other(9, 1500, 172_800), other(10, 0, 3600)],
  location: { lat: 1, lon: 2 },
  sender: { kind: 'account', published: 3, draft: 0, archived: 1 },
  decisions: [
    {
      created: minutesAgo(5),
      before: 'published',
      after: 'draft',
      user: { id: 1, url: '', realname: 'Amina' },
    },
    { created: minutesAgo(9), before: 'draft', after: 'published', user: null },
  ],
  photos: [
    {
      media: { id: 1, url: '' },
      taken: minutesAgo(120),
      seconds_later: -7200,
      location: { lat: 1, lon: 2 },
      distance: 3200,
    },
  ],
};

beforeEach(() => {
  let queue: Post[] = [waitingPost(1)];
  answerReview(apiServer, {
    read: () => queue,
    remove: () => {
      queue = [];
    },
  });
});

const open = async (context: PostContext) => {
  apiServer.on(readPostContext, () => context);
  const person = await renderScreen('/review', { account: adminAccount });
  await screen.findByRole('heading', { level: 2, name: 'Report 1' });
  return person;
};
const findPart = (name: string) => screen.findByRole('region', { name });

test('related reports are listed once, with their reasons, and open in another window', async () => {
  const fromSender = (id: number) => ({
    id,
    title: `Other ${id}`,
    status: 'draft' as const,
    created: minutesAgo(150),
  });
  apiServer.on(readSender, () => ({
    kind: 'contact' as const,
    name: '0700',
    held: null,
    total: 5,
    open: 5,
    posts: [12, 10, 8, 1].map(fromSender),
    cleanups: [],
  }));
  await open(fullContext);
  const part = within(await findPart('Related reports'));
  expect(part.getAllByRole('link').map((it) => it.textContent)).toEqual([
    'Other 7',
    'Other 8',
    'Other 9',
    'Other 10',
    'Other 12',
  ]);
  expect(part.getAllByText('Possible duplicate')).toHaveLength(2);
  expect(part.getByText('Same sender · Same place · 1 hour apart')).toBeVisible();
  expect(part.getByText('2 hours ago').parentElement).toHaveTextContent('Received: 2 hours ago');
  expect(part.getByText('Same picture · Similar words · 200 m away · 10 minutes apart')).toBeVisible();
  expect(part.getByText('Same sender · Same time')).toBeVisible();
  const link = part.getByRole('link', { name: 'Other 7' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/posts/7', '_blank']);
});

/** The sender of the report. */
const account = { kind: 'account' as const, name: 'Amina', held: null, total: 5, open: 5, cleanups: [] };

test('nearby reports, photographs, the sender’s numbers and decisions are in words', async () => {
  apiServer.on(readSender, () => ({
    ...account,
    posts: [{ id: 9, title: 'Other 9', status: 'draft' as const, created: minutesAgo(17) }],
  }));
  await open(fullContext);
  const nearby = within(await findPart('Related reports'));
  expect(nearby.getByText('Same sender · 1.5 km away · 2 days apart')).toBeVisible();
  expect(nearby.getByText('Same place · 1 hour apart')).toBeVisible();
  const photos = within(await findPart('Photos'));
  expect(
    photos.getByText('2 hours from the time of the report · 3.2 km from the place of the report'),
  ).toBeVisible();
  expect(screen.getByText('3 published · 0 under review · 1 archived')).toBeVisible();
  const decisions = within(await findPart('Earlier decisions')).getAllByRole('listitem');
  expect(decisions.map((it) => it.textContent)).toEqual([
    'Under reviewAmina · 5 minutes ago',
    'PublishedSomeone · 9 minutes ago',
  ]);
});

test('the map of nearby reports is shown on demand, and by keyboard', async () => {
  const person = await open(fullContext);
  const nearby = within(await findPart('Related reports'));
  const toggle = nearby.getByRole('button', { name: 'Show map' });
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  toggle.focus();
  await person.keyboard('{Enter}');
  expect(await nearby.findByRole('button', { name: 'Hide map' })).toHaveAttribute('aria-expanded', 'true');
  await person.keyboard('{Enter}');
  expect(await nearby.findByRole('button', { name: 'Show map' })).toBeVisible();
});

test('a long list is cut until it is wanted', async () => {
  const nearby = [21, 22, 23, 24, 25].map((id) => other(id, 100, 60));
  const person = await open({ ...fullContext, nearby });
  const part = within(await findPart('Related reports'));
  expect(part.getAllByRole('link')).toHaveLength(5);
  await person.click(part.getByRole('button', { name: 'Show all 7' }));
  expect(part.getAllByRole('link')).toHaveLength(7);
});

test('a report without a place and without duplicates says so', async () => {
  await open({ ...fullContext, duplicates: [], nearby: [], location: null, decisions: [], photos: [] });
  expect(await screen.findByText('No similar or nearby reports found.')).toBeVisible();
  expect(screen.getByText('This report has no place.')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Photos' })).toBeNull();
});

test('a context that cannot be loaded can be requested again', async () => {
  let fails = true;
  apiServer.on(readPostContext, () => (fails ? createProblemResponse('server.failed') : fullContext));
  const person = await renderScreen('/review', { account: adminAccount });
  await screen.findByRole('heading', { level: 2, name: 'Report 1' });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  fails = false;
  await person.click(retry);
  expect(await screen.findByText('Same sender · Same time')).toBeVisible();
});
