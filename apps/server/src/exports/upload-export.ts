/** Job that uploads an export's file to the exchange (HDX) with its owner's API key. */
import { z } from 'zod';
import { type Exchange, ExchangeFault, findMetadata } from '../hxl/hxl.public.ts';
import { inTransaction } from '../kernel/db/database.ts';
import { defineJob, JobError, type JobHandler } from '../kernel/jobs/job.ts';
import { readUserSetting, type SettingEncryption } from '../user-settings/user-settings.public.ts';
import { type ExportDependencies, newFileExpiry } from './dependencies.ts';
import { isTooPersonal, needsPrivateDataset } from './exports.rules.ts';
import { failExport, findExport, updateExportRow } from './exports.sql.ts';

/** The upload job of one export. */
export const uploadExportJob = defineJob({
  name: 'upload-export',
  payload: z.object({ export: z.int() }),
  maxAttempts: 3,
  retryDelaySeconds: { first: 30, max: 300 },
  timeoutSeconds: 3600,
});

/** Name of the dataset on the exchange. It is deterministic, so that a retry finds the dataset of an earlier attempt. */
const buildDatasetName = (id: number, title: string, created: Date): string => {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return [slug, created.toISOString().slice(0, 10).replaceAll('-', ''), id].filter(Boolean).join('-');
};

/** Creates the handler of `uploadExportJob`. */
export const createExportUploader =
  (
    { db, store }: ExportDependencies,
    exchange: Exchange,
    keys: SettingEncryption,
  ): JobHandler<typeof uploadExportJob> =>
  async ({ export: id }, run) => {
    const upload = await inTransaction(db, 'reads', async (tx) => {
      const row = await findExport(tx, id);
      if (row?.status !== 'PENDING_HDX' || row.user_id === null || row.hxl_metadata_id === null)
        return undefined;
      const metadata = await findMetadata(tx, row.hxl_metadata_id);
      const key = await readUserSetting(tx, keys, row.user_id, 'hdx_api_key');
      const maintainer = await readUserSetting(tx, keys, row.user_id, 'hdx_maintainer_id');
      return metadata && { row, metadata, key, maintainer };
    });
    if (!upload) return;
    const { row, metadata, key, maintainer } = upload;
    const fail = (fault: ExchangeFault) =>
      failExport(
        db,
        id,
        { code: `exchange-${fault.code}`, text: fault.text },
        // The file is kept, so that it can be uploaded again or downloaded.
        newFileExpiry(),
      );
    // Requests reject this already. Checked again here, since metadata may have changed in between.
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
