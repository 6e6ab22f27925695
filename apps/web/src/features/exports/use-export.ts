/** Polls an export until it is complete: often at first, since most exports are small, then at the interval of spec 3 §9. */
import { useQuery } from '@tanstack/react-query';
import { limits } from '@waypost/contract/common/limits';
import { type ExportJob, readExport } from '@waypost/contract/exports/exports';
import { buildEndpointQuery } from '../../api/query-client.ts';

/** Milliseconds before each of the first polls. */
const firstPollDelaysMs = [1000, 2000, 4000, 8000, 15_000];

/** Whether the server has completed the export or given it up. */
export const isFinished = ({ status }: Pick<ExportJob, 'status'>): boolean =>
  status === 'SUCCESS' || status === 'FAILED';

/** Whether the export waits for details from its owner, not for the server. */
export const needsDatasetDetails = (job: ExportJob): boolean =>
  job.send_to_hdx && job.hxl_meta_data_id === null && job.status === 'PENDING';

/** Query of an export; polls until it is finished. */
export const useExport = (id: number) =>
  useQuery({
    ...buildEndpointQuery(readExport, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && (isFinished(data) || needsDatasetDetails(data))
        ? false
        : (firstPollDelaysMs[dataUpdateCount - 1] ?? limits.exportPollMs),
  });
