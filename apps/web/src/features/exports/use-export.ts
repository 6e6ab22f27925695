/** One export, looked at until it is over: soon at first, since most are small, then at the pace of spec 3 §9. */
import { useQuery } from '@tanstack/react-query';
import { type ExportJob, readExport } from '@waypost/contract/exports';
import { limits } from '@waypost/contract/limits';
import { read } from '../../api/query-client.ts';

/** Milliseconds before the first looks. */
const soon = [1000, 2000, 4000, 8000, 15_000];

export const isOver = ({ status }: Pick<ExportJob, 'status'>): boolean =>
  status === 'SUCCESS' || status === 'FAILED';

/** It waits for its owner, and not for the server. */
export const isUntold = (job: ExportJob): boolean =>
  job.send_to_hdx && job.hxl_meta_data_id === null && job.status === 'PENDING';

export const useExport = (id: number) =>
  useQuery({
    ...read(readExport, { params: { id } }, { quiet: true }),
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && (isOver(data) || isUntold(data)) ? false : (soon[dataUpdateCount - 1] ?? limits.exportPoll),
  });
