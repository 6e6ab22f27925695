import { screen, waitFor, within } from '@testing-library/dom';
import { listMergedPosts, mergePosts, splitPosts } from '@waypost/contract/posts/merged-posts';
import { listPosts, type Post, readPost } from '@waypost/contract/posts/posts';
import { readPostContext } from '@waypost/contract/review/post-context';
import { beforeEach, describe, expect, test } from 'vitest';
import { createProblemResponse, createValidationResponse } from '../../../testing/fake-api-server.ts';
import { answerPostPage } from '../../../testing/post-page.ts';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import { adminAccount, createTestPage, createTestPost } from '../../../testing/test-entities.ts';

const teamPrivileges: Post['allowed_privileges'] = ['read', 'update', 'change_status', 'delete'];
/** A post of the team's view. */
const post = (id: number, title: string, overrides: Partial<Post> = {}): Post =>
  createTestPost({
    id,
    title,
    allowed_privileges: teamPrivileges,
    merging: { merged_into: null, merged_count: 0 },
    ...overrides,
  });
const candidate = (id: number, title: string) => ({
  id,
  title,
  status: 'published' as const,
  post_date: '2026-03-01T10:00:00+00:00',
  location: null,
  distance: null,
  seconds_later: 60,
  reasons: ['words' as const],
});

/** Primary and other posts of the requests that were sent. */
const listInputs = (endpoint: typeof mergePosts) =>
  apiServer.requests(endpoint).map(({ params, body }) => [params.id, body.post_ids]);

let posts: Post[] = [];
beforeEach(() => {
  posts = [
    post(1, 'Bridge closed', { status: 'draft' }),
    post(2, 'Bridge down', { content: 'By the flood' }),
  ];
  apiServer.on(
    readPost,
    ({ params }) => posts.find(({ id }) => id === params.id) ?? createProblemResponse('entity.not-found'),
  );
  answerPostPage();
  apiServer.on(readPostContext, () => ({
    duplicates: [candidate(2, 'Bridge down')],
    nearby: [],
    location: null,
    sender: { kind: 'unknown' as const, published: 0, draft: 0, archived: 0 },
    decisions: [],
    photos: [],
  }));
});

