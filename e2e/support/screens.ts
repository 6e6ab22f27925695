/**
 * All screens that have an address, and the dialogs and menus that can be opened over them, for journeys that check each one.
 */
import { expect, type Page } from '@playwright/test';
import { openLoaded } from './loaded-screen.ts';
import { callApi, tokenFor, type Waypost } from './waypost.ts';

export interface Screen {
  name: string;
  /** `{post}` and similar are placeholders for ids of the demo data. */
  path: string;
  viewer: 'visitor' | 'moderator' | 'admin';
  /** English names of the controls to click, in order. */
  clicks?: readonly string[];
}

/**
 * Every tenth screen: the part that the sweeps over all screens check on every commit, since each screen takes seconds.
 * `FULL_SWEEP=1` (`npm run test:all`) checks all.
 */
const sampleOf = (list: readonly Screen[]): readonly Screen[] =>
  process.env['FULL_SWEEP'] === '1' ? list : list.filter((_, at) => at % 10 === 0);

const screensOf = (viewer: Screen['viewer'], screens: Record<string, string>): Screen[] =>
  Object.entries(screens).map(([name, path]) => ({ name, path, viewer }));

/** Screens with an address of their own. */
export const screens: readonly Screen[] = sampleOf([
  ...screensOf('visitor', {
    'the map': '/views/map',
    'the list': '/views/data',
    'a post': '/posts/{post}',
    'the choice of a survey to report to': '/posts/create',
    'the report form': '/posts/create/{survey}',
    'the poster of a survey': '/posts/create/{survey}/poster',
    'the report form in a frame': '/posts/create/{survey}/noui',
    'the map in a frame': '/map/noui',
    'the list in a frame': '/list/noui',
    'the queued reports': '/device',
    'the collections': '/collections',
    'a collection': '/collections/{collection}/data',
    'a collection on the map of a visitor': '/collections/{collection}/map',
    'a saved search': '/savedsearches/{saved}/data',
    'a saved search on the map': '/savedsearches/{saved}/map',
    'the page of a person': '/users/{user}',
    'the page about the site': '/about',
    'the login': '/login',
    'the registration': '/register',
    'the forgotten password': '/forgotpassword',
    'the new password': '/forgotpassword/confirm',
    'an invitation without its code': '/invitation',
    'an invalid unsubscribe link': '/unsubscribe/nothing',
    'the form for a receipt code': '/receipt',
    'the forbidden page': '/forbidden',
    'the activity': '/activity',
    'the wall': '/activity/wall',
    'an unknown address': '/nowhere',
    'the diagnostics': '/verifier',
  }),
  ...screensOf('moderator', {
    'the map of a moderator': '/views/map',
    'the list of a moderator': '/views/data',
    'a post as a moderator sees it': '/posts/{post}',
    'the editing of a post by a moderator': '/posts/{post}/edit',
    'the review of a moderator': '/review',
    'the shift view of a moderator': '/review/shift',
    'the messages of a moderator': '/messages',
    'the page of a person for a moderator': '/users/{user}',
    'the activity of a moderator': '/activity',
  }),
  ...screensOf('admin', {
    'the list for reviewers': '/views/data',
    'the editing of a post': '/posts/{post}/edit',
    'the history of a post': '/posts/{post}/history',
    'a collection on the map': '/collections/{collection}/map',
    'the settings': '/settings',
    'the general settings': '/settings/general',
    'the templates': '/settings/templates',
    'a template': '/settings/templates/flood',
    'the moving of a set-up': '/settings/move',
    'the surveys': '/settings/surveys',
    'the survey builder': '/settings/surveys/edit/{survey}',
    'a new survey': '/settings/surveys/create',
    'a new targeted survey': '/settings/surveys/targeted/create',
    'the categories': '/settings/categories',
    'a new category': '/settings/categories/create',
    'a category': '/settings/categories/{category}',
    'a copy of a survey': '/settings/surveys/duplicate/{survey}',
    'the users': '/settings/users',
    'a user': '/settings/users/{user}',
    'a new user': '/settings/users/create',
    'the roles': '/settings/roles',
    'a new role': '/settings/roles/create',
    'a role': '/settings/roles/{role}',
    'the maps': '/settings/maps',
    'the rules of the review': '/settings/review',
    'the data sources': '/settings/datasources',
    'the simulated phones': '/settings/phone',
    'the messages': '/messages',
    'the review of reports': '/review',
    'the shift view': '/review/shift',
    'the shift view on a wall': '/review/shift/wall',
    'the import': '/settings/data-import',
    'the result of an import': '/settings/data-after-import',
    'the export': '/settings/data-export',
    'the set-up': '/settings/setup',
    'the invitations': '/settings/users/invitations',
    'the webhooks': '/settings/webhooks',
    'a new webhook': '/settings/webhooks/create',
    'the audit log': '/settings/audit',
    'the emergency measures': '/settings/emergency',
    'the status': '/settings/status',
    'the jobs': '/settings/jobs',
    'the outbox': '/settings/outbox',
    'the plan': '/settings/plan',
    'the plans': '/settings/plans',
    'the settings of HDX': '/settings/hdx',
    'the details of HDX': '/settings/hdx-details',
    'the keys of a user': '/settings/user-settings',
    'the documentation of the API': '/settings/api',
  }),
]);

