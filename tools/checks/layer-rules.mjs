/**
 * Which file may import which: imports point only downwards. The layers are those of docs/architecture.md; a rule returns
 * the reason why it forbids an import, or undefined.
 */

/** Server domains; each may import the public modules of those before it. */
export const DOMAINS = [
  'i18n',
  'audit',
  'channels',
  'jobs',
  'backups',
  'mail',
  'settings',
  'contacts',
  'users',
  'api-keys',
  'emergency',
  'tos',
  'user-settings',
  'places',
  'areas',
  'surveys',
  'categories',
  'media',
  'layers',
  'map-archives',
  'posts',
  'browse',
  'collections',
  'saved-searches',
  'templates',
  'bulk-changes',
  'messages',
  'targeted-surveys',
  'data-sources',
  'notifications',
  'review',
  'imports',
  'hxl',
  'exports',
  'webhooks',
  'privacy',
  'receipts',
  'previews',
  'status',
  'setup-assistant',
  'verifier',
  'help',
];

/** Inside a domain: authorization rules, then queries, then actions and views, then endpoints. */
const DOMAIN_LAYERS = [
  { pattern: /\.rules\.ts$/, step: 0, name: 'rules' },
  { pattern: /\.sql\.ts$/, step: 1, name: 'queries' },
  { pattern: /\.http\.ts$/, step: 3, name: 'endpoints' },
];
const ACTION_LAYER = { step: 2, name: 'actions and views' };

/** The folders that each part of the client may import, besides itself and packages. */
const WEB_LAYERS = {
  ui: [],
  api: ['ui', 'contract', 'survey-logic'],
  blocks: ['ui', 'api', 'contract', 'survey-logic'],
  features: ['ui', 'api', 'blocks', 'contract', 'survey-logic'],
  routes: ['ui', 'api', 'blocks', 'features', 'contract', 'survey-logic'],
};

/** Tests and test helpers. */
export const isTesting = (path) =>
  /\.(test|fixture)\.tsx?$|^e2e\//.test(path) || /(^|\/|\.)testing(\.tsx?$|\/)/.test(path);

/**
 * The reason why a file may not import another; undefined if it may.
 *
 * @param {string} from path from the root, such as `apps/server/src/posts/posts.sql.ts`
 * @param {string} to the same, or a package's name
 */
export function forbiddenImportReason(from, to) {
  const source = locate(from);
  const target = locate(to);
  if (isTesting(from)) return undefined; // tests may import everything
  if (isTesting(to)) return 'only tests import test helpers';
  if (source.program === 'contract') return fromPackage(to, target, ['contract'], ['zod', 'chrono-node/en']);
  if (source.program === 'survey-logic')
    return fromPackage(to, target, ['contract', 'survey-logic'], logicLibraries);
  if (source.program === 'server') return fromServer(source, target);
  if (source.program === 'web') return fromWeb(source, target);
  return undefined;
}

/** Libraries without dependencies: phone numbers, check digits, Plus Codes. */
const logicLibraries = ['libphonenumber-js/min', 'open-location-code', 'proj4', 'validator'];

function fromPackage(to, target, programs, packages) {
  if (target.program === 'package' ? packages.includes(to) : programs.includes(target.program))
    return undefined;
  return `may import only ${[...programs, ...packages].join(', ')}`;
}

function fromServer(source, target) {
  if (target.program === 'package' || target.program === 'contract') return undefined;
  if (target.program === 'survey-logic') {
    return source.part === 'kernel' ? 'the kernel does not depend on surveys' : undefined;
  }
  if (target.program !== 'server') return `the server does not import ${target.program}`;
  if (target.part === 'top')
    return source.part === 'top' || source.part === 'demo'
      ? undefined
      : 'only main.ts and demo import app.ts and main.ts';
  if (source.part === 'top' || source.part === 'demo') return undefined;
  if (target.part === 'demo') return 'domains do not import the demo';
  if (target.file.endsWith('.http.ts')) return 'only app.ts imports endpoints';
  if (source.part === target.part) return withinModule(source, target);
  if (target.part === 'kernel') return undefined;
  if (TABLES.test(target.file) && canImportTables(source.file)) return undefined;
  if (source.part === 'kernel') return 'the kernel does not import domains';
  if (target.part === 'migrations') return 'other modules do not import migrations';
  if (source.part === 'migrations') return 'a migration must not change, so it imports no domain code';
  return betweenDomains(source, target);
}

/** The types of the tables, used by transactions and queries. */
const TABLES = /\/migrations\/tables\.ts$/;
const canImportTables = (file) => /\.sql\.ts$|\/kernel\/db\/database\.ts$/.test(file);

function withinModule(source, target) {
  if (!DOMAINS.includes(source.part)) return undefined;
  const [own, other] = [layerOf(source.file), layerOf(target.file)];
  return other.step > own.step ? `${own.name} lie below ${other.name}` : undefined;
}

function betweenDomains(source, target) {
  for (const { part } of [source, target]) {
    if (!DOMAINS.includes(part)) return `"${part}" is not listed as a domain in tools/checks/layer-rules.mjs`;
  }
  if (DOMAINS.indexOf(target.part) > DOMAINS.indexOf(source.part)) {
    return `the domain ${target.part} comes after ${source.part}`;
  }
  return target.file.endsWith('.public.ts')
    ? undefined
    : `other domains import ${target.part}.public.ts only`;
}

function fromWeb(source, target) {
  const { part } = source;
  if (target.program === 'package') {
    return target.file.startsWith('@waypost/') ? `the client does not import ${target.file}` : undefined;
  }
  const allowed = WEB_LAYERS[part];
  if (target.program === 'contract' || target.program === 'survey-logic') {
    return !allowed || allowed.includes(target.program) ? undefined : `${part}/ does not import the domain`;
  }
  if (target.program !== 'web') return `the client does not import ${target.program}`;
  if (!allowed || target.part === 'locales') return undefined; // entry points such as main.tsx import everything
  if (part === 'features' && target.part === 'features') {
    return source.feature === target.feature
      ? undefined
      : 'features do not import one another; a route combines them';
  }
  if (part === target.part || allowed.includes(target.part)) return undefined;
  return `${part}/ lies below ${target.part === 'top' ? 'the entry points' : `${target.part}/`}`;
}

function layerOf(file) {
  return DOMAIN_LAYERS.find(({ pattern }) => pattern.test(file)) ?? ACTION_LAYER;
}

/** The program and its part that a path belongs to. */
function locate(path) {
  const shared = /^packages\/([^/]+)\//.exec(path);
  if (shared) return { program: shared[1], part: 'top', file: path };
  const app = /^apps\/([^/]+)\/(?:src\/)?(?:([^/]+)\/)?(?:([^/]+)\/)?/.exec(path);
  if (app) return { program: app[1], part: app[2] ?? 'top', feature: app[3], file: path };
  const other = /^(e2e|bench|tools)\//.exec(path);
  return other
    ? { program: other[1], part: 'top', file: path }
    : { program: 'package', part: 'top', file: path };
}
