/** The tables of messages and of data sources. */
import type { Generated, JSONColumnType } from 'kysely';
import type { Created, Json } from './user-tables.ts';

export interface Messages {
  id: Generated<number>;
  parent_id: number | null;
  contact_id: number | null;
  post_id: number | null;
  user_id: number | null;
  data_source: string | null;
  data_source_message_id: string | null;
  received_key: string | null;
  title: string | null;
  message: string;
  datetime: Date | null;
  type: 'sms' | 'ivr' | 'email' | 'twitter';
  status: 'pending' | 'received' | 'expired' | 'cancelled' | 'failed' | 'unknown' | 'sent' | 'archived';
  direction: 'incoming' | 'outgoing';
  additional_data: Json<Record<string, unknown>> | null;
  notification_post_id: number | null;
  outbox_id: number | null;
  created: Created;
  /** How often sending was attempted, and when the next attempt is allowed. */
  attempts: Generated<number>;
  next_attempt: Date | null;
  /** When a worker or a gateway claimed it. */
  send_started: Date | null;
  /** Error code of the last attempt. */
  fault: string | null;
  /** A confirmation code on its way to a contact. */
  is_confirmation: Generated<boolean>;
}

export interface IncomingQueue {
  id: Generated<number>;
  data_source: string;
  dedup_key: string;
  payload: JSONColumnType<object | null, string | null | undefined, string | null>;
  received: Created;
  attempts: Generated<number>;
  next_attempt: Created;
  fault: string | null;
}

export interface DataSources {
  id: string;
  account: string | null;
  state: JSONColumnType<object | null, string | null | undefined, string | null>;
  last_polled: Date | null;
  last_received: Date | null;
  fault: string | null;
  next_send: Created;
}