describe('the dialog', () => {
  const open = async () => {
    const person = await renderScreen('/posts/1', { account: adminAccount });
    await person.press('button', 'More actions');
    await person.press('menuitem', 'Merge with another report');
    const dialog = within(await screen.findByRole('dialog', { name: 'Merge reports' }));
    return { person, dialog };
  };

  test('suggests possible duplicates, shows which report stays, and merges', async () => {
    apiServer.on(mergePosts, ({ params }) =>
      post(params.id, params.id === 1 ? 'Bridge closed' : 'Bridge down'),
    );
    const { person, dialog } = await open();
    await person.click(await dialog.findByRole('radio', { name: /^Bridge down/ }));
    const choice = within(await dialog.findByRole('radiogroup', { name: 'Which report stays?' }));
    // A published one stays, unless somebody chooses otherwise.
    await waitFor(() => expect(choice.getByRole('radio', { name: /^Bridge down/ })).toBeChecked());
    expect(choice.getByText('By the flood')).toBeVisible();
    expect(dialog.queryByText(/is published/)).toBeNull();
    await person.click(choice.getByRole('radio', { name: /^Bridge closed/ }));
    expect(dialog.getByText(/“Bridge down” is published/)).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Merge reports' }));
    expect(await screen.findByText('Merged into: Bridge closed')).toBeVisible();
    expect(listInputs(mergePosts)).toEqual([[1, [2]]]);
  });

  test('says how many reports are merged into the other one, which then has to stay', async () => {
    posts = [
      post(1, 'Bridge closed', { merging: { merged_into: null, merged_count: 3 } }),
      post(2, 'Bridge down', { status: 'published' }),
    ];
    apiServer.on(listMergedPosts, () => ({ count: 3, results: [] }));
    apiServer.on(mergePosts, ({ params }) => post(params.id, 'Bridge closed'));
    const { person, dialog } = await open();
    await person.click(await dialog.findByRole('radio', { name: /^Bridge down/ }));
    const choice = within(await dialog.findByRole('radiogroup', { name: 'Which report stays?' }));
    const whole = await choice.findByRole('radio', { name: /^Bridge closed.*3 merged reports/ });
    expect(whole).toBeChecked();
    expect(dialog.queryByText(/Let it stay/)).toBeNull();
    await person.click(choice.getByRole('radio', { name: /^Bridge down/ }));
    expect(
      dialog.getByText('“Bridge closed” has 3 merged reports. Let it stay, or split them off first.'),
    ).toBeVisible();
    const merge = dialog.getByRole('button', { name: 'Merge reports' });
    expect(merge).toBeDisabled();
    expect(merge).toHaveAccessibleDescription(/^“Bridge closed” has 3 merged reports/);
    await person.click(whole);
    await person.click(dialog.getByRole('button', { name: 'Merge reports' }));
    await screen.findByText('Merged into: Bridge closed');
    expect(listInputs(mergePosts)).toEqual([[1, [2]]]);
  });

  test('says what to do when both reports have merged ones', async () => {
    posts = [
      post(1, 'Bridge closed', { merging: { merged_into: null, merged_count: 3 } }),
      post(2, 'Bridge down', { merging: { merged_into: null, merged_count: 1 } }),
    ];
    apiServer.on(listMergedPosts, () => ({ count: 3, results: [] }));
    const { person, dialog } = await open();
    await person.click(await dialog.findByRole('radio', { name: /^Bridge down/ }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Several of these reports have merged reports. Split off those of all but one first.',
    );
    expect(dialog.getByRole('button', { name: 'Merge reports' })).toBeDisabled();
  });

  test('offers to undo, which splits the same reports', async () => {
    apiServer.on(mergePosts, () => post(2, 'Bridge down'));
    apiServer.on(splitPosts, () => post(2, 'Bridge down'));
    const { person, dialog } = await open();
    await person.click(await dialog.findByRole('radio', { name: /^Bridge down/ }));
    await dialog.findByRole('radiogroup', { name: 'Which report stays?' });
    await person.click(dialog.getByRole('button', { name: 'Merge reports' }));
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Report split off.')).toBeVisible();
    expect(listInputs(splitPosts)).toEqual([[2, [1]]]);
  });

  test('asks for a report, and keeps the choice after an error', async () => {
    apiServer.on(mergePosts, () =>
      createValidationResponse({ field: 'post_ids', rule: 'postIsMerged', params: { value: 1 } }),
    );
    const { person, dialog } = await open();
    await dialog.findByRole('radio', { name: /^Bridge down/ });
    await person.click(dialog.getByRole('button', { name: 'Merge reports' }));
    expect(dialog.getByText('Choose a report first.')).toBeVisible();
    await person.click(dialog.getByRole('radio', { name: /^Bridge down/ }));
    await dialog.findByRole('radiogroup', { name: 'Which report stays?' });
    await person.click(dialog.getByRole('button', { name: 'Merge reports' }));
    expect(await dialog.findByText(/Report 1 is merged into another report/)).toBeVisible();
    expect(dialog.getAllByRole('radio', { name: /^Bridge down/, checked: true })).toHaveLength(2);
  });

  test('finds any other report by words, and says when it finds none', async () => {
    apiServer.on(listPosts, ({ search }) =>
      createTestPage(search.get('q') === 'harbour' ? [post(7, 'Harbour bridge'), ...posts] : []),
    );
    const { person, dialog } = await open();
    const field = dialog.getByRole('searchbox', { name: 'Search by words or number' });
    await person.type(field, 'harbour');
    expect(await dialog.findByRole('radio', { name: /^Harbour bridge/ })).toBeVisible();
    expect(dialog.queryByRole('radio', { name: /^Bridge closed/ })).toBeNull();
    await person.type(field, 'x');
    expect(await dialog.findByText('No reports found. Try other words.')).toBeVisible();
  });

  test('says when nothing is suggested, and can be tried again after an error', async () => {
    apiServer.on(readPostContext, () => createProblemResponse('server.failed'));
    const { dialog } = await open();
    expect(await dialog.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('the page of a report', () => {
  const openPrimary = async (isTeam: boolean) => {
    const merging = { merged_into: null, merged_count: 2 };
    const privileges: Post['allowed_privileges'] = isTeam ? teamPrivileges : ['read'];
    posts = [post(1, 'Bridge closed', { merging, allowed_privileges: privileges })];
    return renderScreen('/posts/1', isTeam ? { account: adminAccount } : {});
  };
  const findSection = () => screen.findByRole('region', { name: 'Merged reports' });

  test('shows merged reports, which open in place and can be split off', async () => {
    apiServer.on(listMergedPosts, () => ({
      count: 2,
      results: [2, 3].map((id) => ({
        post: post(id, `Merged ${id}`, { status: 'draft', content: `Text ${id}` }),
        merged: '2026-03-02T10:00:00+00:00',
        merged_by: { id: 1, url: '', realname: 'Amina Admin' },
      })),
    }));
    apiServer.on(splitPosts, () => post(1, 'Bridge closed'));
    apiServer.on(mergePosts, () => post(1, 'Bridge closed'));
    const person = await openPrimary(true);
    expect(await screen.findByText('2 merged reports')).toBeVisible();
    const section = within(await findSection());
    expect(await section.findAllByText(/Merged by Amina Admin/)).toHaveLength(2);
    const toggle = section.getByRole('button', { name: 'Show report: Merged 2' });
    await person.click(toggle);
    expect(section.getByRole('button', { name: 'Hide report: Merged 2' })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
    await person.click(section.getByRole('button', { name: 'Split off: Merged 3' }));
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Merged into: Bridge closed');
    expect([listInputs(splitPosts), listInputs(mergePosts)]).toEqual([[[1, [3]]], [[1, [3]]]]);
  });

  test('says to the public how many merged reports are not public', async () => {
    apiServer.on(listMergedPosts, () => ({
      count: 2,
      results: [
        { post: post(2, 'Merged 2', { allowed_privileges: ['read'] }), merged: null, merged_by: null },
      ],
    }));
    await openPrimary(false);
    const section = within(await findSection());
    expect(await section.findByText("1 merged report isn't public.")).toBeVisible();
    expect(section.queryByRole('button', { name: /^Split off/ })).toBeNull();
  });

  test('can be tried again when merged reports cannot be loaded', async () => {
    apiServer.on(listMergedPosts, () => createProblemResponse('server.failed'));
    await openPrimary(true);
    const section = within(await findSection());
    expect(await section.findByRole('button', { name: 'Try again' })).toBeVisible();
  });

  test('of a merged report leads to the one that stays, for the team and for the public', async () => {
    const primary = post(1, 'Bridge closed');
    const merged = post(2, 'Bridge down', { merging: { merged_into: 1, merged_count: 0 } });
    for (const response of [merged, primary]) {
      apiServer.on(readPost, ({ params }) => (params.id === 1 ? primary : response));
      const person = await renderScreen('/posts/2', { account: adminAccount });
      await expect.poll(() => person.router.state.location.pathname).toBe('/posts/1');
      expect(await screen.findByRole('heading', { level: 1, name: 'Bridge closed' })).toBeVisible();
    }
  });
});
