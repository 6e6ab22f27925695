/** `npm run demo` ends here: a made-up deployment in a data directory of its own, and the server that shows it. */
import { storeVariables } from '../kernel/store-settings.ts';
import { run } from '../run.ts';
import { prepareDemo } from './prepare.ts';
import { readWishes, WishError } from './wishes.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** A wish that cannot be granted needs no trace of the code. */
function complain(error: unknown): never {
  if (!(error instanceof WishError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

function wishes() {
  try {
    return readWishes(process.argv.slice(2), process.env);
  } catch (error) {
    return complain(error);
  }
}

const wished = wishes();
process.env['DATA_DIR'] ||= './data/demo';
// Its pictures stay with it: those of a deployment in earnest may be in the bucket.
for (const name of Object.keys(storeVariables)) delete process.env[name];
await run({
  afterMigrate: (db, { storageDir }) => prepareDemo(db, storageDir, wished, say).catch(complain),
  // The logins of the demonstration are told with it, and the administrator's first password no longer holds.
  introduce: () => undefined,
});