const overlaysOf = (
  viewer: Screen['viewer'],
  path: string,
  openings: Record<string, readonly string[]>,
): Screen[] => Object.entries(openings).map(([name, clicks]) => ({ name, path, viewer, clicks }));

/** Dialogs, menus, sheets and tabs. */
export const overlays: readonly Screen[] = sampleOf([
  ...overlaysOf('visitor', '/views/map', {
    'the menu of a visitor': ['More'],
    'the filters on the map': ['Sort and filter'],
    'the base maps': ['Base map'],
    'the sharing of the map': ['Share this view'],
  }),
  ...overlaysOf('visitor', '/posts/{post}', { 'the sharing of a post': ['Share'] }),
  ...overlaysOf('admin', '/views/data', {
    'the menu of the team': ['More'],
    'the menu of the account': ['Account'],
    'the account settings': ['Account', 'Account settings'],
    'the notification settings': ['Account', 'Account settings', 'Notifications'],
    'a new contact': ['Account', 'Account settings', 'Notifications', 'Add a contact'],
    'the logins of an account': ['Account', 'Account settings', 'Logins'],
    'the filters of the team': ['Sort and filter'],
    'the bulk actions': ['Bulk actions'],
  }),
  ...overlaysOf('admin', '/posts/{post}', {
    'the actions on a post': ['More actions'],
  }),
  ...overlaysOf('admin', '/collections', { 'a new collection': ['New collection'] }),
  ...overlaysOf('admin', '/settings/surveys/edit/{survey}', {
    'a new field': ['Add a field'],
    'who may answer a survey': ['Configure'],
    'the sharing of a survey': ['Share'],
  }),
  ...overlaysOf('admin', '/settings/categories/{category}', {
    'the confirmation before deleting a category': ['Delete category'],
  }),
  ...overlaysOf('admin', '/settings/maps', { 'a new map': ['Add map'] }),
  ...overlaysOf('admin', '/settings/datasources', { 'a data source': ['Twilio'] }),
]);

/** The letters of the pseudo-locale, as `ui/i18n/pseudo-locale.ts` writes them. */
const plainLetters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accentedLetters = Array.from('àƀçđéƒğħíĵķļɱñöþɋŕšţúṽŵẋýžÀɃÇĐÉƑĞĦÍĴĶĻṀÑÖÞɊŔŠŢÚṼŴẊÝŽ');

/** Opens a screen in the pseudo-locale, and clicks the given controls. @param clicks English names of the controls */
export async function openPseudoLocalized(
  page: Page,
  address: string,
  clicks: readonly string[] = [],
): Promise<void> {
  await openLoaded(page, `${address}?lang=uk-XA`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'uk-XA');
  for (const english of clicks) {
    const accented = Array.from(english, (it) => accentedLetters[plainLetters.indexOf(it)] ?? it).join('');
    const name = new RegExp(`^(?:${accented}|${english})(?!\\p{L})`, 'u');
    const roles = ['button', 'menuitem', 'tab', 'radio'] as const;
    const [first, ...others] = roles.map((role) => page.getByRole(role, { name }));
    const control = others.reduce((all, it) => all.or(it), first as NonNullable<typeof first>);
    await control.filter({ visible: true }).first().click();
    await waitUntilDrawn(page);
  }
}

/** Waits until the page has not changed for 200 ms. */
const waitUntilDrawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        let timer = setTimeout(done, 400);
        new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, 200);
        }).observe(document.body, { subtree: true, childList: true });
      }),
  );

/** @returns a function that replaces placeholders such as `{post}` in the path of a screen by ids of the deployment */
export async function createPathResolver(waypost: Waypost): Promise<(at: string) => string> {
  const token = await tokenFor(waypost, 'admin');
  const first = async (url: string): Promise<number> => {
    const response = await callApi(waypost, token, 'GET', url);
    const { results } = (await response.json()) as { results: { id: number }[] };
    return results[0]?.id ?? 0;
  };
  const ids: Record<string, number> = {
    post: await first('/posts?limit=1'),
    survey: await first('/forms'),
    collection: await first('/collections'),
    category: await first('/tags'),
    user: await first('/users'),
    role: await first('/roles'),
    saved: await first('/savedsearches'),
  };
  return (at) => at.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));
}
