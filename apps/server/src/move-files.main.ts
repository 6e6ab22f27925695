/**
 * Entry point of `npm run media:move -- --to bucket` (or `--to directory`): copies the files of a deployment from the data
 * directory to the configured bucket, or back. The old ones are not changed.
 */

import { DirectoryFileStore } from './kernel/files/directory-file-store.ts';
import { checkFileStore, storageDirectory } from './kernel/files/open-file-store.ts';
import { S3FileStore } from './kernel/files/s3-file-store.ts';
import { copyFiles } from './kernel/transfer/copy-files.ts';
import { CommandError, runCommand } from './operator-command.ts';

const usage =
  'npm run media:move -- --to bucket (from DATA_DIR to the bucket that S3_BUCKET names), or --to directory (back)';

await runCommand(usage, { positionals: [0, 0], options: ['to'] }, async ({ config, options, print }) => {
  const to = options.get('to');
  if (to !== 'bucket' && to !== 'directory') throw new CommandError(`Usage: ${usage}`);
  if (!config.bucket)
    throw new CommandError('No bucket is configured: set S3_ENDPOINT, S3_BUCKET and the key.');
  const bucket = new S3FileStore(config.bucket);
  const bucketError = await checkFileStore(bucket);
  if (bucketError !== undefined) throw new CommandError(bucketError);
  const directory = new DirectoryFileStore(storageDirectory(config.dataDir));
  const [source, target] = to === 'bucket' ? [directory, bucket] : [bucket, directory];
  const { copied, unchanged, bytes } = await copyFiles(source, target, (done) => print(`${done} files …`));
  await bucket.close();
  print(
    `${copied} files copied, ${unchanged} were there already, ${bytes} bytes; each was read again and is identical.`,
  );
  print(
    to === 'bucket'
      ? `Start the server with the S3_ settings; what is in ${directory.root} is no longer used.`
      : 'Start the server without the S3_ settings; what is in the bucket is no longer used.',
  );
});
