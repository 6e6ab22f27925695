import { type AreaInput, addAreas } from '@waypost/contract/areas/areas';
import { useState } from 'react';
import { useCall } from '../../api/use-call.ts';
import { areaQueryKeys } from './area-query-keys.ts';
import { batchAreas } from './read-areas-file.ts';

/** Sends areas to a set in several requests. After an error it continues with the next ones that are missing. */
export function useSendingAreas() {
  const [sent, setSent] = useState(0);
  const [share, setShare] = useState<number | null>(null);
  const add = useCall(addAreas, { invalidates: areaQueryKeys });
  /** @param id of the set */
  const send = async (id: number, areas: readonly AreaInput[]) => {
    const batches = batchAreas(areas);
    let count = sent;
    for (const batch of batches.slice(count)) {
      setShare(count / batches.length);
      await add.mutateAsync({ params: { id }, body: { areas: batch } });
      count += 1;
      setSent(count);
    }
  };
  return { send, share };
}
