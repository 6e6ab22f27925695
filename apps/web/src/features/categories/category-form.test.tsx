import { screen } from '@testing-library/dom';
import {
  createCategory,
  deleteCategory,
  listCategories,
  readCategory,
  updateCategory,
} from '@waypost/contract/categories/categories';
import { listPosts } from '@waypost/contract/posts/posts';
import { beforeEach, expect, test } from 'vitest';
import {
  createForeignResponse,
  createProblemResponse,
  createValidationResponse,
  disconnectedResponse,
} from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog, waitForFocus } from '../../testing/screen-user.ts';
import {
  adminAccount,
  createTestCategory,
  createTestPage,
  memberAccount,
} from '../../testing/test-entities.ts';

beforeEach(() => apiServer.on(listCategories, () => createTestPage([createTestCategory()])));

const openNew = () => renderScreen('/settings/categories/create', { account: adminAccount });

test('a name that the server refuses is told at its field, which has the focus, and stays as typed', async () => {
  apiServer.on(createCategory, () => createValidationResponse({ field: 'slug', rule: 'taken' }));
  const person = await openNew();
  await person.fill('Name', 'Bridges');
  await person.fill('URL name', 'roads');
  await person.press('button', 'Add category');
  await screen.findByText(/already in use/);
  const slug = screen.getByRole('textbox', { name: 'URL name' });
  expect(slug).toHaveAccessibleDescription(/already in use/);
  expect(slug).toHaveFocus();
  expect(slug).toHaveValue('roads');
  expect(apiServer.requests(createCategory)[0]?.body).toMatchObject({ tag: 'Bridges', slug: 'roads' });
});

test('a saved category leads back to the list', async () => {
  apiServer.on(createCategory, ({ body }) => createTestCategory({ id: 2, tag: body.tag }));
  const person = await openNew();
  await person.fill('Name', 'Bridges');
  await person.press('button', 'Add category');
  await screen.findByRole('link', { name: 'Add a category' });
  expect(person.router.state.location.pathname).toBe('/settings/categories');
});

test.each([
  ['a busy server', createProblemResponse('server.busy', {}, { 'retry-after': '5' }), /starting or busy/],
  ['a broken connection', disconnectedResponse, /could not be reached/],
  ['a proxy that answers in words of its own', createForeignResponse(502), /starting or busy/],
])('%s is told above the button, and what was typed stays', async (_, answer, text) => {
  apiServer.on(createCategory, () => answer);
  const person = await openNew();
  await person.fill('Name', 'Bridges');
  await person.press('button', 'Add category');
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Bridges');
  expect(person.router.state.location.pathname).toBe('/settings/categories/create');
});

test('nothing can be saved without a name, and a field that was left empty says so', async () => {
  const person = await openNew();
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await person.click(name);
  await person.tab();
  expect(name).toHaveAccessibleDescription('Name is required.');
  expect(screen.getByRole('button', { name: 'Add category' })).toBeDisabled();
});

test('roles are asked for only when the category is not for everyone, and at least one is needed', async () => {
  const person = await openNew();
  await person.fill('Name', 'Bridges');
  expect(screen.queryByRole('checkbox', { name: 'Reviewer' })).toBeNull();
  await person.press('radio', 'Specific roles');
  expect(screen.getByRole('button', { name: 'Add category' })).toBeDisabled();
  await person.press('checkbox', 'Reviewer');
  expect(screen.getByRole('button', { name: 'Add category' })).toBeEnabled();
});

test('a category below another takes over its roles and is not asked for any', async () => {
  const person = await openNew();
  await person.choose('Parent category', 'Roads');
  expect(screen.queryByRole('radio', { name: 'Specific roles' })).toBeNull();
});

test('leaving with something typed asks first; staying keeps it', async () => {
  const person = await openNew();
  await person.fill('Name', 'Bridges');
  await person.press('button', 'Cancel');
  const dialog = await findDialog('Leave without saving?');
  await person.click(dialog.getByRole('button', { name: 'Stay here' }));
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Bridges');
});

