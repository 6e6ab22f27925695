/** Conversations that the team has open, with a contact or with a reporter who has a receipt. */
import { useQueryClient } from '@tanstack/react-query';
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { useEffect, useEffectEvent } from 'react';
import { buildEndpointKey } from '../../api/query-keys.ts';

/** Milliseconds between looks for new messages while a conversation is open in the inbox. */
export const openThreadPollMs = 5000;

interface Conversation {
  /** Id of the newest message while some are unread; undefined while none is. */
  unseen: number | undefined;
  /** Saves that everything up to a message is seen. */
  markSeen: (seen: number) => Promise<unknown>;
  /** Lists the conversations with what is unread. */
  list: Endpoint;
}

/** Saves that the messages on screen are seen. */
export function useMarkAsSeen({ unseen, list, ...conversation }: Conversation): void {
  const cache = useQueryClient();
  const markSeen = useEffectEvent(conversation.markSeen);
  useEffect(() => {
    if (unseen === undefined) return;
    // A failed save matters little: it is saved the next time.
    markSeen(unseen)
      .then(() => cache.invalidateQueries({ queryKey: buildEndpointKey(list) }))
      .catch(() => undefined);
  }, [unseen, list, cache]);
}
