/** The tables of messages and of the sources that they come by. */
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
  /** How often it was tried to hand it over, and not before when again. */
  attempts: Generated<number>;
  due: Date | null;
  /** When somebody began to hand it over. */
  taken: Date | null;
  /** Why it was not taken: a code. */
  fault: string | null;
  /** A confirmation code on its way to a contact. */
  is_confirmation: Generated<boolean>;
}

export interface Arrivals {
  id: Generated<number>;
  data_source: string;
  key: string;
  payload: JSONColumnType<object | null, string | null | undefined, string | null>;
  arrived: Created;
  attempts: Generated<number>;
  due: Created;
  fault: string | null;
}

export interface DataSources {
  id: string;
  account: string | null;
  state: JSONColumnType<object | null, string | null | undefined, string | null>;
  polled: Date | null;
  heard: Date | null;
  fault: string | null;
  next_send: Created;
}