test('leaving with nothing typed asks nothing', async () => {
  const person = await openNew();
  await person.press('button', 'Cancel');
  await screen.findByRole('link', { name: 'Add a category' });
});

test('only what changed makes it possible to save', async () => {
  apiServer.on(readCategory, () => createTestCategory({ id: 5, tag: 'Water' }));
  apiServer.on(updateCategory, () =>
    createValidationResponse({ field: 'tag', rule: 'maxlength', params: { max: 255 } }),
  );
  const person = await renderScreen('/settings/categories/5', { account: adminAccount });
  const save = await screen.findByRole('button', { name: 'Save' });
  expect(save).toBeDisabled();
  await person.fill('Description', 'Pipes and wells');
  await screen.findByText('Not saved yet');
  await person.click(save);
  expect(await screen.findByText('Name can have at most 255 characters.')).toBeVisible();
});

/** Renames a category to "Wells". @returns a function that changes it as another user would, too */
async function renameWater() {
  let water = createTestCategory({ id: 5, tag: 'Water', slug: 'water' });
  const change = (changes: Partial<typeof water>) => {
    water = { ...water, ...changes };
    return water;
  };
  apiServer.on(readCategory, () => water);
  apiServer.on(updateCategory, ({ body }) => change({ tag: body.tag ?? water.tag }));
  const person = await renderScreen('/settings/categories/5', { account: adminAccount });
  await person.fill('Name', 'Wells');
  await person.press('button', 'Save');
  await screen.findByRole('button', { name: 'Undo' });
  return { person, change };
}

test('a category that somebody has restricted since is not set back', async () => {
  const { person, change } = await renameWater();
  change({ role: ['admin'] });
  await person.press('button', 'Undo');
  expect(await screen.findByText('Someone changed this since. Nothing was undone.')).toBeVisible();
  expect(apiServer.requests(updateCategory)).toHaveLength(1);
});

test('a renamed and moved category can be set back from the message', async () => {
  const { person } = await renameWater();
  await person.press('button', 'Undo');
  expect(await screen.findByText('Change undone.')).toBeVisible();
  expect(apiServer.requests(updateCategory).at(-1)?.body).toMatchObject({
    tag: 'Water',
    slug: 'water',
    parent_id: null,
  });
});

test('a category that is not there says so', async () => {
  apiServer.on(readCategory, () => createProblemResponse('entity.not-found', { resource: 'tag', id: 9 }));
  await renderScreen('/settings/categories/9', { account: adminAccount });
  expect(await screen.findByText('Category not found')).toBeVisible();
});

test('a category with others below it cannot be put below one itself', async () => {
  apiServer.on(readCategory, () => createTestCategory({ id: 5, children: [{ id: 6, url: '' }] }));
  await renderScreen('/settings/categories/5', { account: adminAccount });
  expect(await screen.findByRole('combobox', { name: 'Parent category' })).toBeDisabled();
});

test('deleting asks first, tells a refusal inside the question, and Cancel deletes nothing', async () => {
  apiServer.on(readCategory, () => createTestCategory({ id: 5, tag: 'Water' }));
  apiServer.on(listPosts, () => createTestPage([], 7));
  apiServer.on(deleteCategory, () => createProblemResponse('server.busy'));
  const person = await renderScreen('/settings/categories/5', { account: adminAccount });
  await person.press('button', 'Delete category');
  const dialog = await findDialog(/Delete.*Water/);
  await waitForFocus(dialog.getByRole('button', { name: 'Cancel' }));
  await person.click(dialog.getByRole('button', { name: 'Delete category' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(/starting or busy/);
  await person.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitForFocus(screen.getByRole('button', { name: 'Delete category' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(apiServer.requests(deleteCategory)).toHaveLength(1);
});

test('who may not manage settings is led away', async () => {
  // The map below the screen asks for its list.
  apiServer.on(listPosts, () => createTestPage([]));
  const person = await renderScreen('/settings/categories/create', { account: memberAccount });
  await expect.poll(() => person.router.state.location.pathname).not.toContain('/settings');
});
