/**
 * `npm run media:move -- --to bucket` (or `--to directory`) ends here: the files of a deployment go from the data directory to
 * the bucket that the settings name, or back. The old ones stay as they are.
 */
import { CommandRefused, program } from './command.ts';
import { BucketStore } from './kernel/bucket-store.ts';
import { copyFiles } from './kernel/copies/copy-files.ts';
import { DirectoryStore } from './kernel/directory-store.ts';
import { storageIn, tryStore } from './kernel/open-store.ts';

const usage =
  'npm run media:move -- --to bucket (from DATA_DIR to the bucket that S3_BUCKET names), or --to directory (back)';

await program(usage, { files: [0, 0], options: ['to'] }, async ({ config, options, say }) => {
  const to = options.get('to');
  if (to !== 'bucket' && to !== 'directory') throw new CommandRefused(`Usage: ${usage}`);
  if (!config.bucket) throw new CommandRefused('No bucket is named: set S3_ENDPOINT, S3_BUCKET and the key.');
  const bucket = new BucketStore(config.bucket);
  const fault = await tryStore(bucket);
  if (fault !== undefined) throw new CommandRefused(fault);
  const directory = new DirectoryStore(storageIn(config.dataDir));
  const [source, target] = to === 'bucket' ? [directory, bucket] : [bucket, directory];
  const { copied, kept, bytes } = await copyFiles(source, target, (done) => say(`${done} files …`));
  await bucket.close();
  say(
    `${copied} files copied, ${kept} were there already, ${bytes} bytes; each was read again and is alike.`,
  );
  say(
    to === 'bucket'
      ? `Start the server with the S3_ settings; what is in ${directory.root} is no longer used.`
      : 'Start the server without the S3_ settings; what is in the bucket is no longer used.',
  );
});
