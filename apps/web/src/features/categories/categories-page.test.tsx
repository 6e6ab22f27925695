import { screen, within } from '@testing-library/dom';
import {
  createCategories,
  deleteCategory,
  listCategories,
  mergeCategory,
  orderCategories,
  readCategory,
  updateCategory,
} from '@waypost/contract/categories/categories';
import { listPosts } from '@waypost/contract/posts/posts';
import { expect, test } from 'vitest';
import { createProblemResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog } from '../../testing/screen-user.ts';
import { adminAccount, createTestCategory, createTestPage } from '../../testing/test-entities.ts';

const open = () => renderScreen('/settings/categories', { account: adminAccount });
const list = async () => within(await screen.findByRole('list', { name: 'Categories' }));

const three = [
  createTestCategory({ id: 1, tag: 'Roads', priority: 1, children: [{ id: 4, url: '' }] }),
  createTestCategory({ id: 2, tag: 'Water', priority: 2, role: ['reviewer'] }),
  createTestCategory({ id: 3, tag: 'Health', priority: 3, description: 'Clinics and hospitals' }),
  createTestCategory({ id: 4, tag: 'Bridges', parent: { id: 1, url: '' } }),
];

test('children stand below their parent, in a list of their own', async () => {
  apiServer.on(listCategories, () => createTestPage(three));
  await open();
  const below = within(await screen.findByRole('list', { name: /Roads/ }));
  expect(below.getByRole('link', { name: 'Bridges' })).toBeVisible();
});

test('an empty list says what belongs here', async () => {
  apiServer.on(listCategories, () => createTestPage([]));
  await open();
  expect(await screen.findByText('No categories yet')).toBeVisible();
});

test('until the answer is there, it is said that it loads', async () => {
  let answer = (): void => undefined;
  apiServer.on(listCategories, async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return createTestPage(three);
  });
  await open();
  expect(await screen.findByText('Loading')).toBeVisible();
  await expect.poll(() => apiServer.requests(listCategories)).toHaveLength(1);
  answer();
  expect(await screen.findByRole('link', { name: 'Roads' })).toBeVisible();
  expect(screen.queryByText('Loading')).toBeNull();
});

test('a connection that breaks can be tried again', async () => {
  let isDown = true;
  apiServer.on(listCategories, () => (isDown ? createProblemResponse('server.busy') : createTestPage(three)));
  const person = await open();
  const again = await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await person.click(again);
  expect(await screen.findByRole('link', { name: 'Water' })).toBeVisible();
});

test('a step by keyboard sends the new order of the siblings alone', async () => {
  apiServer.on(listCategories, () => createTestPage(three));
  apiServer.on(orderCategories, () => createTestPage(three));
  const person = await open();
  const down = (await list()).getByRole('button', { name: 'Move Roads down' });
  down.focus();
  await person.keyboard('{Enter}');
  await expect.poll(() => apiServer.requests(orderCategories)[0]?.body.ids).toEqual([2, 1, 3]);
});

test('the first cannot go up, the last cannot go down', async () => {
  apiServer.on(listCategories, () => createTestPage(three));
  await open();
  const rows = await list();
  expect(rows.getByRole('button', { name: 'Move Roads up' })).toHaveAttribute('aria-disabled', 'true');
  expect(rows.getByRole('button', { name: 'Move Health down' })).toHaveAttribute('aria-disabled', 'true');
});

test('choosing all and then one fewer shows how many are selected', async () => {
  apiServer.on(listCategories, () => createTestPage(three));
  const person = await open();
  await person.press('checkbox', 'Select all');
  expect(screen.getByText('4 selected')).toBeVisible();
  await person.press('checkbox', 'Select Water');
  expect(screen.getByText('3 selected')).toBeVisible();
});

test('children are deleted before their parent, and what failed is told by name', async () => {
  apiServer.on(listCategories, () => createTestPage(three));
  apiServer.on(listPosts, () => createTestPage([], 7));
  apiServer.on(deleteCategory, ({ params }) =>
    params.id === 1 ? createProblemResponse('server.busy') : createTestCategory({ id: params.id }),
  );
  const person = await open();
  await person.press('checkbox', 'Select Roads');
  await person.press('checkbox', 'Select Bridges');
  await person.press('button', 'Delete');
  const dialog = await findDialog(/Delete 2/);
  await person.click(dialog.getByRole('button', { name: 'Delete' }));
  const report = await dialog.findByRole('alert');
  expect(report).toHaveTextContent(/Roads.*starting or busy/);
  expect(apiServer.requests(deleteCategory).map(({ params }) => params.id)).toEqual([4, 1]);
});

