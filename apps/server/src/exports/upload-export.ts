/** The job that hands an export's file to the humanitarian exchange, as its owner, with their key. */
import { z } from 'zod';
import { type Exchange, ExchangeFault, findMetadata } from '../hxl/hxl.public.ts';
import { inTransaction } from '../kernel/db/database.ts';
import { defineJob, JobError, type JobHandler } from '../kernel/jobs/job.ts';
import { type KeptKeys, readUserSetting } from '../user-settings/user-settings.public.ts';
import { type ExportDependencies, newFileExpiry } from './dependencies.ts';
import { isTooPersonal, needsPrivateDataset } from './exports.rules.ts';
import { failExport, findExport, updateExportRow } from './exports.sql.ts';

export const uploadExportJob = defineJob({
  name: 'upload-export',
  payload: z.object({ export: z.int() }),
  maxAttempts: 3,
  retryDelaySeconds: { first: 30, max: 300 },
  timeoutSeconds: 3600,
});

/** What the job is to be known by on the exchange: a further attempt finds what an earlier one left. */
const buildDatasetName = (id: number, title: string, created: Date): string => {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return [words, created.toISOString().slice(0, 10).replaceAll('-', ''), id].filter(Boolean).join('-');
};

export const createExportUploader =
  (
    { db, store }: ExportDependencies,
    exchange: Exchange,
    keys: KeptKeys,
  ): JobHandler<typeof uploadExportJob> =>
  async ({ export: id }, run) => {
    const found = await inTransaction(db, 'reads', async (tx) => {
      const row = await findExport(tx, id);
      if (row?.status !== 'PENDING_HDX' || row.user_id === null || row.hxl_metadata_id === null)
        return undefined;
      const metadata = await findMetadata(tx, row.hxl_metadata_id);
      const key = await readUserSetting(tx, keys, row.user_id, 'hdx_api_key');
      const maintainer = await readUserSetting(tx, keys, row.user_id, 'hdx_maintainer_id');
      return metadata && { row, metadata, key, maintainer };
    });
    if (!found) return;
    const { row, metadata, key, maintainer } = found;
    const fail = (fault: ExchangeFault) =>
      failExport(
        db,
        id,
        { code: `exchange-${fault.code}`, text: fault.text },
        // The file stays, so that it can be sent again or taken along.
        newFileExpiry(),
      );
    // Refused where it was asked for already; nothing personal is sent to the public whatever came between.
    if (isTooPersonal(row.include_personal, metadata)) {
      await failExport(db, id, { code: 'rights', text: null });
      return;
    }
    try {
      if (!key) throw new ExchangeFault('key');
      const dataset = {
        name: buildDatasetName(id, metadata.dataset_title, row.created),
        metadata,
        maintainer,
        mustBePrivate: needsPrivateDataset(row, metadata),
        file: { stream: () => store.read(row.file), size: row.file_size ?? 0, name: 'posts.csv' },
      };
      const dataset_url = await exchange.publish(key, dataset, run.signal);
      await run.complete(async (tx) => {
        await updateExportRow(tx, id, { status: 'SUCCESS', dataset_url, fault: null });
      });
    } catch (error) {
      if (!(error instanceof ExchangeFault)) throw error;
      const isFinal = error.code !== 'unreachable';
      if (isFinal || run.isLastAttempt) await fail(error);
      throw new JobError(`The exchange: ${error.code}`, { isFinal });
    }
  };
