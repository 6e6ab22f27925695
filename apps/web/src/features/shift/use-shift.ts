/** The numbers of the shift view, which refresh by themselves. */
import { useQuery } from '@tanstack/react-query';
import { readShift } from '@waypost/contract/review/shift';
import { buildEndpointQuery } from '../../api/query-client.ts';

/** Milliseconds between two requests. */
const pollIntervalMs = 15_000;

/** The latest numbers; those before stay visible while a request fails. */
export const useShift = () =>
  useQuery({
    ...buildEndpointQuery(readShift, {}, { ignoresRefusal: true }),
    refetchInterval: pollIntervalMs,
    refetchIntervalInBackground: true,
  });
