/** The tables of other programs that are told of reports. */
import type { Generated } from 'kysely';
import type { Created } from './user-tables.ts';

type WebhookEvent = 'create' | 'update' | 'delete';

export interface Webhooks {
  id: Generated<number>;
  user_id: number | null;
  survey_id: number | null;
  name: string;
  url: string;
  /** Sealed by the vault. */
  secret: string;
  uuid: Generated<string>;
  event: WebhookEvent;
  content: Generated<'public' | 'everything'>;
  source_key: string | null;
  destination_key: string | null;
  failures: Generated<number>;
  paused: Date | null;
  /** Null for a pause by a person. */
  pause_reason: Generated<'failures' | 'owner' | null>;
  created: Created;
  updated: Date | null;
  /** Only posts whose sender agreed to sharing, where the survey asks. */
  only_shared: Generated<boolean>;
}

export interface WebhookDeliveries {
  id: Generated<number>;
  webhook_id: number;
  event: WebhookEvent;
  post_id: number;
  survey_id: number | null;
  state: 'waiting' | 'held' | 'delivered' | 'failed';
  attempts: Generated<number>;
  status: number | null;
  fault:
    | 'address'
    | 'unreachable'
    | 'timeout'
    | 'size'
    | 'redirect'
    | 'gone'
    | 'not-public'
    | 'not-shared'
    | 'secret'
    | null;
  response: string | null;
  created: Created;
  last_attempt: Date | null;
}
