/** The inbox as its address says it: which conversations, which page of them, and the one that is open. */
export interface InboxSearch {
  /** Conversations with reporters who have a receipt instead of those with contacts. */
  from?: 'reporters' | undefined;
  /** Id of the contact whose conversation is open. */
  contact?: number | undefined;
  /** Id of the post whose reporter's conversation is open. */
  post?: number | undefined;
  state?: 'unread' | 'waiting' | undefined;
  q?: string | undefined;
  /** From 1, which is left out. */
  page?: number | undefined;
}

const parseInteger = (raw: unknown, min: number): number | undefined => {
  const number = Number(raw);
  return Number.isSafeInteger(number) && number >= min ? number : undefined;
};

/** A hand-written address with nonsense in it opens the whole inbox. */
export function parseInboxSearch(raw: Record<string, unknown>): InboxSearch {
  const { state, from, q } = raw;
  return {
    from: from === 'reporters' ? from : undefined,
    contact: parseInteger(raw['contact'], 1),
    post: parseInteger(raw['post'], 1),
    state: state === 'unread' || state === 'waiting' ? state : undefined,
    q: (typeof q === 'string' || typeof q === 'number') && q !== '' ? String(q) : undefined,
    page: parseInteger(raw['page'], 2),
  };
}
