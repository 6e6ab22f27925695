/** Job that uploads an export's file to the exchange (HDX) with its owner's API key. */
import { setTimeout as wait } from 'node:timers/promises';
import type { ExportFailure } from '@waypost/contract/exports/exports';
import { z } from 'zod';
import { type Exchange, ExchangeFault, findMetadata } from '../hxl/hxl.public.ts';
import { type Db, inTransaction } from '../kernel/db/database.ts';
import { defineJob, JobError, type JobHandler } from '../kernel/jobs/job.ts';
import { readUserSetting, type SettingEncryption } from '../user-settings/user-settings.public.ts';
import { type ExportDependencies, newFileExpiry } from './dependencies.ts';
import { isTooPersonal, needsPrivateDataset } from './exports.rules.ts';
import { findExport, isUploading, updateExportRow, updateUpload } from './exports.sql.ts';

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

/** Interval of checking whether an upload may go on. */
const checkIntervalMs = 1000;

/**
 * Runs an upload, and aborts it soon after its export was deleted, or has expired because data was erased: by any process.
 * @returns undefined when it was aborted
 * @throws as `upload` does for any other reason
 */
async function uploadWhileWanted<T>(
  db: Db,
  id: number,
  jobSignal: AbortSignal,
  upload: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const unwanted = new AbortController();
  const ended = new AbortController();
  const watch = async () => {
    while (!unwanted.signal.aborted) {
      await wait(checkIntervalMs, undefined, { signal: ended.signal });
      if (!(await isUploading(db, id).catch(() => true))) unwanted.abort();
    }
  };
  const watching = watch().catch(() => undefined);
  try {
    return await upload(AbortSignal.any([jobSignal, unwanted.signal]));
  } catch (error) {
    if (unwanted.signal.aborted) return undefined;
    throw error;
  } finally {
    ended.abort();
    await watching;
  }
}

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
    const fail = (fault: ExportFailure, expires: Date) =>
      updateUpload(db, id, { status: 'FAILED', fault: JSON.stringify(fault), expires });
    // Requests reject this already. Checked again here, since metadata may have changed in between.
    if (isTooPersonal(row.include_personal, metadata)) {
      await fail({ code: 'rights', text: null }, new Date());
      return;
    }
    try {
      if (!key) throw new ExchangeFault('key');
      const name = buildDatasetName(id, metadata.dataset_title, row.created);
      const dataset = {
        name,
        metadata,
        maintainer,
        mustBePrivate: needsPrivateDataset(row, metadata),
        file: { stream: () => store.read(row.file), size: row.file_size ?? 0, name: 'posts.csv' },
      };
      await uploadWhileWanted(db, id, run.signal, (signal) => exchange.publish(key, dataset, signal));
      const dataset_url = exchange.datasetUrl(name);
      await run.complete(async (tx) => {
        const finished = await updateUpload(tx, id, { status: 'SUCCESS', dataset_url, fault: null });
        // Data was erased meanwhile: the team finds there what the exchange got.
        if (!finished) await updateExportRow(tx, id, { dataset_url });
      });
    } catch (error) {
      if (!(error instanceof ExchangeFault)) throw error;
      const isFinal = error.code !== 'unreachable';
      // The file is kept, so that it can be uploaded again or downloaded.
      if (isFinal || run.isLastAttempt)
        await fail({ code: `exchange-${error.code}`, text: error.text }, newFileExpiry());
      throw new JobError(`The exchange: ${error.code}`, { isFinal });
    }
  };
