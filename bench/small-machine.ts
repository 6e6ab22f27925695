/**
 * A small machine for the server and its database: one processor and 1 GB of memory, by a control group of Linux. What sends the requests
 * stays outside.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from './options.ts';

const memoryBytes = 2 ** 30;
/** Microseconds of processor time in each period of as many. */
const cpuPeriodUs = 100_000;

const root = '/sys/fs/cgroup';
const groupName = 'waypost-bench';

/** Folders of the group with what is written into their files. */
interface ControlGroup {
  folders: string[];
  limits: readonly (readonly [file: string, value: string])[];
}

/** Version 2 has one tree of groups, version 1 one for each resource. */
function describeGroup(): ControlGroup {
  if (existsSync(path.join(root, 'cgroup.controllers'))) {
    const folder = path.join(root, groupName);
    return {
      folders: [folder],
      limits: [
        [path.join(root, 'cgroup.subtree_control'), '+cpu +memory'],
        [path.join(folder, 'cpu.max'), `${cpuPeriodUs} ${cpuPeriodUs}`],
        [path.join(folder, 'memory.max'), `${memoryBytes}`],
      ],
    };
  }
  const [cpu, memory] = ['cpu', 'memory'].map((it) => path.join(root, it, groupName)) as [string, string];
  return {
    folders: [cpu, memory],
    limits: [
      [path.join(cpu, 'cpu.cfs_period_us'), `${cpuPeriodUs}`],
      [path.join(cpu, 'cpu.cfs_quota_us'), `${cpuPeriodUs}`],
      [path.join(memory, 'memory.limit_in_bytes'), `${memoryBytes}`],
    ],
  };
}

/** The group of this process in a tree: `/proc/self/cgroup` has lines such as `4:memory:/user`, and `0::/user` for version 2. */
function findOwnFolder(groupFolder: string): string {
  const tree = path.dirname(groupFolder);
  const controller = tree === root ? '' : path.basename(tree);
  const line = readFileSync('/proc/self/cgroup', 'utf8')
    .split('\n')
    .map((it) => it.split(':'))
    .find(([, controllers]) => controllers === controller);
  return path.join(tree, line?.[2] ?? '/');
}

/** @throws UsageError where no control group can be made: it needs Linux and root */
function createGroup(): ControlGroup {
  const group = describeGroup();
  try {
    for (const folder of group.folders) mkdirSync(folder, { recursive: true });
    for (const [file, value] of group.limits) writeFileSync(file, value);
    return group;
  } catch (error) {
    throw new UsageError(
      `--small needs Linux and the right to make control groups (root): ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/**
 * Runs a function whose new processes are confined to the small machine. Those that it starts later are not.
 * @throws UsageError where that cannot be done
 */
export function startOnSmallMachine<T>(start: () => T): T {
  const { folders } = createGroup();
  const ownFolders = folders.map(findOwnFolder);
  const moveTo = (targets: readonly string[]) => {
    for (const folder of targets) writeFileSync(path.join(folder, 'cgroup.procs'), `${process.pid}`);
  };
  moveTo(folders);
  try {
    return start();
  } finally {
    moveTo(ownFolders);
  }
}
