/** Every screen with an address, for journeys that look at all of them: what it is called, where, and who opens it. */
import { callApi, tokenFor, type Waypost } from './waypost.ts';

export interface Screen {
  name: string;
  /** `{post}` and the like stand for ids of the demonstration. */
  at: string;
  who: 'visitor' | 'admin';
}

const opened = (who: Screen['who'], screens: Record<string, string>): Screen[] =>
  Object.entries(screens).map(([name, at]) => ({ name, at, who }));

export const screens: readonly Screen[] = [
  ...opened('visitor', {
    'the map': '/views/map',
    'the list': '/views/data',
    'a post': '/posts/{post}',
    'what to report': '/posts/create',
    'the report form': '/posts/create/{survey}',
    'the report form in a frame': '/posts/create/{survey}/noui',
    'the map in a frame': '/map/noui',
    'the list in a frame': '/list/noui',
    'what waits on the device': '/device',
    'the collections': '/collections',
    'a collection': '/collections/{collection}/data',
    'the login': '/login',
    'the registration': '/register',
    'the forgotten password': '/forgotpassword',
    'the activity': '/activity',
    'the wall': '/activity/wall',
    'an unknown address': '/nowhere',
    'the diagnostics': '/verifier',
  }),
  ...opened('admin', {
    'the reviewing of posts': '/views/data',
    'the editing of a post': '/posts/{post}/edit',
    'the history of a post': '/posts/{post}/history',
    'a collection on the map': '/collections/{collection}/map',
    'the settings': '/settings',
    'the general settings': '/settings/general',
    'the surveys': '/settings/surveys',
    'the survey builder': '/settings/surveys/edit/{survey}',
    'a new survey': '/settings/surveys/create',
    'a new targeted survey': '/settings/surveys/targeted/create',
    'the categories': '/settings/categories',
    'a new category': '/settings/categories/create',
    'the users': '/settings/users',
    'a new user': '/settings/users/create',
    'the roles': '/settings/roles',
    'a new role': '/settings/roles/create',
    'the data sources': '/settings/datasources',
    'the import': '/settings/data-import',
    'the export': '/settings/data-export',
    'the webhooks': '/settings/webhooks',
    'a new webhook': '/settings/webhooks/create',
    'the audit log': '/settings/audit',
    'the status': '/settings/status',
    'the jobs': '/settings/jobs',
    'the outbox': '/settings/outbox',
    'the plan': '/settings/plan',
    'the plans': '/settings/plans',
    'the settings of HDX': '/settings/hdx',
    'the keys of a user': '/settings/user-settings',
    'the documentation of the API': '/settings/api',
  }),
];

/** Puts ids of a deployment that has reports, surveys and collections into the addresses of screens. */
export async function idsOf(waypost: Waypost): Promise<(at: string) => string> {
  const token = await tokenFor(waypost, 'admin');
  const first = async (url: string): Promise<number> => {
    const answer = await callApi(waypost, token, 'GET', url);
    const { results } = (await answer.json()) as { results: { id: number }[] };
    return results[0]?.id ?? 0;
  };
  const ids: Record<string, number> = {
    post: await first('/posts?limit=1'),
    survey: await first('/forms'),
    collection: await first('/collections'),
  };
  return (at) => at.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));
}
