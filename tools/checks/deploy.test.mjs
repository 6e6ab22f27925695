/** The examples for administrators name settings, files and commands that there are. What runs them is not at hand everywhere. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '../lib/paths.mjs';

const read = (path) => readFileSync(inRoot(path), 'utf8');
/** The lines that do something. */
const directives = (path) => read(path).replace(/^\s*#.*$/gm, '');

const kernelFolder = 'apps/server/src/kernel/config';
const knownSettings = new Set(
  ['config', 'load-settings', 's3-settings']
    .flatMap((name) => [...read(`${kernelFolder}/${name}.ts`).matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)])
    .map(([, name]) => name),
);
const builtPrograms = new Set(
  [...read('tools/build/build-server.mjs').matchAll(/'(dist\/[\w-]+\.js)'/g)].map(([, file]) => file),
);

test('every setting of the compose file and of the unit is one of the server’s', () => {
  const [, ours = ''] = /^x-settings:([\s\S]*?)^services:/m.exec(directives('deploy/compose.yaml')) ?? [];
  const named = [
    ...[...ours.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name),
    ...[...directives('deploy/compose.yaml').matchAll(/\*settings,(.*)\}/g)].flatMap(([, rest]) =>
      [...rest.matchAll(/([A-Z][A-Z0-9_]+):/g)].map(([, name]) => name),
    ),
    ...[...directives('deploy/waypost.service').matchAll(/^Environment=(.*)$/gm)]
      .flatMap(([, words]) => words.split(' ').map((word) => word.split('=')[0]))
      .filter((name) => name !== 'NODE_ENV'),
  ];
  expect(named).toEqual(expect.arrayContaining(['DATABASE_URL', 'JOBS', 'DATA_DIR', 'SMTP_URL', 'S3_STYLE']));
  expect(named.filter((name) => !knownSettings.has(name))).toEqual([]);
});

test('programs that are started are built, and folders that go into the image are there', () => {
  const places = ['deploy/Dockerfile', 'deploy/waypost.service'];
  const programs = places.flatMap((path) =>
    [...read(path).matchAll(/apps\/server\/(dist\/[\w-]+\.js)/g)].map(([, file]) => file),
  );
  expect(programs.length).toBeGreaterThan(3);
  expect(programs.filter((file) => !builtPrograms.has(file))).toEqual([]);
  const copied = [...directives('deploy/Dockerfile').matchAll(/COPY --from=built \/waypost\/(\S+)/g)].map(
    ([, path]) => path,
  );
  // What is built or installed is not there before.
  const made = new Set(['node_modules', 'apps/web/dist']);
  expect(copied.filter((path) => !made.has(path) && !existsSync(inRoot(path)))).toEqual([]);
  // What the server reads beside its own files.
  for (const path of ['apps/server', 'apps/web/dist', 'docs']) expect(copied).toContain(path);
});

test('the image and the main check run on the version of Node.js that is in long-term support', () => {
  const versions = [...directives('deploy/Dockerfile').matchAll(/^FROM node:(\d+)-/gm)].map(
    ([, version]) => version,
  );
  expect(versions).toEqual(['26', '26']);
  expect(read('.github/workflows/ci.yml')).toMatch(/node-version: 26$/m);
});

test('proxies say themselves who calls, send no write twice and show no figures', () => {
  const nginx = directives('deploy/nginx.conf');
  expect(nginx).toMatch(/proxy_set_header X-Forwarded-For \$remote_addr;/);
  // No address of whoever reports is written down: neither with nor without TLS.
  expect(nginx.match(/^ {4}access_log off;$/gm)).toHaveLength(2);
  expect(nginx).toMatch(/^ {4}error_log \S+ crit;$/m);
  expect(nginx).not.toMatch(/proxy_add_x_forwarded_for|non_idempotent/);
  expect(nginx).toMatch(/location = \/metrics \{ return 404; \}/);
  expect(directives('deploy/Caddyfile')).toMatch(/@watching path \/metrics \/health\/\*/);
  expect(directives('deploy/compose.yaml')).toMatch(/TRUST_PROXY: uniquelocal/);
  expect(directives('deploy/waypost.service')).toMatch(/HOST=127\.0\.0\.1/);
});
