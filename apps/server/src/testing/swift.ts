/**
 * OpenStack Swift from the system's packages: a real object store that speaks S3, all of it on loopback and in one folder. One
 * process each for accounts, containers, objects and the door before them.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Bucket } from '../kernel/bucket.ts';
import type { BucketSettings } from '../kernel/store-settings.ts';
import { freePorts, isOpen } from './ports.ts';

const python = '/usr/bin/python3';
const kinds = ['account', 'container', 'object'] as const;

/** Whether there is one, and a disk that keeps what it notes beside files. */
export const hasSwift =
  ['proxy', ...kinds].every((kind) => existsSync(`/usr/bin/swift-${kind}-server`)) &&
  spawnSync(python, ['-c', 'import os, sys; os.setxattr(sys.argv[1], "user.waypost", b"1")', tmpdir()])
    .status === 0;

export interface Swift {
  /** A bucket of its own, with the key that opens it. */
  makeBucket: (name: string) => Promise<BucketSettings>;
  /** Takes the door away, and puts it back at the same address. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
  close: () => Promise<void>;
}

const secret = 'known to the tests alone';

const shared = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
`;

const storage = (folder: string, kind: string, port: number) => `${shared(folder, port)}
devices = ${folder}/disk
mount_check = false
fallocate_reserve = 0
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;

const filters = ['catch_errors', 'listing_formats', 'bulk', 'slo'].map(
  (name) => `[filter:${name}]\nuse = egg:swift#${name}\n`,
);

const door = (folder: string, port: number) => `${shared(folder, port)}
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
${filters.join('')}`;

/** Says where each kind of server is: the folder, then a kind and its port by turns. */
const makeRings = `
import sys
from swift.common.ring import RingBuilder
folder, rest = sys.argv[1], sys.argv[2:]
for kind, port in zip(rest[::2], rest[1::2]):
    builder = RingBuilder(4, 1, 0)
    builder.add_dev(dict(region=1, zone=1, ip='127.0.0.1', port=int(port), device='d', weight=1.0))
    builder.rebalance()
    builder.get_ring().save(folder + '/' + kind + '.ring.gz')
`;

async function begin(folder: string, kind: string, port: number): Promise<ChildProcess> {
  const child = spawn(`/usr/bin/swift-${kind}-server`, [path.join(folder, `${kind}.conf`)], {
    stdio: 'ignore',
  });
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`Swift's ${kind} server ended with ${child.exitCode}`);
    await wait(100);
  }
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Starts one that holds nothing. */
export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waypost-swift-'));
  await mkdir(path.join(folder, 'disk', 'd'), { recursive: true });
  const [at = 0, ...ports] = await freePorts(kinds.length + 1);
  await writeFile(
    path.join(folder, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_suffix = waypost\n[storage-policy:0]\nname = one\ndefault = yes\n',
  );
  await writeFile(path.join(folder, 'proxy.conf'), door(folder, at));
  const rings = kinds.flatMap((kind, of) => [kind, String(ports[of])]);
  const [code] = await once(spawn(python, ['-c', makeRings, folder, ...rings], { stdio: 'ignore' }), 'exit');
  if (code !== 0) throw new Error(`Swift's rings could not be made (${code})`);
  const [first, ...began] = await Promise.all([
    begin(folder, 'proxy', at),
    ...kinds.map(async (kind, of) => {
      const port = ports[of] ?? 0;
      await writeFile(path.join(folder, `${kind}.conf`), storage(folder, kind, port));
      return begin(folder, kind, port);
    }),
  ]);
  let proxy = first;
  return {
    async makeBucket(name) {
      const settings: BucketSettings = {
        endpoint: `http://127.0.0.1:${at}`,
        bucket: name,
        region: 'us-east-1',
        keyId: 'test:tester',
        secret: secret.replaceAll(' ', '-'),
        prefix: '',
        style: 'path',
      };
      const bucket = new Bucket(settings);
      await (await bucket.ask('PUT', '')).body.dump();
      await bucket.close();
      return settings;
    },
    stop: () => end(proxy),
    async start() {
      proxy = await begin(folder, 'proxy', at);
    },
    async close() {
      for (const child of [proxy, ...began]) await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
