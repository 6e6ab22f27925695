/** The deployment examples name existing settings, files and commands. The programs that run them are not available everywhere. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '../lib/paths.mjs';

const read = (path) => readFileSync(inRoot(path), 'utf8');
/** The lines without comments. */
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

test('every setting in the compose file and the systemd unit exists in the server', () => {
  const [, ours = ''] = /^x-settings:([\s\S]*?)^services:/m.exec(directives('deploy/compose.yaml')) ?? [];
  const named = [
    ...[...ours.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name),
    ...[...directives('deploy/compose.yaml').matchAll(/\*settings,(.*)\}/g)].flatMap(([, rest]) =>
      [...rest.matchAll(/([A-Z][A-Z0-9_]+):/g)].map(([, name]) => name),
    ),
    ...[...directives('deploy/waypost.service').matchAll(/^Environment=(.*)$/gm)]
      .flatMap(([, instruction]) => instruction.split(' ').map((word) => word.split('=')[0]))
      .filter((name) => name !== 'NODE_ENV'),
  ];
  expect(named).toEqual(expect.arrayContaining(['DATABASE_URL', 'JOBS', 'DATA_DIR', 'SMTP_URL', 'S3_STYLE']));
  expect(named.filter((name) => !knownSettings.has(name))).toEqual([]);
});

test('programs that are started are built', () => {
  const places = ['deploy/Dockerfile', 'deploy/waypost.service'];
  const programs = places.flatMap((path) =>
    [...read(path).matchAll(/apps\/server\/(dist\/[\w-]+\.js)/g)].map(([, file]) => file),
  );
  expect(programs.length).toBeGreaterThan(3);
  expect(programs.filter((file) => !builtPrograms.has(file))).toEqual([]);
});

test('the image and the main check use the LTS version of Node.js', () => {
  const versions = [...directives('deploy/Dockerfile').matchAll(/^FROM node:(\d+)-/gm)].map(
    ([, version]) => version,
  );
  expect(versions).toEqual(['26', '26']);
  expect(read('.github/workflows/ci.yml')).toMatch(/node-version: 26$/m);
});

test('proxies set the client address, never repeat writes and do not expose metrics', () => {
  const nginx = directives('deploy/nginx.conf');
  expect(nginx).toMatch(/proxy_set_header X-Forwarded-For \$remote_addr;/);
  // Addresses of reporters are not logged, with or without TLS.
  expect(nginx.match(/^ {4}access_log off;$/gm)).toHaveLength(2);
  expect(nginx).toMatch(/^ {4}error_log \S+ crit;$/m);
  expect(nginx).not.toMatch(/proxy_add_x_forwarded_for|non_idempotent/);
  expect(nginx).toMatch(/location = \/metrics \{ return 404; \}/);
  expect(directives('deploy/Caddyfile')).toMatch(/@watching path \/metrics \/health\/\*/);
  expect(directives('deploy/compose.yaml')).toMatch(/TRUST_PROXY: uniquelocal/);
  expect(directives('deploy/waypost.service')).toMatch(/HOST=127\.0\.0\.1/);
});