test('of a thousand categories two hundred are drawn, and the others are offered', async () => {
  const many = Array.from({ length: 1000 }, (_, at) =>
    createTestCategory({ id: at + 1, tag: `Category ${at + 1}` }),
  );
  apiServer.on(listCategories, () => createTestPage(many));
  await open();
  await screen.findByText('Category 1');
  expect(screen.getByText('Category 200')).toBeVisible();
  expect(screen.queryByText('Category 201')).toBeNull();
  expect(screen.getByText(/Show 200 more/)).toBeVisible();
});

test('a pasted list is shown as a tree, and what exists is marked', async () => {
  apiServer.on(listCategories, () => createTestPage(three));
  apiServer.on(createCategories, () => createTestPage([createTestCategory({ id: 9, tag: 'Tunnels' })]));
  const person = await open();
  await person.press('button', 'Paste a list');
  const dialog = await findDialog('Paste a list of categories');
  const text = dialog.getByRole('textbox', { name: /^Categories/ });
  await person.write(text, 'x');
  expect(text).toHaveAccessibleDescription(/2 to 255 characters/);
  expect(dialog.getByRole('button', { name: 'Add categories' })).toBeDisabled();
  await person.write(text, 'Roads\n  Bridges\n  Tunnels');
  const tree = within(dialog.getByRole('list', { name: 'Categories to add' }));
  await expect.poll(() => tree.queryAllByText('Already here')).toHaveLength(2);
  await person.click(dialog.getByRole('button', { name: 'Add categories' }));
  await screen.findByText('Categories added: 1');
  expect(apiServer.requests(createCategories)[0]?.body).toEqual({
    categories: [{ tag: 'Roads', children: ['Bridges', 'Tunnels'] }],
  });
});

test('chosen categories are merged into another one, and the dialog says how many reports move', async () => {
  apiServer.on(listCategories, () => createTestPage(three));
  apiServer.on(listPosts, () => ({ ...createTestPage([]), total_count: 12 }));
  apiServer.on(mergeCategory, () => createTestCategory({ id: 3, tag: 'Health' }));
  const person = await open();
  await person.press('checkbox', 'Select Water');
  await person.press('button', 'Merge');
  const dialog = await findDialog('Merge categories');
  await person.choose('Merge into', 'Roads › Bridges');
  expect(await dialog.findByText('Reports that move: 12')).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Merge' }));
  await screen.findByText('Categories merged: 1');
  expect(apiServer.requests(mergeCategory)[0]).toMatchObject({ params: { id: 2 }, body: { into: 4 } });
});

test('of several chosen categories one can be kept: it is offered first, and the others are merged into it', async () => {
  apiServer.on(listCategories, () => createTestPage(three));
  apiServer.on(listPosts, () => ({ ...createTestPage([]), total_count: 3 }));
  apiServer.on(mergeCategory, () => createTestCategory({ id: 3, tag: 'Health' }));
  const person = await open();
  await person.press('checkbox', 'Select Water');
  await person.press('checkbox', 'Select Health');
  await person.press('button', 'Merge');
  const dialog = await findDialog('Merge categories');
  const names = within(dialog.getByRole('combobox', { name: 'Merge into' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Choose a category', 'Health', 'Water', 'Roads', 'Roads › Bridges']);
  await person.choose('Merge into', 'Health');
  expect(dialog.getByText(/Deleted: Water\./)).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Merge' }));
  await screen.findByText('Categories merged: 1');
  expect(apiServer.requests(mergeCategory).map(({ params, body }) => [params, body])).toEqual([
    [{ id: 2 }, { into: 3 }],
  ]);
});

test('a category moves below another one together with those below it', async () => {
  apiServer.on(listCategories, () => createTestPage(three));
  const moved = createTestCategory({ parent: { id: 3, url: '' } });
  apiServer.on(updateCategory, () => moved);
  apiServer.on(readCategory, () => moved);
  const person = await open();
  await person.press('checkbox', 'Select Roads');
  await person.press('button', 'Move');
  const dialog = await findDialog('Move categories');
  await person.choose('Move below', 'Health');
  expect(dialog.getByText(/Their subcategories move too/)).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Move' }));
  await screen.findByText('Categories moved: 2');
  expect(apiServer.requests(updateCategory).map(({ params, body }) => [params, body])).toEqual([
    [{ id: 4 }, { parent_id: 3 }],
    [{ id: 1 }, { parent_id: 3 }],
  ]);
  await person.press('button', 'Undo');
  await screen.findByText('Change undone.');
  expect(
    apiServer
      .requests(updateCategory)
      .slice(2)
      .map(({ params, body }) => [params.id, body]),
  ).toEqual([
    [1, { parent_id: null, role: null }],
    [4, { parent_id: 1 }],
  ]);
});
