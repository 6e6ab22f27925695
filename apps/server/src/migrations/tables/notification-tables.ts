/** The tables of notifications: subscriptions, events of posts, and what was delivered to whom. */
import type { Generated } from 'kysely';
import type { Created } from './user-tables.ts';

export interface Notifications {
  id: Generated<number>;
  user_id: number;
  set_id: number;
  digest: Generated<'at_once' | 'hourly' | 'daily'>;
  base_url: string | null;
  created: Created;
  updated: Date | null;
}

export interface NotificationEvents {
  id: Generated<number>;
  post_id: number;
  set_id: number | null;
  is_new: boolean;
  created: Created;
}

export interface NotificationDeliveries {
  user_id: number;
  post_id: number;
  notification_id: number | null;
  /** Null: pending. */
  delivered: Date | null;
  /** Ids of the user's other notifications that match, the most frequent digest first. */
  other_notification_ids: number[] | null;
}

export interface DeliveredPostRanges {
  user_id: number;
  block: number;
  /** Ranges of ids. */
  post_ids: string;
}
