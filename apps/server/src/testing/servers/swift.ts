/**
 * OpenStack Swift from the system's packages: a real object store with an S3 API, on loopback and in one directory.
 * It runs one process each for accounts, containers, objects and the proxy.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { S3Settings } from '../../kernel/config/s3-settings.ts';
import { S3Client } from '../../kernel/files/s3-client.ts';
import { findFreePorts, isPortOpen } from './ports.ts';

const python = '/usr/bin/python3';
const serverKinds = ['account', 'container', 'object'] as const;

/** Whether Swift is installed and the disk supports extended attributes. */
export const hasSwift =
  ['proxy', ...serverKinds].every((kind) => existsSync(`/usr/bin/swift-${kind}-server`)) &&
  spawnSync(python, ['-c', 'import os, sys; os.setxattr(sys.argv[1], "user.waypost", b"1")', tmpdir()])
    .status === 0;

/** A running Swift. */
export interface Swift {
  /** Creates a bucket and the credentials for it. */
  makeBucket: (name: string) => Promise<S3Settings>;
  /** Stops the proxy, and starts it again on the same port. */
  stopProxy: () => Promise<void>;
  startProxy: () => Promise<void>;
  close: () => Promise<void>;
}

const secret = 'known to the tests alone';

const baseConfig = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
`;

const storageConfig = (folder: string, kind: string, port: number) => `${baseConfig(folder, port)}
devices = ${folder}/disk
mount_check = false
fallocate_reserve = 0
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;

const filterConfigs = ['catch_errors', 'listing_formats', 'bulk', 'slo'].map(
  (name) => `[filter:${name}]\nuse = egg:swift#${name}\n`,
);

const proxyConfig = (folder: string, port: number) => `${baseConfig(folder, port)}
[pipeline:main]
pipeline = catch_errors cache listing_formats bulk s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = ${secret.replaceAll(' ', '-')} .admin
${filterConfigs.join('')}`;

/** Builds the rings. Arguments: the directory, then pairs of server kind and port. */
const buildRingsScript = `
import sys
from swift.common.ring import RingBuilder
folder, rest = sys.argv[1], sys.argv[2:]
for kind, port in zip(rest[::2], rest[1::2]):
    builder = RingBuilder(4, 1, 0)
    builder.add_dev(dict(region=1, zone=1, ip='127.0.0.1', port=int(port), device='d', weight=1.0))
    builder.rebalance()
    builder.get_ring().save(folder + '/' + kind + '.ring.gz')
`;

async function startProcess(folder: string, kind: string, port: number): Promise<ChildProcess> {
  const child = spawn(`/usr/bin/swift-${kind}-server`, [path.join(folder, `${kind}.conf`)], {
    stdio: 'ignore',
  });
  while (!(await isPortOpen(port))) {
    if (child.exitCode !== null) throw new Error(`Swift's ${kind} server ended with ${child.exitCode}`);
    await wait(100);
  }
  return child;
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Starts an empty store. */
export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waypost-swift-'));
  await mkdir(path.join(folder, 'disk', 'd'), { recursive: true });
  const [at = 0, ...ports] = await findFreePorts(serverKinds.length + 1);
  await writeFile(
    path.join(folder, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_suffix = waypost\n[storage-policy:0]\nname = one\ndefault = yes\n',
  );
  await writeFile(path.join(folder, 'proxy.conf'), proxyConfig(folder, at));
  const rings = serverKinds.flatMap((kind, of) => [kind, String(ports[of])]);
  const [code] = await once(
    spawn(python, ['-c', buildRingsScript, folder, ...rings], { stdio: 'ignore' }),
    'exit',
  );
  if (code !== 0) throw new Error(`Swift's rings could not be made (${code})`);
  const [first, ...began] = await Promise.all([
    startProcess(folder, 'proxy', at),
    ...serverKinds.map(async (kind, of) => {
      const port = ports[of] ?? 0;
      await writeFile(path.join(folder, `${kind}.conf`), storageConfig(folder, kind, port));
      return startProcess(folder, kind, port);
    }),
  ]);
  let proxy = first;
  return {
    async makeBucket(name) {
      const settings: S3Settings = {
        endpoint: `http://127.0.0.1:${at}`,
        bucket: name,
        region: 'us-east-1',
        accessKeyId: 'test:tester',
        secretAccessKey: secret.replaceAll(' ', '-'),
        prefix: '',
        style: 'path',
      };
      const bucket = new S3Client(settings);
      await (await bucket.send('PUT', '')).body.dump();
      await bucket.close();
      return settings;
    },
    stopProxy: () => stopProcess(proxy),
    async startProxy() {
      proxy = await startProcess(folder, 'proxy', at);
    },
    async close() {
      for (const child of [proxy, ...began]) await stopProcess(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
