/** What the commands for operators share: settings from the environment, one clear line on a fault, an orderly end. */
import { type Config, readConfig } from './kernel/config.ts';
import { CopyRefused } from './kernel/copies/fill-database.ts';
import type { FileStore } from './kernel/file-store.ts';
import { bucketFault, openStore } from './kernel/open-store.ts';
import { attachPostgres, hasCluster } from './kernel/postgres/attach.ts';
import { StoreFault } from './kernel/store-fault.ts';
import { keyFileIn } from './kernel/vault.ts';
import { reasonOf } from './run.ts';

/** A command was asked in a way that it does not understand, or cannot be done as things are. */
export class CommandRefused extends Error {}

interface Asked {
  config: Config;
  files: string[];
  /** Values of `--name value`. */
  options: ReadonlyMap<string, string>;
  say: (line: string) => void;
}

/** `--name value` apart from what stands alone. */
function readArguments(given: readonly string[], known: readonly string[]) {
  const files: string[] = [];
  const options = new Map<string, string>();
  for (let at = 0; at < given.length; at++) {
    const word = given[at] ?? '';
    if (!word.startsWith('--')) files.push(word);
    else {
      const name = word.slice(2);
      const value = given[++at];
      if (!known.includes(name) || value === undefined) return undefined;
      options.set(name, value);
    }
  }
  return { files, options };
}

/**
 * Runs a command and ends the process: 0 when it is done, 1 when it cannot be, 2 when it was not understood.
 * @param usage how it is called
 */
export async function program(
  usage: string,
  { files: [least, most], options: known = [] }: { files: [number, number]; options?: readonly string[] },
  work: (asked: Asked) => Promise<void>,
): Promise<never> {
  const asked = readArguments(process.argv.slice(2), known);
  if (!asked || asked.files.length < least || asked.files.length > most) {
    process.stderr.write(`Usage: ${usage}\n`);
    process.exit(2);
  }
  try {
    const config = readConfig(process.env);
    await work({ config, ...asked, say: (line) => void process.stdout.write(`${line}\n`) });
    process.exit(0);
  } catch (error) {
    const isPlain = error instanceof CopyRefused || error instanceof CommandRefused;
    const reason =
      error instanceof StoreFault
        ? bucketFault(error)
        : isPlain
          ? error.message
          : reasonOf(error, { port: 0, host: '' });
    process.stderr.write(`${reason}\n`);
    process.exit(1);
  }
}

/** The deployment's files. */
export const filesOf = (config: Config): FileStore => openStore(config);

/** Keys that are kept beside the database. */
export const keysOf = (config: Config): string[] => [keyFileIn(config.dataDir)];

/**
 * Reaches the deployment's database, the embedded one also while a server runs on it.
 * @throws CommandRefused when there is none and there must be
 */
export async function onDatabase(
  config: Config,
  { mustExist }: { mustExist: boolean },
  work: (connectionString: string) => Promise<void>,
): Promise<void> {
  if (config.databaseUrl !== undefined) return work(config.databaseUrl);
  if (mustExist && !(await hasCluster(config.dataDir)))
    throw new CommandRefused(`There is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL.`);
  const attached = await attachPostgres(config.dataDir);
  try {
    await work(attached.connectionString);
  } finally {
    await attached.letGo();
  }
}
